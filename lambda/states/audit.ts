import { type DecisionItem, readDecision } from '../ledger/decision.ts';
import { type GateItem, proposalDigest } from '../ledger/gate.ts';
import type { Items } from '../ledger/items.ts';
import { type RunRecord, readRecord } from '../ledger/record.ts';
import { readWrite, type WriteItem } from '../ledger/write.ts';
import { gatesOfRun } from './revoke.ts';

/** All that is on record of one run, in one piece; enough to check it by hand, and to replay it. */
export type Audit = {
  readonly record: RunRecord;
  readonly gates: readonly Omit<GateItem, 'token'>[];
  readonly decisions: readonly DecisionItem[];
  readonly writes: readonly WriteItem[];
  /** What was recomputed while exporting; each is to be true. */
  readonly checks: readonly { readonly what: string; readonly holds: boolean }[];
};

/**
 * Exports a run: turns, facts, gates, decisions and writes, with every digest recomputed. The task token stays out.
 *
 * @throws {RunUnknown}
 */
export async function auditOf(items: Items, run: string): Promise<Audit> {
  const record = await readRecord(items, run);
  const opened = await gatesOfRun(items, record);
  const decisions = (await Promise.all(opened.map((gate) => readDecision(items, gate)))).filter(
    (d) => d !== undefined,
  );
  const keys = new Set(opened.flatMap(({ proposals }) => proposals.map(({ key }) => key)));
  const writes = (await Promise.all([...keys].map((key) => readWrite(items, key)))).filter(
    (w) => w !== undefined,
  );
  const gates = opened.map(({ token: _, ...gate }) => gate);
  return { record, gates, decisions, writes, checks: checksOf(gates, decisions, writes) };
}

function checksOf(
  gates: Audit['gates'],
  decisions: readonly DecisionItem[],
  writes: readonly WriteItem[],
): Audit['checks'] {
  const shown = gates.flatMap(({ turn, kind, proposals }) =>
    proposals.map((proposal) => ({
      what: `turn ${turn} ${kind}: proposal ${proposal.index} is what its digest says`,
      holds: proposalDigest(proposal) === proposal.digest,
    })),
  );
  const ran = writes
    .filter(({ state }) => state === 'SUCCEEDED')
    .map((write) => ({
      what: `write ${write.key.slice(0, 12)}: what ran is what was approved`,
      holds: decisions.some(({ rulings }) =>
        rulings.some(({ ruling, digest }) => ruling !== 'REJECTED' && digest === proposalDigest(write)),
      ),
    }));
  return [...shown, ...ran];
}
