import { ABSENT, type Items } from './items.ts';
import {
  type Control,
  type Failure,
  type Outcome,
  pad,
  type RunItem,
  type RunRecord,
  runKey,
  SCHEMA,
  type TurnItem,
} from './record.ts';
import { totalOf } from './usage.ts';

const COUNTERS = { control: 'RUN', turn: 0, attempt: 0, spent: 0 };

/** How often one turn may be claimed before the run is given up. */
export const MAX_ATTEMPTS = 8;

export type NewRun = Pick<
  RunItem,
  | 'run'
  | 'workflow'
  | 'businessDate'
  | 'executionArn'
  | 'trigger'
  | 'input'
  | 'model'
  | 'startedAt'
  | 'clockOffsetMs'
> &
  Partial<Pick<RunItem, 'recording' | 'banner'>>;

/**
 * absent -> RUNNING. A retry of my own ADMIT finds its own run (same executionArn) and is new again.
 *
 * @returns the run as it stands, and whether it is this execution's
 */
export async function beginRun(items: Items, run: NewRun): Promise<{ mine: boolean; run: RunItem }> {
  const item = {
    ...run,
    ...COUNTERS,
    ...runKey(run.run),
    v: SCHEMA,
    state: 'RUNNING',
    list: 'RUNNING',
    at: run.startedAt,
  };
  const put = await items.put(item, ABSENT);
  const stands = put.item as RunItem;
  return { mine: stands.executionArn === run.executionArn, run: stands };
}

/** absent -> SKIPPED: recorded, never silent. */
export async function skipRun(items: Items, run: NewRun, code: string, message: string): Promise<void> {
  const end = { state: 'SKIPPED', code, message, endedAt: run.startedAt, ...COUNTERS, tellUntil: 0 };
  await items.put({ ...run, ...end, ...runKey(run.run), v: SCHEMA, list: 'RUN', at: run.startedAt }, ABSENT);
}

/** absent -> FAILED: its execution ended before it was on record. */
export async function failUnknownRun(
  items: Items,
  run: Pick<RunItem, 'run' | 'workflow' | 'businessDate' | 'executionArn'>,
  failure: Failure,
  at: string,
): Promise<void> {
  const unknown = { trigger: 'unknown', input: null, model: 'none', clockOffsetMs: 0, startedAt: at };
  const end = { state: 'FAILED', ...failure, endedAt: at, ...COUNTERS, tellUntil: 0 };
  const item = { ...run, ...unknown, ...end, ...runKey(run.run), v: SCHEMA, list: 'RUNNING', at };
  await items.put(item, ABSENT);
}

export type Claim =
  | { readonly claimed: true; readonly run: RunItem }
  | {
      readonly claimed: false;
      readonly why: 'PAUSED' | 'CANCELLED' | 'BUDGET_TOKENS' | 'TURN_ATTEMPTS' | 'NOT_RUNNING';
    };

/**
 * Claims turn `n` before the call it pays for: the turn before it -> n, or n again after a crash (at most MAX_ATTEMPTS times).
 * `spent` is rewritten from the recorded usage, never added to; the reserve must fit in what is left.
 */
export async function claimTurn(
  items: Items,
  run: RunItem,
  claim: { readonly n: number; readonly spent: number; readonly reserve: number; readonly budget: number },
): Promise<Claim> {
  if (claim.spent + claim.reserve > claim.budget) return { claimed: false, why: 'BUDGET_TOKENS' };
  const attempt = run.turn === claim.n ? run.attempt + 1 : 1;
  if (attempt > MAX_ATTEMPTS) return { claimed: false, why: 'TURN_ATTEMPTS' };
  const written = await items.update(runKey(run.run), { turn: claim.n, attempt, spent: claim.spent }, [
    { equals: ['state', 'RUNNING'] },
    { equals: ['control', 'RUN'] },
    { equals: ['turn', attempt === 1 ? claim.n - 1 : claim.n] },
    { equals: ['attempt', run.attempt] },
  ]);
  const stands = written.item as RunItem | undefined;
  if (written.won) return { claimed: true, run: stands as RunItem };
  if (stands?.state !== 'RUNNING') return { claimed: false, why: 'NOT_RUNNING' };
  if (stands.control !== 'RUN')
    return { claimed: false, why: stands.control === 'PAUSE' ? 'PAUSED' : 'CANCELLED' };
  throw new TurnInFlight(claim.n);
}

