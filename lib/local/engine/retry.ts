import type { StatesError } from './errors.ts';
import type { Catcher, Retrier } from './machine.ts';

/** @see https://states-language.net/#errors */
export function matches(errors: readonly string[], { error }: StatesError): boolean {
  // States.TaskFailed stands for every failure of a task but its timeout.
  return errors.some(
    (name) =>
      name === error || name === 'States.ALL' || (name === 'States.TaskFailed' && error !== 'States.Timeout'),
  );
}

/** `used` counts the retries of each retrier, with this one. */
export type Retry = { readonly used: readonly number[]; readonly delayMs: number };

/**
 * The first retrier that knows the error decides, alone: if its attempts are used up there is no retry.
 *
 * `used` counts the retries already made by each retrier; `random` is in [0, 1).
 */
export function nextRetry(
  retriers: readonly Retrier[],
  error: StatesError,
  used: readonly number[],
  random: () => number,
): Retry | undefined {
  const index = retriers.findIndex((retrier) => matches(retrier.errors, error));
  const retrier = retriers[index];
  const count = used[index] ?? 0;
  if (!retrier || count >= retrier.maxAttempts) return undefined;
  const counts = retriers.map((_, at) => (used[at] ?? 0) + (at === index ? 1 : 0));
  return { used: counts, delayMs: 1000 * delaySeconds(retrier, count, random) };
}

/** The wait before retry number `count`, counted from 0. */
function delaySeconds(retrier: Retrier, count: number, random: () => number): number {
  const backoff = retrier.intervalSeconds * retrier.backoffRate ** count;
  const capped = Math.min(backoff, retrier.maxDelaySeconds);
  return retrier.jitter ? capped * random() : capped;
}

export function catcherOf(catchers: readonly Catcher[], error: StatesError): Catcher | undefined {
  return catchers.find((catcher) => matches(catcher.errors, error));
}
