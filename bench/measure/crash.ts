import { setTimeout as sleep } from 'node:timers/promises';
import { effectsIn } from '../app.ts';
import type { Peer } from '../peers.ts';
import { round } from './many.ts';
import { Subject } from './subject.ts';

export type Crash = {
  /** How often the write took effect. */
  readonly writes: number;
  readonly finished: boolean;
  /** What it took after the restart: nothing, or the approval given a second time. */
  readonly by: 'itself' | 'a second approval' | 'nothing';
  readonly status: string;
  readonly seconds: number;
};

/** How long a peer may take to come back to an interrupted run by itself; a lease runs out within it. */
const PATIENCE_SECONDS = 120;
/** Peers that come back at once do so well within this; those that wait for a lease say so by their status. */
const AUTO_SECONDS = 6;

/** `kill -9` right after the write took effect and before anybody recorded it; the process is started again. */
export const crash = (peer: Peer): Promise<Crash> =>
  Subject.with(peer, async (subject) => {
    const run = subject.next();
    await subject.up({ BENCH_KILL: run });
    const { link } = await subject.start(run);
    const died = subject.app.died();
    const approval = subject.approve(run, link).catch(() => undefined);
    await died;
    await approval;
    const begun = performance.now();
    await subject.up();
    const own = peer.name === 'holdpoint' ? PATIENCE_SECONDS : AUTO_SECONDS;
    let by: Crash['by'] = (await finishes(subject, run, own)) ? 'itself' : 'nothing';
    if (by === 'nothing') {
      const again = subject.app.call('approve', run, 30_000).then(
        () => true,
        () => false,
      );
      if (await again) by = 'a second approval';
    }
    const status = await statusOf(subject, run);
    return {
      writes: [...effectsIn(subject.directory).values()].reduce((sum, count) => sum + count, 0),
      finished: status === 'done',
      by,
      status,
      seconds: round((performance.now() - begun) / 1000, 1),
    };
  });

async function finishes(subject: Subject, run: string, seconds: number): Promise<boolean> {
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    if ((await statusOf(subject, run)) === 'done') return true;
    await sleep(100);
  }
  return false;
}

const statusOf = async (subject: Subject, run: string): Promise<string> => {
  try {
    return String((await subject.app.call('status', run)).status);
  } catch (error) {
    return `no answer: ${(error as Error).message.slice(0, 120)}`;
  }
};
