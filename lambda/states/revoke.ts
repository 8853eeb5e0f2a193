import { type DecidedBy, type DecisionItem, decide, readDecision } from '../ledger/decision.ts';
import { type GateItem, type GateKind, gateKey, noteGate, readGate } from '../ledger/gate.ts';
import type { Items } from '../ledger/items.ts';
import type { RunRecord } from '../ledger/record.ts';
import { withdraw } from '../ledger/write.ts';

const KINDS: readonly GateKind[] = ['CONFIRM', 'SETTLE', 'REVIEW'];

/** The gates that a run's last turn has opened; earlier turns' gates are closed, or the run would not have gone on. */
export const gatesOf = (items: Items, { run, turns }: RunRecord): Promise<GateItem[]> =>
  gatesAt(items, run.run, turns.at(-1)?.turn ?? 0);

/** Every gate a run has opened, in the order of its turns. */
export async function gatesOfRun(items: Items, { run, turns }: RunRecord): Promise<GateItem[]> {
  const gates = await Promise.all(
    [0, ...turns.map(({ turn }) => turn)].map((turn) => gatesAt(items, run.run, turn)),
  );
  return gates.flat();
}

async function gatesAt(items: Items, run: string, turn: number): Promise<GateItem[]> {
  const gates = await Promise.all(KINDS.map((kind) => readGate(items, { run, turn, kind })));
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
      await withdraw(items, key, gateKey({ ...gate, kind: 'CONFIRM' }).pk);
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
