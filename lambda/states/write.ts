import { type Clock, shifted } from '../define/clock.ts';
import { LEASE_MARGIN_SECONDS, WRITE_SECONDS, type WriteAnswer } from '../define/machine-words.ts';
import type { Http, Receipt, Writer, WriteWorld } from '../define/runner.ts';
import type { ToolFailure, ToolResult } from '../define/tool-error.ts';
import { recordCall } from '../ledger/call.ts';
import { approved, type DecisionItem, type Ruling, readDecision } from '../ledger/decision.ts';
import { type GateKind, gateKey, proposalDigest } from '../ledger/gate.ts';
import type { Items } from '../ledger/items.ts';
import {
  claimWrite,
  readWrite,
  reclaimWrite,
  recordWrite,
  type WriteItem,
  type WriteOutcome,
} from '../ledger/write.ts';

export type WriteDeps = {
  readonly items: Items;
  readonly clock: Clock;
  readonly writers: readonly Writer[];
  readonly http: Http;
  readonly settings: { readonly [name: string]: string };
  /** Ends a reach into the world after so many seconds. */
  readonly deadline: (seconds: number) => AbortSignal;
};

/** Of the seconds a write may take: what the act itself has, and what asking about it has. */
const RUN_SECONDS = WRITE_SECONDS / 2;
const RECONCILE_SECONDS = WRITE_SECONDS / 4;

type Event = { readonly run: string; readonly turn: number; readonly index: number; readonly kind: GateKind };

/** WRITE: one approved act, once. The decision is read again; what it approves is claimed, run, and recorded. */
export async function write(event: Event, deps: WriteDeps): Promise<WriteAnswer> {
  const decision = await readDecision(deps.items, event);
  const ruling = decision?.rulings.find(({ index }) => index === event.index);
  const key = decision?.shown.find(({ index }) => index === event.index)?.key;
  if (!decision || !ruling || !key || !approved(decision).includes(event.index))
    return { outcome: 'REFUSED' };
  const act: Act = { event, decision, ruling, key, deps };

  const late = shifted(deps.clock, decision.clockOffsetMs).now().getTime() >= Date.parse(decision.executeBy);
  if (event.kind === 'SETTLE' || late) return standing(act, await readWrite(deps.items, key), late);
  const edited = ruling.edited ? { args: ruling.edited } : {};
  const gate = gateKey(event).pk;
  const claim = await claimWrite(deps.items, {
    ...ruling,
    key,
    gate,
    leaseUntil: leaseFrom(deps),
    ...edited,
  });
  if (claim.won && claim.write) return conclude(act, await run(claim.write, act));
  return standing(act, claim.write, late);
}

/** An approved act on its way: what all that follows needs to know. */
type Act = {
  readonly event: Event;
  readonly decision: DecisionItem;
  readonly ruling: Ruling;
  readonly key: string;
  readonly deps: WriteDeps;
};

const leaseFrom = ({ clock }: WriteDeps) =>
  clock.now().getTime() + (WRITE_SECONDS + LEASE_MARGIN_SECONDS) * 1000;

/** The act could not be claimed afresh: how it stands says what may still be done. */
async function standing(act: Act, stands: WriteItem | undefined, late: boolean): Promise<WriteAnswer> {
  // An unknown outcome was proposed by the gate before; it is that gate's act that is settled.
  const proposedBy = gateKey({ ...act.event, kind: 'CONFIRM' }).pk;
  if (!stands || stands.gate !== proposedBy) return refuse(act, 'it was proposed again elsewhere');
  switch (stands.state) {
    case 'EXECUTING':
      return resume(act, stands, late);
    case 'UNKNOWN':
      return act.event.kind === 'SETTLE' && !stands.redone && !late
        ? resume(act, stands, late)
        : conclude(act, stands);
    case 'SUCCEEDED':
    case 'FAILED':
      return conclude(act, stands);
    case 'PROPOSED':
      return refuse(
        act,
        late ? 'the approval ran out before it could run' : 'what was approved is not what is stored',
      );
    case 'CANCELLED':
      return refuse(act, 'it was cancelled');
  }
}

/** Someone began and did not record an end: wait for a live lease; ask the target about a dead one. */
async function resume(act: Act, stands: WriteItem, late: boolean): Promise<WriteAnswer> {
  const { deps } = act;
  if (stands.state === 'EXECUTING' && (stands.leaseUntil ?? 0) > deps.clock.now().getTime())
    throw new WriteInFlight(act.key);
  const redo = act.event.kind === 'SETTLE' && !stands.redone;
  const claim = await reclaimWrite(deps.items, stands, {
    leaseUntil: leaseFrom(deps),
    ...(redo ? { redone: true } : {}),
  });
  if (!claim.won || !claim.write) throw new WriteInFlight(act.key);
  const writer = writerOf(claim.write, deps);
  const found = await ask(writer, claim.write, deps);
  if (found !== 'unreachable' && found)
    return conclude(act, await record(claim.write, { state: 'SUCCEEDED', receipt: found }, deps));
  // Begun in time and never done: the approval has run out for beginning it again. A target that knows its keys may be
  // asked to act again when it says that it has not; another, or one that says nothing, by a person's word alone.
  const again = redo || (found === undefined && writer.tool.target === 'keyed');
  if (again && !late) return conclude(act, await run(claim.write, act));
  const message = late
    ? 'it may have happened: its approval ran out before the target was sure'
    : 'it may have happened: the target could not say';
  const failure = { code: 'OUTCOME_UNKNOWN', message };
  return conclude(act, await record(claim.write, { state: 'UNKNOWN', failure }, deps));
}

