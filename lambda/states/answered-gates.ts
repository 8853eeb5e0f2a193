import { type Decided, standingsOf } from '../gate/standing.ts';
import { readDecision } from '../ledger/decision.ts';
import { type GateItem, type GateRef, readGate } from '../ledger/gate.ts';
import type { Items } from '../ledger/items.ts';
import type { RunRecord } from '../ledger/record.ts';
import { looksAfter } from './looks.ts';

/** A gate that is closed: `decided` with what came of it, or `expired`, or neither, when it was taken back. */
export type Answered = {
  readonly gate: GateItem;
  readonly decided?: Decided;
  readonly expired: boolean;
};

/** The gates whose answers made the run what it is: every one that was to confirm a write, and the look that ended it. */
export async function answeredGates(
  record: RunRecord,
  items: Items,
  now: Date,
): Promise<readonly Answered[]> {
  const { run, turns } = record;
  const proposing = turns.filter(({ calls }) => calls.some(({ standing }) => standing === 'propose'));
  const refs: readonly GateRef[] = [
    ...proposing.map(({ turn }) => ({ run: run.run, turn, kind: 'CONFIRM' as const })),
    ...(run.state === 'DONE' ? [] : [lastLook(record)]),
  ];
  const gates = await Promise.all(refs.map((ref) => answered(ref, items, now)));
  return gates.filter((gate) => gate !== undefined);
}

const lastLook = (record: RunRecord): GateRef => {
  const turn = record.turns.at(-1)?.turn ?? 0;
  return { run: record.run.run, turn, kind: 'REVIEW', nth: Math.max(1, looksAfter(turn, record)) };
};

async function answered(ref: GateRef, items: Items, now: Date): Promise<Answered | undefined> {
  const gate = await readGate(items, ref);
  const decision = gate && (await readDecision(items, ref));
  if (!decision) return undefined;
  const expired = decision.outcome === 'EXPIRED';
  if (decision.outcome !== 'DECIDED') return { gate, expired };
  const all = await standingsOf(items, decision, now);
  // What went back to the model was not the last word on it.
  const standings = all.filter(({ ruling }) => ruling.ruling !== 'CHANGES' && ruling.ruling !== 'ANSWERED');
  return { gate, expired, ...(standings.length > 0 ? { decided: { decision, standings } } : {}) };
}
