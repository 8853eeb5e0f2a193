import type { Answer, Deliver } from '../define/answer.ts';
import type { Workflow } from '../define/workflow.ts';
import { type AnswerItem, readAnswerItem, recordAnswer } from '../ledger/answer.ts';
import type { Items } from '../ledger/items.ts';
import type { RunRecord } from '../ledger/record.ts';
import type { Ending } from '../ledger/run.ts';
import { viewOf } from './view.ts';

/**
 * Tells the asker what the run comes to, and records that they were told: DONE stands on that record. An answer that cannot
 * be delivered is an error before DONE; it does not keep any other ending back.
 */
export async function answerAsker(
  workflow: Workflow,
  record: RunRecord,
  ending: Pick<Ending, 'state' | 'code'>,
  { items, deliver, at }: { readonly items: Items; readonly deliver: Deliver; readonly at: string },
): Promise<AnswerItem | undefined> {
  if (!workflow.answer) return undefined;
  const { run } = record.run;
  const told = await readAnswerItem(items, run);
  if (told) return told;
  const { state: outcome, code } = ending;
  const text = workflow.answer(viewOf(record), { state: outcome, ...(code ? { code } : {}) });
  const answer: Answer = { run, workflow: workflow.name, outcome, text };
  try {
    const delivered = await deliver(answer);
    return await recordAnswer(items, run, { text, outcome, delivered, at });
  } catch (error) {
    if (outcome === 'DONE') throw error;
    return undefined;
  }
}
