import type { Clock } from '../define/clock.ts';
import type { Key } from './items.ts';

const DAY_SECONDS = 86_400;
/** The fewest days a record is kept: a gate waits three at most, and people ask about last week. */
export const FEWEST_DAYS = 30;

/** What happened in a run, and who decided what. That an act was done (WRITE#) and what it made (TASK#) stays. */
const RECORDS = /^(?:RUN|GATE|DECISION)#/;

/**
 * When the table may drop an item, in seconds since 1970. Housekeeping, and nothing else: every time that decides
 * something is compared by code, and what keeps an act from happening twice is never dropped.
 */
export const expiring =
  (days: number, clock: Clock) =>
  ({ pk }: Key): number | undefined =>
    RECORDS.test(pk) ? Math.floor(clock.now().getTime() / 1000) + days * DAY_SECONDS : undefined;
