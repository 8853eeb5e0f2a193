import { type Clock, shifted } from '../define/clock.ts';
import type { Json } from '../define/json.ts';
import type { GateAnswer } from '../define/machine-words.ts';
import type { ErrorKind, ToolResult } from '../define/tool-error.ts';
import { recordCall, recordReview } from '../ledger/call.ts';
import { approved, type DecisionItem, decide, type Ruling, readDecision } from '../ledger/decision.ts';
import { type GateItem, type GateRef, gateKey, noteGate, type Proposal, readGate } from '../ledger/gate.ts';
import type { Items } from '../ledger/items.ts';
import { type ReviewItem, type RunItem, runKey } from '../ledger/record.ts';
import { condemn, setControl } from '../ledger/run.ts';
import { decisionBy } from '../ledger/vote.ts';
import { readWrite, settleWrite, withdraw } from '../ledger/write.ts';
import { REVIEW } from './proposals.ts';

export type CloseGateDeps = { readonly items: Items; readonly clock: Clock };

type Event = Required<GateRef>;
type Closing = {
  readonly gate: GateItem;
  readonly decision: DecisionItem | undefined;
  readonly at: string;
  readonly items: Items;
};

/**
 * CLOSE_GATE: the decision that stands (EXPIRED if there is none) becomes results; what was not approved is withdrawn.
 * TURN goes back to the model, END ends the run.
 */
export async function closeGate(event: Event, { items, clock }: CloseGateDeps): Promise<GateAnswer> {
  const gate = await readGate(items, event);
  if (!gate) return { verdict: 'END', writes: [] };
  const at = shifted(clock, gate.clockOffsetMs).now().toISOString();
  const closing: Closing = { gate, decision: await standing(gate, at, items), at, items };
  const verdict = await conclude(closing);
  if (!gate.resumedAt) await noteGate(items, event, { resumedAt: at });
  return verdict;
}

/** A gate with nothing open needs no decision; an open one without a decision was cancelled, or has run out of time. */
async function standing(gate: GateItem, at: string, items: Items): Promise<DecisionItem | undefined> {
  if (!gate.proposals.some((proposal) => proposal.standing === 'open')) return undefined;
  const { decision } = await decisionBy(items, gate);
  if (decision) return decision;
  const { control } = (await items.get(runKey(gate.run))) as RunItem;
  const by = control === 'CANCEL' ? 'operator' : 'clock';
  const outcome = control === 'CANCEL' ? 'CANCELLED' : 'EXPIRED';
  return (await decide(items, gate, { outcome, rulings: [], by: { approver: by, name: by, how: by }, at }))
    .decision;
}

function conclude(closing: Closing): Promise<GateAnswer> {
  switch (closing.gate.kind) {
    case 'CONFIRM':
      return confirmed(closing);
    case 'SETTLE':
      return settled(closing);
    case 'REVIEW':
      return reviewed(closing);
  }
}

const rulingOn = ({ decision }: Closing, { index }: Proposal): Ruling | undefined =>
  decision?.rulings.find((ruling) => ruling.index === index);

async function confirmed(closing: Closing): Promise<GateAnswer> {
  const { gate, decision, items } = closing;
  const writes = decision ? approved(decision) : [];
  for (const proposal of gate.proposals.filter(({ index }) => !writes.includes(index))) {
    await answer(closing, proposal, await resultOf(closing, proposal));
    if (proposal.standing === 'open' && !proposal.question)
      await withdraw(items, proposal.key, gateKey(gate).pk);
  }
  if (writes.length > 0) return { verdict: 'WRITE', writes };
  const goesBack = decision?.rulings.some(({ ruling }) => ruling === 'CHANGES' || ruling === 'ANSWERED');
  const toModel = goesBack || gate.proposals.some((proposal) => proposal.standing !== 'open');
  return { verdict: toModel && decision?.outcome !== 'CANCELLED' ? 'TURN' : 'END', writes: [] };
}

/** It happened: a person's word is its receipt. It did not: it runs once more, but not twice. Otherwise the run ends. */
async function settled(closing: Closing): Promise<GateAnswer> {
  const { gate, decision, at, items } = closing;
  const writes: number[] = [];
  let stop = false;
  for (const proposal of gate.proposals) {
    const ruling = rulingOn(closing, proposal);
    const write = await readWrite(items, proposal.key);
    if (ruling?.ruling === 'HAPPENED') {
      const by = decision?.by.name ?? 'a person';
      const seen = await settleWrite(items, proposal.key, {
        id: `settled-${proposal.key.slice(0, 8)}`,
        at,
        by,
        seen: ruling.comment ?? '',
      });
      if (seen?.state === 'SUCCEEDED')
        await answer(closing, proposal, { ok: true, key: proposal.digest, data: { receipt: seen.receipt } });
      else stop = true;
    } else if (write?.state === 'SUCCEEDED') {
      await answer(closing, proposal, { ok: true, key: proposal.digest, data: { receipt: write.receipt } });
    } else if (ruling?.ruling === 'REDO' && !write?.redone) writes.push(proposal.index);
    else stop = true;
  }
  await concludeOthers(closing);
  if (stop) {
    await condemn(items, gate.run, {
      code: 'OUTCOME_UNKNOWN',
      message: 'whether an approved act happened is not known; a person has to look',
    });
    return { verdict: 'END', writes: [] };
  }
  return { verdict: writes.length > 0 ? 'WRITE' : 'TURN', writes };
}

