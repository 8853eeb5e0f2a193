import type { Ruling } from '../ledger/decision.ts';
import { type GateItem, type Proposal, proposalDigest } from '../ledger/gate.ts';
import { isVeto, type Vote, versionOf } from '../ledger/vote.ts';
import { openOnes } from './asked.ts';
import { type Choice, COMMENTED, choicesFor } from './choices.ts';
import { type Fault, readEdits } from './edits.ts';
import type { Said } from './submission.ts';

/** What is missing in the answer about one proposal: a choice, its words, or edits that fit. */
export type Problem = 'choose' | 'comment' | ReadonlyMap<string, Fault>;
export type Problems = ReadonlyMap<number, Problem>;

/**
 * `rulings`: complete. `changed`: it is about something other than what is up for decision. `unfinished`: something is
 * missing, by proposal. `malformed`: the page offers no such answer.
 */
export type Ruled =
  | { readonly is: 'rulings'; readonly rulings: readonly Ruling[] }
  | { readonly is: 'changed' | 'malformed' }
  | { readonly is: 'unfinished'; readonly problems: Problems };

/** Whether the record is what `ask` froze: the digests are computed anew, never taken at their word. */
export const intact = (gate: GateItem): boolean =>
  gate.proposals.every((proposal) => proposalDigest(proposal) === proposal.digest);

/** Whether somebody's no has settled it already; it is shown, and not asked about any more. */
export const vetoed = ({ index }: Proposal, votes: readonly Vote[]): Ruling | undefined =>
  votes.flatMap(({ rulings }) => rulings).find((ruling) => ruling.index === index && isVeto(ruling));

/** Turns an answer into rulings on every proposal that is up for decision, as the votes so far have it. */
export function rule(gate: GateItem, votes: readonly Vote[], said: readonly Said[]): Ruled {
  const open = openOnes(gate);
  if (said.some(({ index }) => !open.some((proposal) => proposal.index === index))) return { is: 'changed' };
  const problems = new Map<number, Problem>();
  const rulings: Ruling[] = [];
  for (const proposal of open) {
    if (vetoed(proposal, votes)) continue;
    const answer = said.find(({ index }) => index === proposal.index);
    if (answer?.digest !== versionOf(proposal, votes).digest) return { is: 'changed' };
    if (!answer.choice) problems.set(proposal.index, 'choose');
    else if (!choicesFor(gate, proposal).includes(answer.choice)) return { is: 'malformed' };
    else {
      const ruled = ruleOne(proposal, votes, answer.choice, answer);
      if ('ruling' in ruled) rulings.push(ruled.ruling);
      else problems.set(proposal.index, ruled.problem);
    }
  }
  return problems.size ? { is: 'unfinished', problems } : { is: 'rulings', rulings };
}

function ruleOne(
  proposal: Proposal,
  votes: readonly Vote[],
  choice: Choice,
  { comments, edits }: Said,
): { readonly ruling: Ruling } | { readonly problem: Problem } {
  const version = versionOf(proposal, votes);
  const about = { index: proposal.index, shown: proposal.digest, digest: version.digest };
  // words beside a choice that asks for none are not the page's: they are neither recorded nor told from a repeat
  const comment = COMMENTED.includes(choice) ? comments[choice] : undefined;
  if (COMMENTED.includes(choice) && !comment) return { problem: 'comment' };
  if (choice === 'EDITED') {
    const edited = readEdits(proposal, version.edited ?? proposal.args, edits);
    if (edited.is === 'unfit') return { problem: edited.faults };
    const digest = proposalDigest({ ...proposal, args: edited.args });
    // words that were not changed after all are an approval of what was shown
    if (digest === version.digest) return { ruling: { ...about, ruling: 'APPROVED' } };
    return { ruling: { ...about, digest, ruling: 'APPROVED', edited: edited.args, before: proposal.args } };
  }
  if (choice === 'REFRESH') return { ruling: { ...about, ruling: 'CHANGES', comment: REFRESH } };
  if (choice.startsWith('ANSWERED.')) {
    const chosen = proposal.question?.choices[Number(choice.slice('ANSWERED.'.length))] ?? '';
    return { ruling: { ...about, ruling: 'ANSWERED', comment: chosen } };
  }
  return { ruling: { ...about, ruling: choice as Ruling['ruling'], ...(comment ? { comment } : {}) } };
}

/** What the model is told when a person only wants newer figures. */
const REFRESH =
  'The figures have become old. Read the sources again and make a new draft from them; change nothing else.';
