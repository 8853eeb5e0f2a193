import { type DecidedBy, type DecisionItem, decide, readDecision } from '../ledger/decision.ts';
import { type GateItem, type GateRef, gateKey, noteGate, readGate } from '../ledger/gate.ts';
import type { Items } from '../ledger/items.ts';
import type { RunRecord } from '../ledger/record.ts';
import { withdraw } from '../ledger/write.ts';
import { looksAfter } from './looks.ts';

/** The gates that a run's last turn has opened; earlier turns' gates are closed, or the run would not have gone on. */
export const gatesOf = (items: Items, record: RunRecord): Promise<GateItem[]> =>
  gatesAt(items, record, record.turns.at(-1)?.turn ?? 0);

/** Every gate a run has opened, in the order of its turns. */
export async function gatesOfRun(items: Items, record: RunRecord): Promise<GateItem[]> {
  const turns = [0, ...record.turns.map(({ turn }) => turn)];
  return (await Promise.all(turns.map((turn) => gatesAt(items, record, turn)))).flat();
}

/** Those of a turn: for its writes, for outcomes nobody knows, and for each look, the one that is open included. */
async function gatesAt(items: Items, record: RunRecord, turn: number): Promise<GateItem[]> {
  const { run } = record.run;
  const looks = Array.from({ length: looksAfter(turn, record) + 1 }, (_, n): GateRef => {
    return { run, turn, kind: 'REVIEW', nth: n + 1 };
  });
  const refs: GateRef[] = [{ run, turn, kind: 'CONFIRM' }, { run, turn, kind: 'SETTLE' }, ...looks];
  const gates = await Promise.all(refs.map((ref) => readGate(items, ref)));
  return gates.filter((gate) => gate !== undefined);
}

/**
 * Takes back what a run still asks for: the gate is decided CANCELLED, its links are dead, its proposals withdrawn.
 * A decision that stands stays; an act that has begun stays.
 */
export async function revoke(items: Items, gate: GateItem, by: DecidedBy, at: string): Promise<DecisionItem> {
  const decision =
    (await readDecision(items, gate)) ??
    (await decide(items, gate, { outcome: 'CANCELLED', rulings: [], by, at })).decision;
  for (const { key, standing, question } of gate.proposals) {
    if (standing === 'open' && !question)
      await withdraw(items, key, gateKey({ run: gate.run, turn: gate.turn, kind: 'CONFIRM' }).pk);
  }
  return decision;
}

/** Revokes every open gate of a run that is ending, and takes it off the open list: nobody waits there any more. */
export async function revokeAll(items: Items, record: RunRecord, by: DecidedBy, at: string): Promise<void> {
  for (const gate of await gatesOf(items, record)) {
    if (gate.resumedAt) continue;
    await revoke(items, gate, by, at);
    await noteGate(items, gate, { resumedAt: at });
  }
}