/** Approved acts of the turn that are not in doubt get the result their write may have had no chance to record. */
async function concludeOthers(closing: Closing): Promise<void> {
  const { gate, items } = closing;
  const ref = { ...gate, kind: 'CONFIRM' } as const;
  const decision = await readDecision(items, ref);
  for (const { index, key } of decision?.shown ?? []) {
    const doubted = gate.proposals.some((proposal) => proposal.index === index);
    if (!decision || doubted || !approved(decision).includes(index)) continue;
    const write = await withdraw(items, key, gateKey(ref).pk);
    const error = {
      kind: 'business',
      code: 'NOT_RUN',
      message: 'it could not be run',
      retryable: false,
    } as const;
    const result: ToolResult =
      write?.state === 'SUCCEEDED'
        ? { ok: true, key, data: { receipt: write.receipt } }
        : { ok: false, key, error: { ...error, ...write?.failure } };
    await answer(closing, { index }, result);
  }
}

/** Questions get their answers; a look at the run lets it go on, or stops it. */
async function reviewed(closing: Closing): Promise<GateAnswer> {
  const { gate, decision, at, items } = closing;
  let goesOn = decision?.outcome === 'DECIDED';
  for (const proposal of gate.proposals) {
    const ruling = rulingOn(closing, proposal);
    if (proposal.tool !== REVIEW) {
      await answer(closing, proposal, await resultOf(closing, proposal));
      continue;
    }
    const go = ruling?.ruling === 'APPROVED' || ruling?.ruling === 'CHANGES';
    goesOn &&= go;
    await recordReview(items, gate.run, {
      turn: gate.turn,
      nth: gate.nth ?? 1,
      ruling: go ? 'CONTINUE' : 'STOP',
      by: byWhom(decision),
      at,
      ...(ruling?.edited ? { edited: ruling.edited as Json } : {}),
      ...(ruling?.comment ? { comment: ruling.comment } : {}),
    });
  }
  // An operator who paused it meanwhile, while a person was asked something else, still has it paused.
  if (goesOn && gate.paused) await setControl(items, gate.run, 'RUN');
  return { verdict: goesOn ? 'TURN' : 'END', writes: [] };
}

const byWhom = (decision: DecisionItem | undefined): ReviewItem['by'] => {
  if (decision?.outcome === 'EXPIRED') return 'clock';
  return decision?.by.how === 'operator' ? 'operator' : 'person';
};

async function answer(
  { gate, at, items }: Closing,
  { index }: Pick<Proposal, 'index'>,
  result: ToolResult,
): Promise<void> {
  await recordCall(items, gate.run, { turn: gate.turn, index, result, at });
}

async function resultOf(closing: Closing, proposal: Proposal): Promise<ToolResult> {
  const { decision, items } = closing;
  const key = proposal.digest;
  const no = (code: string, message: string, kind: ErrorKind = 'business'): ToolResult => ({
    ok: false,
    key,
    error: { kind, code, message, retryable: false },
  });
  if (proposal.standing === 'done')
    return { ok: true, key, data: (await readWrite(items, proposal.key))?.receipt };
  if (proposal.standing === 'blocked')
    return no('WRITE_IN_DOUBT', proposal.note ?? 'it cannot be asked for now', 'unknown');
  if (decision?.outcome === 'EXPIRED') return no('EXPIRED', 'nobody decided in time; nothing was done');
  if (decision?.outcome === 'CANCELLED') return no('CANCELLED', 'the run was cancelled; nothing was done');
  const ruling = rulingOn(closing, proposal);
  if (ruling?.ruling === 'ANSWERED') return { ok: true, key, data: { answer: ruling.comment ?? '' } };
  if (ruling?.ruling === 'CHANGES')
    return no('CHANGES_REQUESTED', `a person asks for changes: ${ruling.comment ?? ''}`);
  return no('REJECTED_BY_PERSON', `a person said no: ${ruling?.comment ?? 'without a reason'}`);
}
