/** The host's time. Only ledger times decide; a clock is always handed in. */
export type Clock = { now(): Date };

/** The clock of one run, which a recording sets `offsetMs` milliseconds ahead of the host's. */
export const shifted = (clock: Clock, offsetMs: number): Clock => ({
  now: () => new Date(clock.now().getTime() + offsetMs),
});
