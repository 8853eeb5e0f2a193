import { type DecidedBy, type DecisionItem, decide, decisionKey, type Ruling } from './decision.ts';
import type { Approver, GateItem, GateRef, Proposal } from './gate.ts';
import { ABSENT, type Item, type Items, type Key, NONCE } from './items.ts';
import { SCHEMA } from './record.ts';

/** One person's answer, while it is not a decision yet. */
export type Vote = { readonly by: DecidedBy; readonly at: string; readonly rulings: readonly Ruling[] };

/** DECISION#run#turn#kind[#nth] / VOTE#person: beside the decision it may become part of. */
export type VoteItem = Key & Vote & { readonly person: string; readonly [NONCE]: string };

/** A deputy answers in the place of the one stood in for: together they are one person. */
export const personOf = ({ id, deputyOf }: Pick<Approver, 'id' | 'deputyOf'>): string => deputyOf ?? id;

/** All that was said about a gate, in one request: the decision, if there is one, and the votes. */
export async function readAnswers(
  items: Items,
  ref: GateRef,
): Promise<{ readonly decision: DecisionItem | undefined; readonly votes: readonly VoteItem[] }> {
  const all = await items.query(decisionKey(ref).pk);
  const is = (item: Item) => item.sk === 'DECISION';
  return {
    decision: all.find(is) as DecisionItem | undefined,
    votes: all.filter((item) => !is(item)) as readonly Item[] as readonly VoteItem[],
  };
}

/** absent -> a vote; or this person's earlier vote, as it was read, -> the new one. False: it has changed meanwhile. */
export async function castVote(
  items: Items,
  ref: GateRef,
  vote: Vote & { readonly person: string },
  over: VoteItem | undefined,
): Promise<boolean> {
  const key = { pk: decisionKey(ref).pk, sk: `VOTE#${vote.person}` };
  const put = await items.put(
    { ...vote, ...key, v: SCHEMA },
    over ? [{ equals: [NONCE, over[NONCE]] }] : ABSENT,
  );
  return put.won;
}

/** The words that need a quorum; any other ends the matter for its proposal at once: one rejection vetoes. */
const COUNTED: readonly Ruling['ruling'][] = ['APPROVED', 'REDO'];
export const isVeto = ({ ruling }: Ruling): boolean => !COUNTED.includes(ruling);

/** What is up for approval now: the proposal as frozen, or as the newest edit has it. */
export type Version = Pick<Ruling, 'digest' | 'edited' | 'before'> & { readonly editor?: string };

export function versionOf(proposal: Proposal, votes: readonly Vote[]): Version {
  const edits = inOrder(votes).flatMap(({ by, rulings }) =>
    rulings
      .filter((ruling) => ruling.index === proposal.index && ruling.edited)
      .map(
        ({ digest, edited, before }): Version => ({
          digest,
          ...(edited ? { edited } : {}),
          ...(before ? { before } : {}),
          editor: by.name,
        }),
      ),
  );
  return edits.at(-1) ?? { digest: proposal.digest };
}

/** Those whose approval of this version counts, a person once. */
export function approvalsOf(proposal: Proposal, votes: readonly Vote[]): readonly Vote[] {
  const { digest } = versionOf(proposal, votes);
  return votes.filter(({ rulings }) =>
    rulings.some((ruling) => ruling.index === proposal.index && !isVeto(ruling) && ruling.digest === digest),
  );
}

/** The ruling a proposal has come to by these votes; undefined while approvals are missing. */
export function rulingBy(proposal: Proposal, votes: readonly Vote[], quorum: number): Ruling | undefined {
  const about = inOrder(votes).flatMap(({ rulings }) =>
    rulings.filter(({ index }) => index === proposal.index),
  );
  const veto = about.find(isVeto);
  if (veto) return veto;
  if (approvalsOf(proposal, votes).length < quorum) return undefined;
  const { editor: _, ...version } = versionOf(proposal, votes);
  const [first] = about;
  return first && { index: proposal.index, ruling: first.ruling, shown: proposal.digest, ...version };
}

/** The rulings of a decision, once every open proposal has one. */
export function tally(
  gate: Pick<GateItem, 'proposals' | 'quorum'>,
  votes: readonly Vote[],
): readonly Ruling[] | undefined {
  const open = gate.proposals.filter(({ standing }) => standing === 'open');
  const rulings = open.flatMap((proposal) => rulingBy(proposal, votes, gate.quorum) ?? []);
  return open.length > 0 && rulings.length === open.length ? rulings : undefined;
}

const inOrder = (votes: readonly Vote[]): readonly Vote[] =>
  [...votes].sort((a, b) => (a.at + a.by.approver < b.at + b.by.approver ? -1 : 1));

/**
 * What stands about a gate: its decision, or the one its votes have come to, which somebody died before putting.
 * Undefined while approvals are missing.
 */
export async function decisionBy(
  items: Items,
  gate: GateItem,
): Promise<{ readonly decision: DecisionItem | undefined; readonly votes: readonly VoteItem[] }> {
  const { decision, votes } = await readAnswers(items, gate);
  const rulings = decision ? undefined : tally(gate, votes);
  const last = inOrder(votes).at(-1);
  if (!rulings || !last) return { decision, votes };
  const earlier = votes.filter((vote) => vote !== last).map(({ by, at, rulings }) => ({ by, at, rulings }));
  const put = await decide(items, gate, {
    ...{ outcome: 'DECIDED', rulings, by: last.by, at: last.at },
    ...(earlier.length > 0 ? { earlier } : {}),
  });
  return { decision: put.decision, votes };
}
