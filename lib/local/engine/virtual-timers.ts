import type { Timers } from './timers.ts';

export type VirtualTimers = Timers & {
  /** Fires the earliest sleeper and moves the clock to its instant; false when nobody sleeps. */
  runNext(): boolean;
  /** Moves the clock forward, firing every sleeper on the way in order. */
  advance(ms: number): void;
  /** When the earliest sleeper wakes. */
  next(): number | undefined;
};

/** Time that moves only when told to: a day's wait passes in a microsecond, the same way every run. */
export function virtualTimers(startMs: number): VirtualTimers {
  let now = startMs;
  let order = 0;
  const sleepers = new Map<number, { epochMs: number; wake: () => void }>();

  const earliest = () => {
    let first: [number, { epochMs: number; wake: () => void }] | undefined;
    for (const entry of sleepers) if (!first || entry[1].epochMs < first[1].epochMs) first = entry;
    return first;
  };
  const runNext = () => {
    const first = earliest();
    if (!first) return false;
    sleepers.delete(first[0]);
    now = Math.max(now, first[1].epochMs);
    first[1].wake();
    return true;
  };

  return {
    now: () => now,
    at(epochMs, wake) {
      const id = ++order;
      sleepers.set(id, { epochMs, wake });
      return () => void sleepers.delete(id);
    },
    runNext,
    advance(ms) {
      const until = now + ms;
      for (let first = earliest(); first && first[1].epochMs <= until; first = earliest()) runNext();
      now = until;
    },
    next: () => earliest()?.[1].epochMs,
  };
}