/** Claims a run's first turn without having read it: one request where nothing else is on record yet. */
export async function claimFirstTurn(items: Items, run: string): Promise<RunItem | undefined> {
  const written = await items.update(runKey(run), { turn: 1, attempt: 1 }, [
    { equals: ['state', 'RUNNING'] },
    { equals: ['control', 'RUN'] },
    { equals: ['turn', 0] },
  ]);
  return written.won ? (written.item as RunItem) : undefined;
}

/** Another invocation has just claimed the same turn; the machine comes back and finds what it recorded. */
export class TurnInFlight extends Error {
  override readonly name = 'TurnInFlight';
  constructor(n: number) {
    super(`turn ${n} is being taken by another invocation`);
  }
}

/** absent -> recorded. The turn that stands is returned: mine, or the one another invocation recorded first. */
export async function recordTurn(
  items: Items,
  run: string,
  turn: Omit<TurnItem, 'pk' | 'sk'>,
): Promise<TurnItem> {
  const key = { pk: runKey(run).pk, sk: `TURN#${pad(turn.visit)}#${pad(turn.turn)}` };
  const put = await items.put({ ...turn, ...key, v: SCHEMA }, ABSENT);
  return put.item as TurnItem;
}

export type Ending = {
  readonly state: Outcome;
  readonly code?: string;
  readonly message?: string;
  readonly text?: string;
  /** The machine's own error, where that ended it. */
  readonly error?: string;
  readonly endedAt: string;
};

/**
 * RUNNING -> one outcome, by its own execution only. The ending that stands is returned. It stays on the list of running
 * ones until those concerned are told: nobody is forgotten with whoever was to tell them.
 */
export async function endRun(items: Items, run: RunItem, ending: Ending): Promise<RunItem> {
  const written = await items.update(runKey(run.run), { ...ending, tellUntil: 0 }, [
    { equals: ['state', 'RUNNING'] },
    { equals: ['executionArn', run.executionArn] },
  ]);
  return written.item as RunItem;
}

/** It is certain that the run will end FAILED, and why; the first reason stands. */
export async function condemn(items: Items, run: string, failure: Failure): Promise<void> {
  await items.update(runKey(run), { failure }, [{ equals: ['state', 'RUNNING'] }, { absent: 'failure' }]);
}

/** One at a time tells of an end: an untold run -> claimed until then. False: it was told, or somebody is at it. */
export async function claimTelling(
  items: Items,
  { run, state }: RunItem,
  claim: { readonly now: number; readonly until: number },
): Promise<boolean> {
  const written = await items.update(runKey(run), { tellUntil: claim.until }, [
    { equals: ['state', state] },
    { absent: 'toldAt' },
    { lessThan: ['tellUntil', claim.now] },
  ]);
  return written.won;
}

/** Remembers who was told of the end, by id; with `toldAt` these are all, and the run is done with. */
export async function noteTold(
  items: Items,
  run: string,
  note: { readonly told: readonly string[]; readonly toldAt?: string },
): Promise<void> {
  const done = note.toldAt ? { list: 'RUN' } : {};
  await items.update(runKey(run), { ...note, ...done }, [{ equals: ['sk', 'RUN'] }]);
}

/** Sets what the run may do next; false when it has ended, or is being cancelled already. */
export async function setControl(items: Items, run: string, control: Control): Promise<boolean> {
  const from: Control[] = control === 'CANCEL' ? ['RUN', 'PAUSE', 'CANCEL'] : ['RUN', 'PAUSE'];
  const written = await items.update(runKey(run), { control }, [
    { equals: ['state', 'RUNNING'] },
    { in: ['control', from] },
  ]);
  return written.won;
}

/** Tokens that recorded turns used. */
export const spentBy = ({ turns }: Pick<RunRecord, 'turns'>): number => totalOf(turns);
