import type { SFNClient } from '@aws-sdk/client-sfn';
import { type Clock, shifted } from '../define/clock.ts';
import { type DecidedBy, type DecisionItem, decide, type Ruling } from '../ledger/decision.ts';
import { type Approver, type GateItem, readGate } from '../ledger/gate.ts';
import type { Items } from '../ledger/items.ts';
import { castVote, personOf, readAnswers, tally, type Vote, type VoteItem } from '../ledger/vote.ts';
import { resumeGate } from './callback.ts';
import type { Link } from './link.ts';
import { intact, type Problems, rule } from './rule.ts';
import type { Said } from './submission.ts';

/**
 * What came of an answer. `recorded`: it is on record. `repeated`: it was, before. `stands`: another answer does. In every
 * other case nothing was recorded, and nothing was done.
 */
export type Answered =
  | { readonly is: 'recorded' | 'repeated' }
  | { readonly is: 'stands'; readonly decision: DecisionItem }
  | { readonly is: 'closed' }
  | { readonly is: 'expired' | 'altered' | 'changed' | 'malformed'; readonly gate: GateItem }
  | {
      readonly is: 'unfinished';
      readonly gate: GateItem;
      readonly votes: readonly VoteItem[];
      readonly problems: Problems;
    };

export type AnswerDeps = { readonly items: Items; readonly sfn: SFNClient; readonly clock: Clock };
type From = Pick<DecidedBy, 'ip' | 'userAgent'>;

/**
 * Takes one person's answer: the DECISION first, the callback second. Four requests to the table where one approver is
 * enough; with a quorum, the vote and a second look at the others' are two more.
 */
export async function answerGate(
  deps: AnswerDeps,
  link: Link,
  said: readonly Said[],
  from: From,
): Promise<Answered> {
  const { items, sfn, clock } = deps;
  const [{ decision, votes }, gate] = await Promise.all([
    readAnswers(items, link.ref),
    readGate(items, link.ref),
  ]);
  const approver = gate?.approvers[link.approver];
  if (!gate || !approver) return decision ? { is: 'stands', decision } : { is: 'closed' };
  const now = shifted(clock, gate.clockOffsetMs).now();
  if (decision) {
    // the machine may not have been told: the first callback can have been lost
    await resumeGate({ items, sfn, now }, gate, decision);
    return afterwards(gate, decision, approver, said);
  }
  // the gate's own time decides, whether or not anything has put EXPIRED yet
  if (now >= new Date(gate.decideBy)) return { is: 'expired', gate };
  if (!intact(gate)) return { is: 'altered', gate };

  const person = personOf(approver);
  const others = votes.filter((vote) => vote.person !== person);
  const earlier = votes.find((vote) => vote.person === person);
  if (earlier && agrees(earlier.rulings, rule(gate, others, said))) return { is: 'repeated' };
  const ruled = rule(gate, votes, said);
  if (ruled.is === 'unfinished') return { ...ruled, gate, votes };
  if (ruled.is !== 'rulings') return { is: ruled.is, gate };

  // what this person vetoed before stays vetoed
  const kept = (earlier?.rulings ?? []).filter(
    ({ index }) => !ruled.rulings.some((one) => one.index === index),
  );
  const by: DecidedBy = { approver: approver.id, name: approver.name, how: 'link', ...from };
  const vote: Vote = { by, at: now.toISOString(), rulings: [...kept, ...ruled.rulings] };
  const conclude = async (rulings: readonly Ruling[], before: readonly Vote[]): Promise<Answered> => {
    const earlier = before.map(({ by, at, rulings }) => ({ by, at, rulings }));
    const put = await decide(items, gate, {
      ...{ outcome: 'DECIDED', rulings, by, at: vote.at },
      ...(earlier.length ? { earlier } : {}),
    });
    if (!put.mine) return afterwards(gate, put.decision, approver, said);
    await resumeGate({ items, sfn, now }, gate, put.decision);
    return { is: 'recorded' };
  };
  const alone = tally(gate, [...others, vote]);
  if (alone) return conclude(alone, others);
  // lost to the same person's other click: that one is on record now, and this one is looked at again beside it
  if (!(await castVote(items, gate, { ...vote, person }, earlier))) return answerGate(deps, link, said, from);
  // votes cast at the same moment did not see each other; whoever looks last completes the decision
  const after = await readAnswers(items, gate);
  if (after.decision) return afterwards(gate, after.decision, approver, said);
  const together = tally(gate, after.votes);
  if (!together) return { is: 'recorded' };
  return conclude(
    together,
    after.votes.filter((one) => one.person !== person),
  );
}

/** There is a decision: the same person's same answer is a repeat, any other is told which one stands. */
function afterwards(
  gate: GateItem,
  decision: DecisionItem,
  { id }: Approver,
  said: readonly Said[],
): Answered {
  const earlier = decision.earlier ?? [];
  const mine = decision.by.approver === id || earlier.some(({ by }) => by.approver === id);
  const others = earlier.filter(({ by }) => by.approver !== id);
  const repeated =
    mine && decision.outcome === 'DECIDED' && agrees(decision.rulings, rule(gate, others, said));
  return repeated ? { is: 'repeated' } : { is: 'stands', decision };
}

/** Whether an answer says what is on record: the same words about the same digests. */
function agrees(record: readonly Ruling[], ruled: ReturnType<typeof rule>): boolean {
  if (ruled.is !== 'rulings') return false;
  return ruled.rulings.every(({ index, ruling, digest, comment }) => {
    const kept = record.find((one) => one.index === index);
    return kept?.ruling === ruling && kept.digest === digest && kept.comment === comment;
  });
}
