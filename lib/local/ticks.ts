import { toSeconds } from '../../lambda/define/duration.ts';
import { SWEEP_EVERY } from '../../lambda/define/gate-policy.ts';
import type { Timers } from './engine/engine.ts';

/** Ticks the sweep as the deployed schedule does; a tick that fails leaves its work to the next. */
export function everyTick(timers: Timers, tick: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let cancel = () => {};
  const arm = () => {
    cancel = timers.at(timers.now() + toSeconds(SWEEP_EVERY) * 1000, () => {
      arm();
      running = running.then(tick).catch(() => undefined);
    });
  };
  arm();
  return async () => {
    cancel();
    await running;
  };
}
