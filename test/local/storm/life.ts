/**
 * One life of a host in a storm: it takes up what the life before left, brings it to its end, and only then starts a run of its
 * own, in whose course it is killed: a turn that dies eight times is given up by design. The last life is not killed: it says
 * how every run ended.
 */

import { LEASE_MARGIN_SECONDS, WRITE_SECONDS } from '../../../lambda/define/machine-words.ts';
import { readRecord } from '../../../lambda/ledger/record.ts';
import { approve } from '../../../lib/local/approve.ts';
import { systemTimers, type Timers } from '../../../lib/local/engine/timers.ts';
import { localHandler } from '../../../lib/local/functions.ts';
import { summarize } from '../../../lib/local/summary.ts';
import { briefOf, rehearsing } from '../rehearsing.ts';

export type Orders = { readonly directory: string; readonly runs: number; readonly last: boolean };
export type Ends = {
  readonly ends: readonly {
    readonly run: string;
    readonly state: string;
    readonly steps: number;
    readonly message?: string;
  }[];
  readonly tasks: readonly string[];
};

const { directory, runs, last }: Orders = JSON.parse(process.argv[2] ?? '');
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const triggerOf = (n: number) => briefOf(new Date(Date.UTC(2034, 0, 1 + n)).toISOString().slice(0, 10));

/** Each life begins later than any lease of the life before: nothing is waited for. */
const LATER_MS = 2 * (WRITE_SECONDS + LEASE_MARGIN_SECONDS) * 1_000;
const later = (runs + (last ? 1 : 0)) * LATER_MS;
const timers: Timers = {
  now: () => systemTimers.now() + later,
  at: (epochMs, wake) => systemTimers.at(epochMs - later, wake),
};
const { host, progress } = await rehearsing(directory, { timers });
const names = Array.from({ length: runs }, (_, n) => `morning-brief-${triggerOf(n).businessDate}`);

const own = names.at(-2);
if (own) {
  const executionArn = `arn:aws:states:ap-east-1:000000000000:execution:morning-brief:${own}`;
  const events = await host.engine.getExecutionHistory({ executionArn }).catch(() => []);
  const entered = events.filter(({ type }) => type.endsWith('StateEntered')).at(-1);
  const details = entered && (Object.values(entered).at(-1) as { name: string });
  say({
    stood: events.at(-1)?.type.startsWith('Execution')
      ? 'before or after its states'
      : (details?.name ?? 'not begun'),
  });
}

/** Decides what is parked until the run has ended. */
async function carry(n: number): Promise<void> {
  const run = names[n] ?? '';
  await host.start(triggerOf(n)).catch((error: Error) => {
    // it has ended, and its trigger comes again
    if (error.name !== 'ExecutionAlreadyExists') throw error;
  });
  for (;;) {
    const standing = await summarize(host, run).catch(() => undefined);
    if (standing && ['DONE', 'FAILED'].includes(standing.state)) return;
    if (!standing?.link)
      await Promise.race([progress.settled(run), new Promise((wake) => setTimeout(wake, 1_000))]);
    else {
      progress.leaves(run);
      // a page that was answered in the life before is answered once more, or refused by name
      await approve(standing.link).catch(() => undefined);
    }
  }
}

const sweeping = setInterval(() => void sweep().catch(() => undefined), 2_000);
const handler = localHandler('sweep', host);
const sweep = async () => handler?.({}, { getRemainingTimeInMillis: () => 60_000 });
await Promise.all(names.slice(0, -1).map((_, n) => carry(n)));
say({ open: true });
await carry(names.length - 1);
clearInterval(sweeping);
if (last) {
  const records = await Promise.all(names.map((run) => readRecord(host.items, run)));
  const ends = records.map(({ run, turns }) => ({
    run: run.run,
    state: run.state,
    steps: turns.length,
    ...(run.message ? { message: `${run.code}: ${run.message}` } : {}),
  }));
  const { items } = await host.items.list('TASK', { limit: 10_000 });
  await host.close();
  say({ ends, tasks: items.map(({ key }) => String(key)) } satisfies Ends);
  process.exit(0);
}
