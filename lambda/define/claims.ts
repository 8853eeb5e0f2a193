import { withoutDates } from './claims/dates.ts';
import { figuresIn } from './claims/figures.ts';
import { hiddenIn, plainText } from './claims/plain-text.ts';
import { promiseIn } from './claims/promises.ts';

export { type Figure, figuresIn } from './claims/figures.ts';

/** Why a text written by a model may reach neither a write nor a person. */
export type ClaimsFault = {
  readonly code: 'HIDDEN_TEXT' | 'UNGROUNDED_FIGURE' | 'PROMISES_FUTURE';
  readonly found: string;
  readonly message: string;
};

/**
 * Judges free text: every figure in it, however it is written, must be one of `allowed`, nothing may be hidden, and
 * nothing may be said about the future. When in doubt it finds a fault: the model can reword, a reader cannot know.
 *
 * Numbers in `allowed` carry no unit, so a day of the month there would let a temperature of that number pass: give
 * the dates that may be named as `dates` (YYYY-MM-DD) instead, and they pass only when written as dates.
 */
export function claimsFault(
  text: string,
  allowed: readonly number[],
  dates: readonly string[] = [],
): ClaimsFault | undefined {
  const hidden = hiddenIn(text);
  if (hidden) {
    return {
      code: 'HIDDEN_TEXT',
      found: hidden,
      message: `the text hides ${hidden}; write it in plain characters`,
    };
  }
  const plain = plainText(text);
  const invented = figuresIn(withoutDates(plain, dates)).find(({ value }) => !allowed.includes(value));
  if (invented) {
    const found = invented.text.trim().slice(0, 40);
    return {
      code: 'UNGROUNDED_FIGURE',
      found,
      message: `no fact says "${found}"; write without figures of your own`,
    };
  }
  const promise = promiseIn(plain);
  if (promise) {
    const message = `"${promise}" speaks of the future, the facts are observations; write without it`;
    return { code: 'PROMISES_FUTURE', found: promise, message };
  }
  return undefined;
}
