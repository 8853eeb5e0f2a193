import type { Spent } from '../cost/meter.ts';
import { PEERS } from '../peers.ts';
import { each, median, round } from './many.ts';
import { Subject } from './subject.ts';

/** What one more run costs when so many are stored already. */
export type GrowthPoint = {
  readonly stored: number;
  readonly requests: number;
  readonly bytesRead: number;
  readonly ms: number;
};

export type Growth = { readonly what: 'finished' | 'parked'; readonly points: readonly GrowthPoint[] };

const SAMPLES = 15;
const AT_ONCE = 16;
/** So many are stored between two looks at the clock. */
const STEP = 250;

/**
 * Parks runs, or puts copies of a finished run into the ledger, and at each mark looks at what single runs cost, one at a time.
 * Where the time for a mark is over, so many are stored as there are.
 */
export async function growth(
  what: Growth['what'],
  { marks, capSeconds }: { readonly marks: readonly number[]; readonly capSeconds: number },
): Promise<Growth> {
  const peer = PEERS.find(({ name }) => name === 'holdpoint');
  if (!peer) throw new Error('holdpoint is not among the peers');
  return Subject.with(peer, async (subject) => {
    await subject.up({ BENCH_METER: 'yes' });
    const whole = async () => {
      const run = subject.next();
      const started = await subject.start(run);
      return started.ms + (await subject.approve(run, started.link));
    };
    await whole();
    // a process that has just begun is slow for a reason of its own
    await each(Array.from({ length: 60 }), AT_ONCE, async () => void (await whole()));
    const begun = performance.now();
    const isOver = () => performance.now() - begun > capSeconds * 1000;
    const points: GrowthPoint[] = [];
    let stored = 0;
    for (const mark of marks) {
      while (stored < mark && !isOver()) {
        const more = Math.min(STEP, mark - stored);
        if (what === 'finished') await subject.app.call('seed', String(more), 600_000);
        else {
          const runs = Array.from({ length: more }, () => subject.next());
          await each(runs, AT_ONCE, async (run) => void (await subject.start(run)));
        }
        stored += more;
      }
      if (stored > (points.at(-1)?.stored ?? 0)) points.push(await sample(subject, stored, whole));
    }
    return { what, points };
  });
}

async function sample(subject: Subject, stored: number, whole: () => Promise<number>): Promise<GrowthPoint> {
  const costs: Spent[] = [];
  const times: number[] = [];
  for (let n = 0; n < SAMPLES; n += 1) {
    await subject.app.call('cost');
    times.push(await whole());
    costs.push((await subject.app.call('cost')) as Spent);
  }
  return {
    stored,
    requests: median(costs.map(({ reads, writes }) => reads + writes)),
    bytesRead: median(costs.map(({ bytesRead }) => bytesRead)),
    ms: round(median(times)),
  };
}
