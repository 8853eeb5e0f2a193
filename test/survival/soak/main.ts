import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { RunItem } from '../../../lambda/ledger/record.ts';
import { runKey } from '../../../lambda/ledger/record.ts';
import { sequence } from '../../../lib/local/crash/plan.ts';
import type { StoreKind } from '../../../lib/local/store/store.ts';
import { manyApprovers, manyTriggers } from './crowd.ts';
import { injectFaults } from './faults.ts';
import { heap } from './memory.ts';
import { dateOf, openSoakHost, runOnce, standsAt, tasksOf } from './soak.ts';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

/**
 * npm run soak [--minutes 10]: many runs at once on one host, for so long, with a share of all requests failing; then one
 * trigger a thousand times, and five hundred people at one gate. Real time; --pace makes waits shorter. Over --store
 * dynamodb the ledger is asked by HTTP, so its requests fail too.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    'at-once': { type: 'string', default: '64' },
    faults: { type: 'string', default: '0.01' },
    store: { type: 'string', default: 'dynamodb' },
    pace: { type: 'string', default: '1' },
    triggers: { type: 'string', default: '1000' },
    approvers: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    // the longest a run that was begun may still take: two ticks of the sweep, and a lease
    drain: { type: 'string', default: '12' },
  },
});
const wants = (name: keyof typeof values) => Number(values[name]);

/** What may stay in memory of a run that has ended, in bytes: its name, its times, its place in the journal. */
const KEPT_PER_RUN = 8 * 1024;

/** Over fewer runs than this, memory says nothing. */
const TELLING_RUNS = 100;

const say = (line: string) => process.stdout.write(`${line}\n`);
const broken: string[] = [];
const uncaught: unknown[] = [];
process.on('unhandledRejection', (error) => uncaught.push(error));

const faults = injectFaults(wants('faults'), sequence(wants('seed')));
const directory = mkdtempSync(path.join(tmpdir(), 'soak-'));
const soak = await openSoakHost(directory, wants('pace'), values.store as StoreKind);
const { host } = soak;
faults.start();
const began = performance.now();
const until = began + wants('minutes') * 60_000;
const samples: { readonly ended: number; readonly bytes: number }[] = [];
let next = 0;
let ended = 0;
const open = new Set<string>();

/** One lane: a run after the other. */
async function lane(): Promise<void> {
  while (performance.now() < until) {
    const date = dateOf(next++);
    open.add(date);
    await runOnce(soak, date).catch((error: Error) => broken.push(`${date}: ${error.message}`));
    open.delete(date);
    ended += 1;
  }
}
const sampling = setInterval(() => {
  // the mail emulator keeps every letter until it is told to forget
  fetch(`${host.mailUrl}/clear-store`, { method: 'POST' }).catch(() => undefined);
  samples.push({ ended, bytes: heap() });
}, wants('minutes') * 5_000);
const late = new Promise<'late'>((resolve) =>
  setTimeout(() => resolve('late'), until - began + wants('drain') * 60_000).unref(),
);
await Promise.race([Promise.all(Array.from({ length: wants('at-once') }, lane)), late]);
clearInterval(sampling);
for (const date of open) broken.push(`lost: ${date} stands at ${await again(() => standsAt(host, date))}`);

const outcomes = new Map<string, number>();
for (let n = 0; n < next; n++) {
  const date = dateOf(n);
  const run = (await again(() => host.items.get(runKey(`morning-brief-${date}`)))) as RunItem | undefined;
  const tasks = await again(() => tasksOf(host, date));
  const how = `${run?.state ?? 'not on record'}${run?.code ? ` ${run.code}` : ''}, ${tasks} tasks`;
  outcomes.set(how, (outcomes.get(how) ?? 0) + 1);
  if (!run || run.state === 'RUNNING') broken.push(`lost: ${date} is ${run?.state ?? 'not on record'}`);
  if (tasks > 1 || (run?.state === 'DONE' && tasks !== 1)) broken.push(`${date} has ${how}`);
}
const seconds = (performance.now() - began) / 1000;
say(
  `${next} runs, ${values['at-once']} at once, ${seconds.toFixed(0)} s at ${values.pace} times the clock; ` +
    `${faults.counts.faults} of ${faults.counts.requests} requests failed`,
);
for (const [how, count] of outcomes) say(`${String(count).padStart(7)}  ${how}`);

// until every lane has done a run, and for the first third, it warms up
const warm = samples.filter((sample) => sample.ended >= wants('at-once'));
const flat = warm.slice(Math.floor(warm.length / 3));
const [first, last] = [flat[0], flat.at(-1)];
if (first && last && last.ended - first.ended >= TELLING_RUNS) {
  const perRun = (last.bytes - first.bytes) / (last.ended - first.ended);
  say(
    `memory: ${mb(first.bytes)} after ${first.ended} runs, ${mb(last.bytes)} after ${last.ended}: ${perRun.toFixed(0)} bytes a run`,
  );
  if (perRun > KEPT_PER_RUN)
    broken.push(`memory grows by ${perRun.toFixed(0)} bytes a run, at most ${KEPT_PER_RUN} are kept`);
} else say('memory: too few runs to tell');

const date = dateOf(next);
const { run, ...triggered } = await manyTriggers(soak, date, wants('triggers'));
say(
  `${values.triggers} triggers of one date at once: ${triggered.executions} run, ${triggered.letters} letters`,
);
if (triggered.executions !== 1 || triggered.names !== 1)
  broken.push(`${triggered.executions} runs of one date`);

faults.stop();
const people = await manyApprovers(soak, run, date, wants('approvers'));
const answers = [...people.statuses].map(([status, count]) => `${count} times ${status}`).join(', ');
say(
  `${values.approvers} people at one gate at once: ${answers}; ${people.ruling}, ${people.state}, ${people.tasks} tasks`,
);
if ([...people.statuses.keys()].some((status) => status !== 303 && status !== 409))
  broken.push(`people were answered ${answers}`);
const wanted = people.ruling === 'APPROVED' ? ['DONE', 1] : ['REJECTED', 0];
if (people.state !== wanted[0] || people.tasks !== wanted[1])
  broken.push(`decided ${people.ruling}, and it ended ${people.state} with ${people.tasks} tasks`);

await host.close();
rmSync(directory, { recursive: true, force: true });
for (const error of uncaught) broken.push(`nobody caught ${error}`);
for (const what of broken) say(`BROKEN  ${what}`);
say(broken.length === 0 ? 'no run lost, nothing twice' : `${broken.length} promises broken`);
process.exit(broken.length === 0 ? 0 : 1);

function mb(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}

async function again<T>(act: () => Promise<T>): Promise<T> {
  return act().catch(() => again(act));
}
