import type { HistoryEvent } from './history.ts';
import type { Position } from './journal.ts';
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
  /** What this thread's next event points back to. */
  previous: number;
  enteredAt: number;
  enteredEvent: number;
  /** What the event that entered the state pointed back to. */
  enteredFrom: number;
  /** Retries already made, by position in the state's Retry. */
  retries: number[];
  doing: Doing;
};

export type Doing =
  /** Between two states: the next thing to do is to enter `state`. */
  | { readonly kind: 'entering' }
  | { readonly kind: 'waiting'; readonly until: number }
  | { readonly kind: 'retrying'; readonly until: number }
  | PendingTask
  | Fan;

export type PendingTask = {
  readonly kind: 'task';
  /** The id of its scheduled event: which attempt this is. */
  readonly scheduled: number;
  readonly functionName: string;
  readonly payload: Json;
  /** The function is the state's resource itself, not an argument of lambda:invoke. */
  readonly direct: boolean;
  /** Its caller asked for the tail of its log. */
  readonly logs: boolean;
  readonly token: string | null;
  /** The invocation has returned; only a callback can end the task now. */
  readonly submitted: boolean;
  readonly timeoutSeconds: number | null;
  readonly heartbeatSeconds: number | null;
  readonly deadline: number | null;
  readonly heartbeatDeadline: number | null;
};

/** A Map or Parallel state at work. */
export type Fan = {
  readonly kind: 'fan';
  readonly over: 'items' | 'branches';
  /** The input of each iteration, before any ItemSelector, or of each branch. */
  readonly items: readonly Json[];
  readonly limit: number;
  readonly started: number;
  readonly outputs: { readonly [index: string]: Json };
  readonly finished: number;
};

export type RunHead = {
  readonly executionArn: string;
  readonly stateMachineArn: string;
  readonly name: string;
  /** Which text of the machine this execution follows to its end. */
  readonly definition: string;
  readonly roleArn: string;
  readonly startDate: number;
  /** As it was given, byte for byte. */
  readonly input: string;
};

export type Status = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

export type RunEnd = {
  readonly status: Exclude<Status, 'RUNNING'>;
  readonly stopDate: number;
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
};

/** What one step of an execution adds to the journal: written whole or not at all. */
export type RunRecord = {
  readonly type: 'run';
  readonly run: string;
  readonly head?: RunHead;
  /** The record before this one of the same execution: how its history is found again without an index. */
  readonly before?: Position;
  readonly events: readonly HistoryEvent[];
  /** Threads as they are now; null for one that has ended. */
  readonly threads: { readonly [id: string]: Thread | null };
  readonly end?: RunEnd;
};
