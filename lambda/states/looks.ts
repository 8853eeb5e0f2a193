import type { ReviewItem, RunRecord, TurnItem } from '../ledger/record.ts';

/**
 * How many times a person was asked about the run after a turn, before the next one: looks that code or an operator wanted,
 * and the turn's questions. Each is a gate of its own; the next one is the one after these.
 */
export function looksAfter(turn: number, record: RunRecord): number {
  const calls = record.turns.find((candidate) => candidate.turn === turn)?.calls ?? [];
  const questions = calls.filter(({ standing }) => standing === 'ask');
  // Beside writes they are asked where the writes are confirmed.
  const alone = questions.length > 0 && calls.every(({ standing }) => standing !== 'propose');
  const answered =
    alone && questions.every(({ index }) => record.calls.some((c) => c.turn === turn && c.index === index));
  return reviewsAfter(turn, record).length + (answered ? 1 : 0);
}

/** What was said of the run after a turn, in order. */
export const reviewsAfter = (turn: number, { reviews }: Pick<RunRecord, 'reviews'>): ReviewItem[] =>
  reviews.filter((review) => review.turn === turn).sort((a, b) => a.nth - b.nth);

/** Whether a person has looked at the run after this turn for this reason: they are not asked to look for it again. */
export const hasLooked = (turn: number, code: string, record: RunRecord): boolean =>
  record.pauses.some(
    (pause) =>
      pause.turn === turn &&
      pause.code === code &&
      reviewsAfter(turn, record).some(({ nth }) => nth === pause.nth),
  );

/** A person who is asked about a turn's calls sees what it wants: nothing else has them look before that. */
export const asksAPerson = (turn: Pick<TurnItem, 'calls'>): boolean =>
  turn.calls.some(({ standing }) => standing === 'ask' || standing === 'propose');
