import type { HistoryEvent } from './history.ts';
import type { Position } from './journal.ts';
import type { Thread } from './thread.ts';

/** Everything an engine writes into its journal. */
export type EngineRecord =
  | ({ readonly type: 'machine' } & StateMachine)
  | { readonly type: 'deleted'; readonly stateMachineArn: string }
  | { readonly type: 'definition'; readonly hash: string; readonly text: string }
  | RunRecord
  | Snapshot
  | ({ readonly type: 'finished' } & Finished);

export type StateMachine = {
  readonly stateMachineArn: string;
  readonly name: string;
  /** The hash of its text. */
  readonly definition: string;
  readonly roleArn: string;
  readonly creationDate: number;
  readonly updateDate: number;
  /** Changes with every update; a machine that was only created has none. */
  readonly revisionId?: string;
};

/** What one step of an execution adds: written whole or not at all. */
export type RunRecord = {
  readonly type: 'run';
  readonly run: string;
  /** In the first record of an execution. */
  readonly head?: RunHead;
  /** The record before this one of the same execution: how its history is found again without an index. */
  readonly before?: Position;
  readonly events: readonly HistoryEvent[];
  /** The threads that changed, as they are now; null for one that has ended. */
  readonly threads: { readonly [id: string]: Thread | null };
  readonly end?: RunEnd;
};

/** A running execution at a checkpoint, in place of the records before it. */
export type Snapshot = {
  readonly type: 'snapshot';
  readonly head: RunHead;
  readonly first: Position;
  readonly last: Position;
  readonly lastEvent: number;
  readonly lastThread: number;
  readonly threads: { readonly [id: string]: Thread };
};

export type RunHead = {
  readonly executionArn: string;
  readonly stateMachineArn: string;
  readonly name: string;
  /** The hash of the text that this execution follows to its end. */
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

/** An execution that has ended, small: what else there is to know is read from the journal when somebody asks. */
export type Finished = {
  readonly executionArn: string;
  readonly stateMachineArn: string;
  readonly name: string;
  readonly status: RunEnd['status'];
  readonly startDate: number;
  readonly stopDate: number;
  readonly first: Position;
  readonly last: Position;
};
