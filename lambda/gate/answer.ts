import type { SFNClient } from '@aws-sdk/client-sfn';
import { type Clock, shifted } from '../define/clock.ts';
import { canonical } from '../define/json.ts';
import { type DecidedBy, type DecisionItem, decide, type Ruling, readDecision } from '../ledger/decision.ts';
import { type GateItem, readGate } from '../ledger/gate.ts';
import type { Items } from '../ledger/items.ts';
import { resumeGate } from './callback.ts';
import type { Link } from './link.ts';
import { intact, type Problem, rule } from './rule.ts';
import type { Said } from './submission.ts';

/**
 * What came of an answer. `recorded`: it is the decision. `repeated`: it was, before. `stands`: another decision does.
 * In every other case nothing was recorded, and nothing was done.
 */
export type Answered =
  | { readonly is: 'recorded' | 'repeated' | 'stands'; readonly decision: DecisionItem }
  | { readonly is: 'closed' }
  | { readonly is: 'expired' | 'altered' | 'changed' | 'malformed'; readonly gate: GateItem }
  | { readonly is: 'unfinished'; readonly gate: GateItem; readonly problems: ReadonlyMap<number, Problem> };

export type AnswerDeps = { readonly items: Items; readonly sfn: SFNClient; readonly clock: Clock };

/** Takes one person's answer: the DECISION first, the callback second. Four requests to the table at the most. */
export async function answerGate(
  { items, sfn, clock }: AnswerDeps,
  link: Link,
  said: readonly Said[],
  from: Pick<DecidedBy, 'ip' | 'userAgent'>,
): Promise<Answered> {
  const [stands, gate] = await Promise.all([readDecision(items, link.ref), readGate(items, link.ref)]);
  const approver = gate?.approvers[link.approver];
  if (!gate || !approver) return stands ? { is: 'stands', decision: stands } : { is: 'closed' };
  const now = shifted(clock, gate.clockOffsetMs).now();
  const ruled = rule(gate, said);
  const answeredBefore = (decision: DecisionItem): Answered => {
    const mine = decision.outcome === 'DECIDED' && decision.by.approver === approver.id;
    const repeated = mine && ruled.is === 'rulings' && same(decision.rulings, ruled.rulings);
    return { is: repeated ? 'repeated' : 'stands', decision };
  };
  if (stands) {
    // the machine may not have been told: the first callback can have been lost
    await resumeGate({ items, sfn, now }, gate, stands);
    return answeredBefore(stands);
  }
  // the gate's own time decides, whether or not anything has put EXPIRED yet
  if (now >= new Date(gate.decideBy)) return { is: 'expired', gate };
  if (!intact(gate)) return { is: 'altered', gate };
  if (ruled.is === 'unfinished') return { ...ruled, gate };
  if (ruled.is !== 'rulings') return { is: ruled.is, gate };
  const by: DecidedBy = { approver: approver.id, name: approver.name, how: 'link', ...from };
  const put = await decide(items, gate, {
    outcome: 'DECIDED',
    rulings: ruled.rulings,
    by,
    at: now.toISOString(),
  });
  if (!put.mine) return answeredBefore(put.decision);
  await resumeGate({ items, sfn, now }, gate, put.decision);
  return { is: 'recorded', decision: put.decision };
}

/** Whether two answers say the same, whatever their order. */
const same = (a: readonly Ruling[], b: readonly Ruling[]): boolean =>
  canonical(sorted(a)) === canonical(sorted(b));

const sorted = (rulings: readonly Ruling[]) => [...rulings].sort((a, b) => a.index - b.index);
