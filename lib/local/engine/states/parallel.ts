import type { Json } from '../json.ts';
import type { StateOf } from '../machine.ts';
import { evaluate } from '../template.ts';
import type { Fan, Thread } from '../thread.ts';
import { outputsInOrder, withOutput } from './fan.ts';
import type { Outcome, Step } from './state.ts';

export async function startParallel(step: Step, state: StateOf<'Parallel'>): Promise<Outcome> {
  const { draft, thread } = step;
  const input = state.arguments ? await evaluate(state.arguments, step.bindings(), step.place) : thread.input;
  draft.emit(thread, 'ParallelStateStarted');
  const count = state.branches.length;
  const items = state.branches.map(() => null);
  thread.doing = {
    kind: 'fan',
    over: 'branches',
    items,
    limit: count,
    started: count,
    outputs: {},
    finished: 0,
  };
  return {
    spawned: state.branches.map((startAt, index) =>
      draft.spawn(thread, index, startAt, input, thread.previous),
    ),
  };
}

export function branchDone(step: Step, state: StateOf<'Parallel'>, child: Thread, output: Json): Outcome {
  const { draft, thread } = step;
  const fan = withOutput(thread.doing as Fan, child.index, output);
  thread.doing = fan;
  if (fan.finished < fan.items.length) return { spawned: [] };
  thread.previous = child.previous;
  draft.emit(thread, 'ParallelStateSucceeded');
  thread.doing = { kind: 'entering' };
  return { done: state, result: outputsInOrder(fan), hasResult: true };
}
