import { readDecision } from '../ledger/decision.ts';
import { type GateRef, type Proposal, readGate } from '../ledger/gate.ts';
import type { Items } from '../ledger/items.ts';
import type { RunRecord } from '../ledger/record.ts';

/** Longer drafts are not kept a second time: the item has its limit. */
const MOST_BYTES = 60_000;

/**
 * After a round of changes: each proposal beside what stood in its place, and the words it was sent back with. It is in its
 * place by its key, or as the only one of its tool.
 */
export async function withEarlier(
  ref: GateRef,
  proposals: readonly Proposal[],
  record: RunRecord,
  items: Items,
): Promise<readonly Proposal[]> {
  const turn = changesBefore(ref, record);
  if (turn === undefined) return proposals;
  const last: GateRef = { run: ref.run, turn, kind: ref.kind };
  const [gate, decision] = await Promise.all([readGate(items, last), readDecision(items, last)]);
  if (!gate || !decision) return proposals;
  return proposals.map((proposal) => {
    const sameTool = (list: readonly Proposal[]) => list.filter(({ tool }) => tool === proposal.tool);
    const [only, ...more] = sameTool(gate.proposals);
    const before =
      gate.proposals.find(({ key }) => key === proposal.key) ??
      (more.length === 0 && sameTool(proposals).length === 1 ? only : undefined);
    const ruling = decision.rulings.find(({ index }) => index === before?.index);
    if (!before || ruling?.ruling !== 'CHANGES') return proposal;
    const { title, texts } = before.preview;
    if (Buffer.byteLength(JSON.stringify(texts)) > MOST_BYTES) return proposal;
    return { ...proposal, earlier: { title, texts, asked: ruling.comment ?? '', by: decision.by.name } };
  });
}

/** The last turn before this one that a person asked changes of. */
function changesBefore({ turn, kind }: GateRef, { calls, reviews }: RunRecord): number | undefined {
  const sent =
    kind === 'REVIEW'
      ? reviews.filter(({ ruling, comment }) => ruling === 'CONTINUE' && comment)
      : calls.filter(({ result }) => !result.ok && result.error.code === 'CHANGES_REQUESTED');
  const turns = sent.map((item) => item.turn).filter((past) => past < turn);
  return turns.length > 0 ? Math.max(...turns) : undefined;
}
