import type { Draft } from './draft.ts';
import { type QueryEvaluationError, StatesError, TerminalError } from './errors.ts';
import type { Details } from './history.ts';
import type { Json } from './json.ts';
import type { Machine } from './machine.ts';
import type { Thread } from './thread.ts';

/** The states that can be at work for a while, and so can be told to stop. */
const ABORTABLE: ReadonlySet<string> = new Set(['Task', 'Wait', 'Map', 'Parallel']);

/** Whatever still runs below a failed Map or Parallel stops; tokens that were handed out die with it. */
export function abortChildren(draft: Draft, machine: Machine, parent: Thread): void {
  const inMap = machine.states.get(parent.state)?.type === 'Map';
  for (const child of draft.children(parent)) {
    abortChildren(draft, machine, child);
    draft.remove(child.id);
    if (child.doing.kind === 'done') continue;
    const type = machine.states.get(child.state)?.type ?? '';
    if (child.doing.kind !== 'entering' && ABORTABLE.has(type))
      draft.event(`${type}StateAborted`, child.previous);
    if (inMap) draft.event('MapIterationAborted', child.previous, { name: parent.state, index: child.index });
  }
}

/** Recorded: this event points past the one that entered the state, to the one before. */
export function evaluationFailed(draft: Draft, thread: Thread, failure: QueryEvaluationError): void {
  const { error, reason: cause, location } = failure;
  const details = { error, cause, ...(location === undefined ? {} : { location }), state: thread.state };
  thread.previous = draft.event('EvaluationFailed', thread.enteredFrom, details);
}

/** Error and Cause as events and answers show them: each only if there is one. */
export function shown({ error, reason: cause }: StatesError): { error?: string; cause?: string } & Details {
  return { ...(error === undefined ? {} : { error }), ...(cause === undefined ? {} : { cause }) };
}

/** Recorded: a timeout has no cause and shows an empty one; a failure that says nothing at all shows nulls. */
export function errorOutputOf({ error, reason }: StatesError): Json {
  return { Error: error ?? null, Cause: reason ?? (error === undefined ? null : '') };
}

/** A fault of the interpreter itself must end the execution too: silence would be worse. */
export function asStatesError(error: unknown): StatesError {
  if (error instanceof StatesError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new TerminalError('States.Runtime', `Internal error: ${message}`);
}

/** `what` is the name of a state, the ARN of a function, or `lambda`. */
export function tooLarge(what: string): { error: string; reason: string } {
  const reason = `The state/task '${what}' returned a result with a size exceeding the maximum number of bytes service limit.`;
  return { error: 'States.DataLimitExceeded', reason };
}
