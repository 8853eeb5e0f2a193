import type { Json, JsonObject } from './json.ts';

/**
 * One line of progress through a machine, complete enough to go on after a crash: the execution itself is thread 0,
 * each Map iteration and Parallel branch is another.
 */
export type Thread = {
  readonly id: number;
  /** The thread whose Map or Parallel state waits for this one. */
  readonly parent: number | null;
  /** Which iteration or branch of the parent's state this is. */
  readonly index: number;
  state: string;
  input: Json;
  /** Assigned in this scope only; outer scopes are reached through `parent`. */
  variables: JsonObject;
  /** The event that this thread's next one points back to. */
  previous: number;
  enteredAt: number;
  enteredEvent: number;
  /** The event that the entering one points back to. */
  enteredFrom: number;
  /** Retries already made, by position in the state's Retry. */
  retries: readonly number[];
  doing: Doing;
};

export type Doing =
  /** Between two states: the next thing to do is to enter `state`. */
  | { readonly kind: 'entering' }
  | { readonly kind: 'waiting'; readonly until: number }
  | { readonly kind: 'retrying'; readonly until: number }
  | PendingTask
  /** A Map or Parallel state at work; its children tell how far it is. */
  | { readonly kind: 'map'; readonly items: readonly Json[]; readonly limit: number }
  | { readonly kind: 'parallel' }
  /** At the end of its scope, until the others around it are too. */
  | { readonly kind: 'done'; readonly output: Json };

export type PendingTask = Call & {
  readonly kind: 'task';
  /** The id of its scheduled event: which attempt this is. */
  readonly scheduled: number;
  readonly token: string | null;
  /** The invocation has returned; only a callback can end the task now. */
  readonly submitted: boolean;
  readonly timeoutSeconds: number | null;
  readonly heartbeatSeconds: number | null;
  readonly deadline: number | null;
  readonly heartbeatDeadline: number | null;
};

/** What is called, kept until it has answered: after a crash it is called again. */
export type Call = {
  readonly functionName: string;
  /** What the caller asked for by number; there is one version of each function here. */
  readonly version: string;
  readonly payload: Json;
  /** The function is the state's resource itself, not an argument of lambda:invoke. */
  readonly direct: boolean;
  /** lambda:invoke with LogType Tail. */
  readonly logs: boolean;
};

/** When the clock moves a thread on; infinity for one that no clock moves. */
export function wakeTime({ doing }: Thread): number {
  if (doing.kind === 'waiting' || doing.kind === 'retrying') return doing.until;
  if (doing.kind !== 'task') return Number.POSITIVE_INFINITY;
  return Math.min(
    doing.deadline ?? Number.POSITIVE_INFINITY,
    doing.heartbeatDeadline ?? Number.POSITIVE_INFINITY,
  );
}
