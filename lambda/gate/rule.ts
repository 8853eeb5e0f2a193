import type { Ruling } from '../ledger/decision.ts';
import { type GateItem, type Proposal, proposalDigest } from '../ledger/gate.ts';
import { openOnes } from './asked.ts';
import { COMMENTED, choicesFor } from './choices.ts';
import type { Said } from './submission.ts';

/** What is missing in the answer about one proposal. */
export type Problem = 'choose' | 'comment';

/**
 * `rulings`: complete. `changed`: it is about something other than what is on record. `unfinished`: something is missing,
 * by proposal. `malformed`: the page offers no such answer.
 */
export type Ruled =
  | { readonly is: 'rulings'; readonly rulings: readonly Ruling[] }
  | { readonly is: 'changed' | 'malformed' }
  | { readonly is: 'unfinished'; readonly problems: ReadonlyMap<number, Problem> };

/** Whether the record is what `ask` froze: the digests are computed anew, never taken at their word. */
export const intact = (gate: GateItem): boolean =>
  gate.proposals.every((proposal) => proposalDigest(proposal) === proposal.digest);

/** Turns an answer into rulings on every open proposal. */
export function rule(gate: GateItem, said: readonly Said[]): Ruled {
  const open = openOnes(gate);
  const answers = open.map((proposal) => ({
    proposal,
    answer: said.find(({ index }) => index === proposal.index),
  }));
  if (said.length !== open.length) return { is: 'changed' };
  if (answers.some(({ proposal, answer }) => answer?.digest !== proposal.digest)) return { is: 'changed' };
  const problems = new Map<number, Problem>();
  const rulings: Ruling[] = [];
  for (const { proposal, answer } of answers) {
    if (answer?.choice && !choicesFor(gate, proposal).includes(answer.choice)) return { is: 'malformed' };
    const one = answer && ruleOne(proposal, answer);
    if (typeof one === 'object') rulings.push(one);
    else problems.set(proposal.index, one ?? 'choose');
  }
  return problems.size ? { is: 'unfinished', problems } : { is: 'rulings', rulings };
}

function ruleOne(proposal: Proposal, { choice, comments }: Said): Ruling | Problem {
  if (!choice) return 'choose';
  const { index, digest } = proposal;
  const comment = comments[choice];
  if (COMMENTED.includes(choice) && !comment) return 'comment';
  if (choice === 'EDITED' || choice === 'REFRESH') return 'choose';
  return { index, shown: digest, digest, ruling: choice, ...(comment ? { comment } : {}) };
}
