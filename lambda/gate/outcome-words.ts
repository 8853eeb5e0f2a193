import type { Trilingual } from '../define/preview.ts';
import type { RulingKind } from '../ledger/decision.ts';
import type { Outcome } from '../ledger/record.ts';
import * as words from './words.ts';

/** What each ruling is called once it is made. */
export const RULED: { readonly [R in RulingKind]: Trilingual } = {
  APPROVED: words.wasApproved,
  REJECTED: words.wasRejected,
  CHANGES: words.wasChanges,
  HAPPENED: words.wasHappened,
  REDO: words.wasRedo,
  STOP: words.wasStop,
  ANSWERED: words.wasAnswered,
};

type Ended = {
  readonly subject: (workflow: string, date: Trilingual) => Trilingual;
  readonly what: Trilingual;
  readonly next: Trilingual;
};

/** How a run's end is told: the subject, what it means, and what comes next. */
export const ENDED: { readonly [O in Outcome]: Ended } = {
  DONE: { subject: words.runDone, what: words.allDone, next: words.nothingMore },
  REJECTED: { subject: words.runRejected, what: words.personRejected, next: words.nothingMore },
  SKIPPED: { subject: words.runSkipped, what: words.skipped, next: words.nothingMore },
  EXPIRED: { subject: words.runWithout, what: words.nobodyDecided, next: words.rerun },
  CANCELLED: { subject: words.runWithout, what: words.runCancelled, next: words.rerun },
  FAILED: { subject: words.runWithout, what: words.runFailed, next: words.rerun },
};