/** Asks the target whether it happened: its receipt, undefined for surely not, or that it could not be asked. */
async function ask(
  writer: Writer,
  write: WriteItem,
  deps: WriteDeps,
): Promise<Receipt | undefined | 'unreachable'> {
  try {
    return await writer.reconcile(write.key, worldOf(write, deps, RECONCILE_SECONDS), write.args);
  } catch {
    // Whatever it was, it is not an answer.
    return 'unreachable';
  }
}

/** Runs the claimed act; the stored arguments must be the approved ones to the last byte. */
async function run(claimed: WriteItem, { ruling, deps }: Act): Promise<WriteItem> {
  const writer = writerOf(claimed, deps);
  const fault = faultOf(claimed, ruling, writer);
  if (fault) return record(claimed, { state: 'FAILED', failure: fault }, deps);
  try {
    const receipt = await writer.run(claimed.args, claimed.injected, worldOf(claimed, deps, RUN_SECONDS));
    return record(claimed, { state: 'SUCCEEDED', receipt }, deps);
  } catch (error) {
    const failure = (error as { failure?: ToolFailure }).failure;
    if (failure && (failure.kind === 'parameter' || failure.kind === 'business')) {
      return record(
        claimed,
        { state: 'FAILED', failure: { code: failure.code, message: failure.message } },
        deps,
      );
    }
    return record(claimed, await lookUp(writer, claimed, deps, error), deps);
  }
}

/** An act that threw may have happened: its target is asked by key before anything else. */
async function lookUp(
  writer: Writer,
  claimed: WriteItem,
  deps: WriteDeps,
  error: unknown,
): Promise<WriteOutcome> {
  const found = await ask(writer, claimed, deps);
  if (found && found !== 'unreachable') return { state: 'SUCCEEDED', receipt: found };
  if (found === undefined && writer.tool.target === 'keyed') {
    // The target refuses a second act with the same key, so that a late first one does no harm.
    const again = await writer
      .run(claimed.args, claimed.injected, worldOf(claimed, deps, RECONCILE_SECONDS))
      .catch(() => undefined);
    if (again) return { state: 'SUCCEEDED', receipt: again };
  }
  const code = error instanceof Error ? error.name : 'Error';
  return { state: 'UNKNOWN', failure: { code, message: 'it may have happened: the target did not say' } };
}

function faultOf(
  claimed: WriteItem,
  ruling: Ruling,
  writer: Writer,
): { code: string; message: string } | undefined {
  if (proposalDigest(claimed) !== ruling.digest) {
    return { code: 'DIGEST_MISMATCH', message: 'what is stored is not what was approved; nothing was done' };
  }
  const parsed = writer.tool.input.strict().safeParse(claimed.args);
  return parsed.success
    ? undefined
    : { code: 'INVALID_ARGUMENTS', message: 'the approved arguments do not fit the tool; nothing was done' };
}

const record = (claimed: WriteItem, outcome: WriteOutcome, deps: WriteDeps) =>
  recordWrite(deps.items, claimed, outcome);

function writerOf({ tool }: WriteItem, deps: WriteDeps): Writer {
  const writer = deps.writers.find((candidate) => candidate.tool.name === tool);
  if (!writer) throw new TypeError(`no writer of "${tool}" is deployed here`);
  return writer;
}

function worldOf(claimed: WriteItem, deps: WriteDeps, seconds: number): WriteWorld {
  const clock = shifted(deps.clock, claimed.clockOffsetMs);
  return {
    run: claimed.for,
    now: clock.now(),
    signal: deps.deadline(seconds),
    settings: deps.settings,
    http: deps.http,
    key: claimed.key,
  };
}

/** The write's end becomes the call's result. */
async function conclude(act: Act, end: WriteItem): Promise<WriteAnswer> {
  if (end.state === 'UNKNOWN') return { outcome: 'UNKNOWN' };
  // The claim was taken over while this invocation was at it: whoever has it now says how it ends.
  if (end.state === 'EXECUTING') throw new WriteInFlight(act.key);
  const { ruling } = act;
  const key = ruling.digest;
  const error = {
    kind: 'business',
    retryable: false,
    code: 'FAILED',
    message: 'it did not happen',
    ...end.failure,
  } as const;
  const done = { receipt: end.receipt, ...(ruling.edited ? { edited_by_person: ruling.edited } : {}) };
  await keep(act, end.state === 'SUCCEEDED' ? { ok: true, key, data: done } : { ok: false, key, error });
  return { outcome: end.state === 'SUCCEEDED' ? 'SUCCEEDED' : 'FAILED' };
}

async function refuse(act: Act, message: string): Promise<WriteAnswer> {
  const error = { kind: 'business', code: 'NOT_RUN', message, retryable: false } as const;
  await keep(act, { ok: false, key: act.ruling.digest, error });
  return { outcome: 'REFUSED' };
}

async function keep({ event, decision, deps }: Act, result: ToolResult): Promise<void> {
  const at = shifted(deps.clock, decision.clockOffsetMs).now().toISOString();
  await recordCall(deps.items, event.run, { turn: event.turn, index: event.index, result, at });
}

/** Another invocation holds the claim; the machine comes back when its lease is over. */
export class WriteInFlight extends Error {
  override readonly name = 'WriteInFlight';
  constructor(key: string) {
    super(`the write ${key} is being run by another invocation`);
  }
}
