import { type Duration, toSeconds } from './duration.ts';
import { canonical } from './json.ts';
import type { CallView, RunView } from './run-view.ts';

/** Why a run is parked for a person to look at. */
export type Pause = { readonly code: string; readonly message: string };

/**
 * Looks at the record before a turn's calls run, when they have results, and after last words. Once a person has
 * looked, the same turn is not paused again.
 */
export type PauseRule = (view: RunView) => Pause | undefined;

/** The last `times` answered calls were the same in tool, arguments and result. */
export const stagnant =
  (times: number): PauseRule =>
  (view) => {
    const done = sinceReview(view).filter(({ result }) => result);
    const last = done.slice(-times);
    const [first] = last;
    if (!first || last.length < times || new Set(last.map(sameness)).size > 1) return undefined;
    const message = `${first.tool} was called ${times} times with ${canonical(first.args).slice(0, 200)} and answered the same`;
    return { code: 'STAGNATION', message };
  };

/** The tools of the current visit took longer than this together; the model's time and a person's do not count. */
export const slow =
  (limit: Duration): PauseRule =>
  (view) => {
    const visit = view.turns.at(-1)?.visit;
    const calls = sinceReview(view);
    // Calls of one turn run side by side: the slowest is what was waited for.
    const waits = view.turns
      .filter((turn) => turn.visit === visit)
      .map(({ turn }) => Math.max(0, ...calls.map((call) => (call.turn === turn ? (call.seconds ?? 0) : 0))));
    const seconds = waits.reduce((sum, wait) => sum + wait, 0);
    if (seconds <= toSeconds(limit)) return undefined;
    const message = `the tools of ${view.stage} took ${Math.round(seconds)} s, at most ${toSeconds(limit)} are allowed`;
    return { code: 'SLOW_STAGE', message };
  };

/** The model could not be asked `times` times in a row. */
export const modelFailed =
  (times: number): PauseRule =>
  ({ failures }) =>
    failures >= times
      ? { code: 'MODEL_FAILED', message: `the model failed to answer ${failures} times` }
      : undefined;

/** A person's look starts the count anew. */
function sinceReview({ calls, reviews }: RunView): readonly CallView[] {
  const looked = Math.max(0, ...reviews.map(({ turn }) => turn));
  return calls.filter(({ turn }) => turn > looked);
}

const sameness = ({ tool, args, result }: CallView): string => canonical({ tool, args, result });
