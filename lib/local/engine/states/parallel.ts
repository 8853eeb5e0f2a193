import type { StateOf } from '../machine.ts';
import { evaluate } from '../template.ts';
import { outputs } from './map.ts';
import type { Outcome, Step } from './state.ts';

export async function startParallel(step: Step, state: StateOf<'Parallel'>): Promise<Outcome> {
  const { draft, thread } = step;
  const input = state.arguments ? await evaluate(state.arguments, step.bindings(), step.place) : thread.input;
  draft.emit(thread, 'ParallelStateStarted');
  thread.doing = { kind: 'parallel' };
  return {
    ready: state.branches.map((startAt, index) =>
      draft.spawn(thread, index, startAt, input, thread.previous),
    ),
  };
}

/** A branch is done: after the last one the state is, too. */
export function branchDone({ draft, thread }: Step, state: StateOf<'Parallel'>, previous: number): Outcome {
  const children = draft.children(thread);
  if (children.some(({ doing }) => doing.kind !== 'done')) return { ready: [] };
  thread.previous = previous;
  draft.emit(thread, 'ParallelStateSucceeded');
  return { leaving: state, result: outputs(children) };
}
