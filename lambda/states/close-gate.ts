import { type Clock, shifted } from '../define/clock.ts';
import type { GateAnswer } from '../define/machine-words.ts';
import type { ErrorKind, ToolResult } from '../define/tool-error.ts';
import { recordCall } from '../ledger/call.ts';
import { approved, type DecisionItem, decide, type Ruling, readDecision } from '../ledger/decision.ts';
import { type GateItem, type GateKind, gateKey, noteGate, type Proposal, readGate } from '../ledger/gate.ts';
import type { Items } from '../ledger/items.ts';
import { readWrite, withdraw } from '../ledger/write.ts';

export type CloseGateDeps = { readonly items: Items; readonly clock: Clock };

type Event = { readonly run: string; readonly turn: number; readonly kind: GateKind };

/** CLOSE_GATE: the decision that stands (EXPIRED if there is none) becomes results; what was not approved is withdrawn. */
export async function closeGate(event: Event, deps: CloseGateDeps): Promise<GateAnswer> {
  const gate = await readGate(deps.items, event);
  if (!gate) return { verdict: 'END', writes: [] };
  const now = shifted(deps.clock, gate.clockOffsetMs).now();
  const decision = await standing(gate, now, deps.items);
  const writes = decision ? approved(decision) : [];
  for (const proposal of gate.proposals) {
    if (!writes.includes(proposal.index)) await conclude(gate, proposal, decision, now, deps.items);
  }
  if (!gate.resumedAt) await noteGate(deps.items, event, { resumedAt: now.toISOString() });
  if (writes.length > 0) return { verdict: 'WRITE', writes };
  const toModel =
    gate.proposals.some((proposal) => proposal.standing !== 'open') ||
    decision?.rulings.some(({ ruling }) => ruling === 'CHANGES');
  return { verdict: toModel ? 'TURN' : 'END', writes: [] };
}

/** A gate with nothing open needs no decision; an open one without a decision has run out of time. */
async function standing(gate: GateItem, now: Date, items: Items): Promise<DecisionItem | undefined> {
  if (!gate.proposals.some((proposal) => proposal.standing === 'open')) return undefined;
  const decision = await readDecision(items, gate);
  if (decision) return decision;
  const by = { approver: 'clock', name: 'clock', how: 'clock' } as const;
  return (await decide(items, gate, { outcome: 'EXPIRED', rulings: [], by, at: now.toISOString() })).decision;
}

async function conclude(
  gate: GateItem,
  proposal: Proposal,
  decision: DecisionItem | undefined,
  now: Date,
  items: Items,
): Promise<void> {
  const ruling = decision?.rulings.find(({ index }) => index === proposal.index);
  const result = await resultOf(proposal, decision, ruling, items);
  await recordCall(items, gate.run, {
    turn: gate.turn,
    index: proposal.index,
    result,
    at: now.toISOString(),
  });
  if (proposal.standing === 'open') await withdraw(items, proposal.key, gateKey(gate).pk);
}

async function resultOf(
  proposal: Proposal,
  decision: DecisionItem | undefined,
  ruling: Ruling | undefined,
  items: Items,
): Promise<ToolResult> {
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
  if (ruling?.ruling === 'CHANGES')
    return no('CHANGES_REQUESTED', `a person asks for changes: ${ruling.comment ?? ''}`);
  return no('REJECTED_BY_PERSON', `a person said no: ${ruling?.comment ?? 'without a reason'}`);
}
