import { ABSENT, type Items, type Key } from './items.ts';
import { type Outcome, runKey, SCHEMA } from './record.ts';

/** RUN#id / ANSWER: absent -> what the asker was told, and how it went out. The evidence of its delivery. */
export type AnswerItem = Key & {
  readonly text: string;
  /** What the run is about to end as. */
  readonly outcome: Outcome;
  readonly delivered: { readonly [channel: string]: string };
  readonly at: string;
};

const answerKey = (run: string): Key => ({ pk: runKey(run).pk, sk: 'ANSWER' });

/** absent -> answered. The first answer stands and is returned: an asker is not told two things. */
export async function recordAnswer(
  items: Items,
  run: string,
  answer: Omit<AnswerItem, keyof Key>,
): Promise<AnswerItem> {
  const put = await items.put({ ...answer, ...answerKey(run), v: SCHEMA }, ABSENT);
  return put.item as AnswerItem;
}

export const readAnswerItem = async (items: Items, run: string): Promise<AnswerItem | undefined> =>
  (await items.get(answerKey(run))) as AnswerItem | undefined;
