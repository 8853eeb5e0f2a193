/** The engine's only clock. Adapters: `systemTimers` here, `virtualTimers` for tests and the conformance runner. */
export type Timers = {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** Calls `wake` once at or after the instant; the returned function takes that back. */
  at(epochMs: number, wake: () => void): () => void;
};

/** setTimeout fires at once for more than 2^31-1 ms, so a longer sleep is taken in naps. */
const LONGEST_NAP_MS = 2 ** 31 - 1;

export const systemTimers: Timers = {
  now: () => Date.now(),
  at(epochMs, wake) {
    let timer: NodeJS.Timeout;
    // The platform's timers run on another clock than Date and may be early by a millisecond.
    const nap = () => {
      const left = epochMs - Date.now();
      if (left <= 0) wake();
      else timer = setTimeout(nap, Math.min(left, LONGEST_NAP_MS));
    };
    timer = setTimeout(nap, Math.min(Math.max(0, epochMs - Date.now()), LONGEST_NAP_MS));
    return () => clearTimeout(timer);
  },
};
