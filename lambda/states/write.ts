import { type Clock, shifted } from '../define/clock.ts';
import { LEASE_MARGIN_SECONDS, WRITE_SECONDS, type WriteAnswer } from '../define/machine-words.ts';
import type { Http, Receipt, Tasks, Writer, WriteWorld } from '../define/runner.ts';
import type { ToolFailure, ToolResult } from '../define/tool-error.ts';
import { recordCall } from '../ledger/call.ts';
import { type DecisionItem, type Ruling, readDecision } from '../ledger/decision.ts';
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
  readonly tasks: (now: () => Date) => Tasks;
};

type Event = { readonly run: string; readonly turn: number; readonly index: number; readonly kind: GateKind };

/** WRITE: one approved act, once. The decision is read again; what it approves is claimed, run, and recorded. */
export async function write(event: Event, deps: WriteDeps): Promise<WriteAnswer> {
  const decision = await readDecision(deps.items, event);
  const ruling = decision?.rulings.find(({ index }) => index === event.index);
  const key = decision?.shown.find(({ index }) => index === event.index)?.key;
  if (decision?.outcome !== 'DECIDED' || ruling?.ruling !== 'APPROVED' || !key) return { outcome: 'REFUSED' };

  const leaseUntil = deps.clock.now().getTime() + (WRITE_SECONDS + LEASE_MARGIN_SECONDS) * 1000;
  const late = shifted(deps.clock, decision.clockOffsetMs).now().getTime() >= Date.parse(decision.executeBy);
  const claim = late
    ? { won: false, write: await readWrite(deps.items, key) }
    : await claimWrite(deps.items, { ...ruling, key, gate: gateKey(event).pk, leaseUntil, ...edits(ruling) });
  if (claim.won && claim.write)
    return conclude(event, ruling, decision, await act(claim.write, ruling, deps), deps);

  const stands = claim.write;
  if (!stands || stands.gate !== gateKey(event).pk)
    return refuse(event, ruling, decision, deps, 'it was proposed again elsewhere');
  switch (stands.state) {
    case 'EXECUTING':
      return resume(event, ruling, decision, stands, leaseUntil, deps);
    case 'SUCCEEDED':
    case 'FAILED':
    case 'UNKNOWN':
      return conclude(event, ruling, decision, stands, deps);
    case 'PROPOSED':
      return refuse(
        event,
        ruling,
        decision,
        deps,
        late ? 'the approval ran out before it could run' : 'what was approved is not what is stored',
      );
    case 'CANCELLED':
      return refuse(event, ruling, decision, deps, 'it was cancelled');
  }
}

const edits = (ruling: Ruling) => (ruling.edited ? { args: ruling.edited } : {});

/** Someone began and did not record an end: wait for a live lease, look a dead one up at the target. */
async function resume(
  event: Event,
  ruling: Ruling,
  decision: DecisionItem,
  stands: WriteItem,
  leaseUntil: number,
  deps: WriteDeps,
): Promise<WriteAnswer> {
  if ((stands.leaseUntil ?? 0) > deps.clock.now().getTime()) throw new WriteInFlight(stands.key);
  if (!(await reclaimWrite(deps.items, stands, leaseUntil))) throw new WriteInFlight(stands.key);
  const writer = writerOf(stands, deps);
  const found = await writer.reconcile(stands.key, worldOf(stands, deps));
  if (found)
    return conclude(
      event,
      ruling,
      decision,
      await record(stands, { state: 'SUCCEEDED', receipt: found }, deps),
      deps,
    );
  if (writer.tool.target === 'keyed')
    return conclude(event, ruling, decision, await act(stands, ruling, deps), deps);
  const failure = { code: 'OUTCOME_UNKNOWN', message: 'it may have happened: the target could not say' };
  return conclude(event, ruling, decision, await record(stands, { state: 'UNKNOWN', failure }, deps), deps);
}

/** Runs the claimed act; the stored arguments must be the approved ones to the last byte. */
async function act(claimed: WriteItem, ruling: Ruling, deps: WriteDeps): Promise<WriteItem> {
  const writer = writerOf(claimed, deps);
  const fault = faultOf(claimed, ruling, writer);
  if (fault) return record(claimed, { state: 'FAILED', failure: fault }, deps);
  const world = worldOf(claimed, deps);
  try {
    const receipt = await writer.run(claimed.args, claimed.injected, world);
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
    return record(claimed, await lookUp(writer, claimed, world, error), deps);
  }
}

/** An act that threw may have happened: its target is asked by key before anything else. */
async function lookUp(
  writer: Writer,
  claimed: WriteItem,
  world: WriteWorld,
  error: unknown,
): Promise<WriteOutcome> {
  const code = error instanceof Error ? error.name : 'Error';
  let found: Receipt | undefined;
  try {
    found = await writer.reconcile(claimed.key, { ...world, signal: AbortSignal.timeout(10_000) });
    // Only a target that refuses a second act with the same key may be asked again without a person.
    if (!found && writer.tool.target === 'keyed')
      found = await writer.run(claimed.args, claimed.injected, {
        ...world,
        signal: AbortSignal.timeout(20_000),
      });
  } catch {
    // The target could not be asked either; the outcome stays unknown.
  }
  if (found) return { state: 'SUCCEEDED', receipt: found };
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
  recordWrite(deps.items, claimed.key, outcome);

function writerOf({ tool }: WriteItem, deps: WriteDeps): Writer {
  const writer = deps.writers.find((candidate) => candidate.tool.name === tool);
  if (!writer) throw new TypeError(`no writer of "${tool}" is deployed here`);
  return writer;
}

function worldOf(claimed: WriteItem, deps: WriteDeps): WriteWorld {
  const clock = shifted(deps.clock, claimed.clockOffsetMs);
  return {
    run: claimed.for,
    now: clock.now(),
    signal: AbortSignal.timeout((WRITE_SECONDS / 2) * 1000),
    settings: deps.settings,
    http: deps.http,
    key: claimed.key,
    tasks: deps.tasks(clock.now),
  };
}

/** The write's end becomes the call's result. */
async function conclude(
  event: Event,
  ruling: Ruling,
  decision: DecisionItem,
  end: WriteItem,
  deps: WriteDeps,
): Promise<WriteAnswer> {
  if (end.state === 'UNKNOWN') return { outcome: 'UNKNOWN' };
  const key = ruling.digest;
  const result: ToolResult =
    end.state === 'SUCCEEDED'
      ? {
          ok: true,
          key,
          data: { receipt: end.receipt, ...(ruling.edited ? { edited_by_person: ruling.edited } : {}) },
        }
      : {
          ok: false,
          key,
          error: {
            kind: 'business',
            retryable: false,
            code: 'FAILED',
            message: 'it did not happen',
            ...end.failure,
          },
        };
  await keep(event, decision, result, deps);
  return { outcome: end.state === 'SUCCEEDED' ? 'SUCCEEDED' : 'FAILED' };
}

async function refuse(
  event: Event,
  ruling: Ruling,
  decision: DecisionItem,
  deps: WriteDeps,
  message: string,
): Promise<WriteAnswer> {
  await keep(
    event,
    decision,
    {
      ok: false,
      key: ruling.digest,
      error: { kind: 'business', code: 'NOT_RUN', message, retryable: false },
    },
    deps,
  );
  return { outcome: 'REFUSED' };
}

async function keep(
  event: Event,
  decision: DecisionItem,
  result: ToolResult,
  deps: WriteDeps,
): Promise<void> {
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
