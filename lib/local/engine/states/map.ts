import { QueryEvaluationError } from '../errors.ts';
import type { Json } from '../json.ts';
import type { StateOf } from '../machine.ts';
import { aNumber, anArray, causeIn, evaluate, evaluateAs } from '../template.ts';
import type { Fan, Thread } from '../thread.ts';
import { outputsInOrder, withOutput } from './fan.ts';
import type { Outcome, Step } from './state.ts';

/** Without MaxConcurrency AWS runs about this many iterations of an inline Map at once. */
const CONCURRENT_ITERATIONS = 40;

export async function startMap(step: Step, state: StateOf<'Map'>): Promise<Outcome> {
  const { draft, thread } = step;
  const items = await itemsOf(step, state);
  const limit = await concurrency(step, state);
  for (const template of state.tolerated) await evaluateAs(template, aNumber, step.bindings(), step.place);
  draft.emit(thread, 'MapStateStarted', { length: items.length });
  const fan: Fan = { kind: 'fan', over: 'items', items, limit, started: 0, outputs: {}, finished: 0 };
  thread.doing = fan;
  if (items.length === 0) return finishMap(step, state, fan);
  const spawned: Thread[] = [];
  while (spawned.length < Math.min(limit, items.length)) spawned.push(await startIteration(step, state));
  return { spawned };
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

async function startIteration(step: Step, state: StateOf<'Map'>): Promise<Thread> {
  const { draft, thread } = step;
  const fan = thread.doing as Fan;
  const index = fan.started;
  const item = { Index: index, Value: fan.items[index] ?? null };
  const input = state.itemSelector
    ? await evaluate(state.itemSelector, step.bindings({ context: { item } }), step.place)
    : item.Value;
  thread.doing = { ...fan, started: index + 1 };
  const child = draft.spawn(thread, index, state.startAt, input, thread.previous);
  draft.emit(child, 'MapIterationStarted', { name: state.name, index });
  return child;
}

/** An iteration is done: start the next one, or, after the last, finish the state. */
export async function iterationDone(
  step: Step,
  state: StateOf<'Map'>,
  child: Thread,
  output: Json,
): Promise<Outcome> {
  const { draft, thread } = step;
  const fan = withOutput(thread.doing as Fan, child.index, output);
  thread.doing = fan;
  const succeeded = draft.event('MapIterationSucceeded', child.previous, {
    name: state.name,
    index: child.index,
  });
  // Recorded: the next iteration points at the last event inside the one that made room for it.
  thread.previous = child.previous;
  if (fan.started < fan.items.length) return { spawned: [await startIteration(step, state)] };
  if (fan.finished < fan.items.length) return { spawned: [] };
  thread.previous = succeeded;
  return finishMap(step, state, fan);
}

function finishMap({ draft, thread }: Step, state: StateOf<'Map'>, fan: Fan): Outcome {
  // Recorded: MapStateExited skips MapStateSucceeded and points where it points.
  draft.event('MapStateSucceeded', thread.previous);
  thread.doing = { kind: 'entering' };
  return { done: state, result: outputsInOrder(fan), hasResult: true };
}
