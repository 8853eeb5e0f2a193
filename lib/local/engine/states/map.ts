import { QueryEvaluationError } from '../errors.ts';
import type { Json } from '../json.ts';
import type { StateOf } from '../machine.ts';
import { aNumber, anArray, causeIn, evaluate, evaluateAs } from '../template.ts';
import type { Thread } from '../thread.ts';
import type { Outcome, Step } from './state.ts';

/** Without MaxConcurrency AWS runs about this many iterations of an inline Map at once. */
const CONCURRENT_ITERATIONS = 40;

export async function startMap(step: Step, state: StateOf<'Map'>): Promise<Outcome> {
  const { draft, thread } = step;
  const items = await itemsOf(step, state);
  const limit = await concurrency(step, state);
  for (const template of state.tolerated) await evaluateAs(template, aNumber, step.bindings(), step.place);
  draft.emit(thread, 'MapStateStarted', { length: items.length });
  thread.doing = { kind: 'map', items, limit };
  if (items.length === 0) return finish(step, state);
  const ready: Thread[] = [];
  for (let index = 0; index < Math.min(limit, items.length); index++) {
    ready.push(await startIteration(step, state, index, thread.previous));
  }
  return { ready };
}

/** An iteration is done: start the next one, or, after the last, finish the state. */
export async function iterationDone(step: Step, state: StateOf<'Map'>, child: Thread): Promise<Outcome> {
  const { draft, thread } = step;
  const details = { name: state.name, index: child.index };
  const succeeded = draft.event('MapIterationSucceeded', child.previous, details);
  const children = draft.children(thread);
  const items = thread.doing.kind === 'map' ? thread.doing.items : [];
  if (children.length < items.length) {
    // Recorded: the next iteration points at the last event inside the one that made room for it.
    return { ready: [await startIteration(step, state, children.length, child.previous)] };
  }
  if (children.some(({ doing }) => doing.kind !== 'done')) return { ready: [] };
  thread.previous = succeeded;
  return finish(step, state);
}

async function startIteration(
  step: Step,
  state: StateOf<'Map'>,
  index: number,
  previous: number,
): Promise<Thread> {
  const { draft, thread } = step;
  const Value = thread.doing.kind === 'map' ? (thread.doing.items[index] ?? null) : null;
  const bindings = step.bindings({ item: { Index: index, Value } });
  const input = state.itemSelector ? await evaluate(state.itemSelector, bindings, step.place) : Value;
  const child = draft.spawn(thread, index, state.startAt, input, previous);
  draft.emit(child, 'MapIterationStarted', { name: state.name, index });
  return child;
}

function finish({ draft, thread }: Step, state: StateOf<'Map'>): Outcome {
  // Recorded: MapStateExited skips MapStateSucceeded and points where it points.
  draft.event('MapStateSucceeded', thread.previous);
  return { leaving: state, result: outputs(draft.children(thread)) };
}

/** In the order of the items or branches, whatever order they came in. */
export function outputs(children: readonly Thread[]): Json[] {
  const inOrder = [...children].sort((a, b) => a.index - b.index);
  return inOrder.map(({ doing }) => (doing.kind === 'done' ? doing.output : null));
}

async function itemsOf(step: Step, state: StateOf<'Map'>): Promise<readonly Json[]> {
  if (state.items) return evaluateAs(state.items, anArray, step.bindings(), step.place);
  if (anArray.is(step.thread.input)) return step.thread.input;
  const problem = `Map state input must be an array but was: ${JSON.stringify(step.thread.input)}`;
  throw new QueryEvaluationError(causeIn(step.place, problem));
}

async function concurrency(step: Step, state: StateOf<'Map'>): Promise<number> {
  const value = await evaluate(state.maxConcurrency, step.bindings(), step.place);
  // Recorded: the text "1" passes for the number.
  const limit = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof limit === 'number' && Number.isSafeInteger(limit) && limit >= 0)
    return limit || CONCURRENT_ITERATIONS;
  const problem = `The MaxConcurrency field must be a whole number of at least 0 but was: ${JSON.stringify(value)}`;
  throw new QueryEvaluationError(causeIn(step.place, problem), 'MaxConcurrency');
}
