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
    const nap = () => {
      const left = epochMs - Date.now();
      timer =
        left > LONGEST_NAP_MS
          ? setTimeout(nap, LONGEST_NAP_MS)
          : setTimeout(wake, Math.max(0, Math.ceil(left)));
    };
    nap();
    return () => clearTimeout(timer);
  },
};
