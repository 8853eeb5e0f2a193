import type { Json } from '../define/json.ts';
import { type Approver, type GateItem, type GateKind, type GateRef, nameOf } from './gate.ts';
import { ABSENT, type Items, type Key } from './items.ts';
import { type Recording, SCHEMA } from './record.ts';

/**
 * What may be said of one proposal. To confirm a write or review a plan: APPROVED, REJECTED, CHANGES. To settle an
 * unknown outcome: HAPPENED, or it did not: REDO, STOP. To a question: ANSWERED.
 */
export type RulingKind = 'APPROVED' | 'REJECTED' | 'CHANGES' | 'HAPPENED' | 'REDO' | 'STOP' | 'ANSWERED';

/** What was said about one proposal; `comment` is the reason, the wished change, the evidence or the answer. */
export type Ruling = {
  readonly index: number;
  readonly ruling: RulingKind;
  /** The digest of what was proposed and shown. */
  readonly shown: string;
  /** The digest of what may run: the shown one, or the edited one's. */
  readonly digest: string;
  /** The arguments as edited, when they were. */
  readonly edited?: { readonly [field: string]: Json };
  /** The arguments as they were proposed, beside the edited ones. */
  readonly before?: { readonly [field: string]: Json };
  readonly comment?: string;
};

/** Who decided, and how we know. */
export type DecidedBy = {
  readonly approver: string;
  readonly name: string;
  readonly how: 'link' | 'clock' | 'operator' | 'machine';
  readonly ip?: string;
  readonly userAgent?: string;
};

/**
 * DECISION#run#turn#kind[#nth] / DECISION: put if absent, immutable. The only truth about a gate.
 */
export type DecisionItem = Key & {
  readonly run: string;
  readonly turn: number;
  readonly kind: GateKind;
  readonly nth?: number;
  readonly workflow: string;
  readonly businessDate: string;
  readonly recording?: Recording;
  /** Whom the gate asked, in the order of their links. */
  readonly people: readonly Omit<Approver, 'email'>[];
  readonly outcome: 'DECIDED' | 'EXPIRED' | 'CANCELLED';
  readonly rulings: readonly Ruling[];
  readonly by: DecidedBy;
  /** Those who had answered before `by` made it a decision, where several must. */
  readonly earlier?: readonly {
    readonly by: DecidedBy;
    readonly at: string;
    readonly rulings: readonly Ruling[];
  }[];
  readonly at: string;
  /** ISO 8601, by the run's clock. */
  readonly executeBy: string;
  readonly clockOffsetMs: number;
  /** What the receipt page shows without the gate: each proposal's act, title and key. */
  readonly shown: readonly {
    readonly index: number;
    readonly key: string;
    readonly tool: string;
    readonly act: Json;
    readonly title: string;
  }[];
};

export const decisionKey = (ref: GateRef) => ({
  pk: `DECISION#${nameOf(ref)}`,
  sk: 'DECISION',
});

export const readDecision = async (items: Items, ref: GateRef) =>
  (await items.get(decisionKey(ref))) as DecisionItem | undefined;

/** Puts the decision if there is none; the one that stands is returned, with whether it is this one. */
export async function decide(
  items: Items,
  gate: GateItem,
  decision: Pick<DecisionItem, 'outcome' | 'rulings' | 'by' | 'earlier' | 'at'>,
): Promise<{ readonly mine: boolean; readonly decision: DecisionItem }> {
  const shown = gate.proposals
    .filter(({ standing }) => standing === 'open')
    .map(({ index, key, tool, preview }) => ({ index, key, tool, act: preview.act, title: preview.title }));
  const { run, turn, kind, nth, workflow, businessDate, recording, clockOffsetMs, executeBy } = gate;
  const about = { run, turn, kind, nth, workflow, businessDate, recording, clockOffsetMs, executeBy };
  const people = gate.approvers.map(({ email: _, ...approver }) => approver);
  const put = await items.put(
    { ...about, ...decision, ...decisionKey(gate), v: SCHEMA, people, shown },
    ABSENT,
  );
  return { mine: put.won, decision: put.item as DecisionItem };
}

/** What goes back to the machine: an enum it routes on; it carries no authority. */
export type Verdict = 'WRITE' | 'CLOSE';

/**
 * When everything the turn proposed may run it goes straight to WRITE; anything else is for CLOSE_GATE to record, also
 * what was done already and nobody had to be asked about.
 */
export function callbackOf(
  decision: DecisionItem,
  { proposals }: Pick<GateItem, 'proposals'>,
): {
  readonly verdict: Verdict;
  readonly writes: readonly number[];
} {
  const writes = approved(decision);
  const all = writes.length > 0 && writes.length === proposals.length;
  return all ? { verdict: 'WRITE', writes } : { verdict: 'CLOSE', writes: [] };
}

const RUNS: { readonly [K in GateKind]?: RulingKind } = { CONFIRM: 'APPROVED', SETTLE: 'REDO' };

/** The indexes of the proposals that may run: approved writes, and unknown ones that did not happen and shall. */
export const approved = ({ outcome, kind, rulings }: DecisionItem): number[] =>
  outcome === 'DECIDED' ? rulings.filter((r) => r.ruling === RUNS[kind]).map((r) => r.index) : [];
