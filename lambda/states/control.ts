import type { SFNClient } from '@aws-sdk/client-sfn';
import { type Clock, shifted } from '../define/clock.ts';
import { resumeGate } from '../gate/callback.ts';
import { type DecidedBy, decide } from '../ledger/decision.ts';
import type { Items } from '../ledger/items.ts';
import { readRecord } from '../ledger/record.ts';
import { setControl } from '../ledger/run.ts';
import { REVIEW } from './proposals.ts';
import { gatesOf, revoke } from './revoke.ts';

export type ControlDeps = { readonly items: Items; readonly sfn: SFNClient; readonly clock: Clock };

const operator = (name: string): DecidedBy => ({ approver: 'operator', name, how: 'operator' });

/** The run stops before its next turn; never between an approval and its write. False when it has ended. */
export const pause = ({ items }: ControlDeps, run: string): Promise<boolean> =>
  setControl(items, run, 'PAUSE');

/**
 * A paused run goes on; a look that was asked for is answered by the operator, a question is not. False when it has ended.
 */
export async function resume({ items, sfn, clock }: ControlDeps, run: string, who: string): Promise<boolean> {
  if (!(await setControl(items, run, 'RUN'))) return false;
  const record = await readRecord(items, run);
  const now = shifted(clock, record.run.clockOffsetMs).now();
  for (const gate of (await gatesOf(items, record)).filter(
    ({ proposals, resumedAt }) => proposals.some(({ tool }) => tool === REVIEW) && !resumedAt,
  )) {
    const rulings = gate.proposals.map(({ index, digest }) => ({
      index,
      ruling: 'APPROVED' as const,
      shown: digest,
      digest,
    }));
    const { decision } = await decide(items, gate, {
      outcome: 'DECIDED',
      rulings,
      by: operator(who),
      at: now.toISOString(),
    });
    await resumeGate({ items, sfn, now }, gate, decision);
  }
  return true;
}

/**
 * Cancels: links and proposals first, then the run ends CANCELLED at its next step. An act that has begun is finished
 * and reported. False when the run has ended.
 */
export async function cancel({ items, sfn, clock }: ControlDeps, run: string, who: string): Promise<boolean> {
  if (!(await setControl(items, run, 'CANCEL'))) return false;
  const record = await readRecord(items, run);
  const now = shifted(clock, record.run.clockOffsetMs).now();
  for (const gate of (await gatesOf(items, record)).filter(({ resumedAt }) => !resumedAt)) {
    const decision = await revoke(items, gate, operator(who), now.toISOString());
    await resumeGate({ items, sfn, now }, gate, decision);
  }
  return true;
}
