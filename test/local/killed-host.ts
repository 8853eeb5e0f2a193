/**
 * A host that is there to be killed. It carries many runs at once, and stops each at a place of its own: before or after one of
 * the requests its functions and its page make, or after one of its history events. When every run stands still it says so,
 * and its parent sends SIGKILL: one death is as many experiments as there are runs.
 */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { digest } from '../../lambda/define/json.ts';
import { readDecision } from '../../lambda/ledger/decision.ts';
import { readRecord } from '../../lambda/ledger/record.ts';
import { readWrite } from '../../lambda/ledger/write.ts';
import type { Trigger } from '../../lambda/states/start.ts';
import { rehearsals } from '../../lambda/workflows/rehearsals.ts';
import { approve } from '../../lib/local/approve.ts';
import { openLocalHost } from '../../lib/local/host.ts';
import { summarize } from '../../lib/local/summary.ts';
import { pace } from './pace.ts';
import { everyRequest } from './requests.ts';
import { store } from './store.ts';

export type Stop = { readonly at: number; readonly when: 'before' | 'after' | 'event' };
export type Orders = {
  readonly directory: string;
  /** `park`: starts every run. `decide`: approves every run. `finish`: lets every run come to its end. */
  readonly phase: 'park' | 'decide' | 'finish';
  readonly clock: string;
  readonly runs: readonly { readonly date: string; readonly stop?: Stop }[];
};

const orders: Orders = JSON.parse(process.argv[2] ?? '');
const recording = { observedAt: '2026-08-25T11:02:00+08:00' };
const [rehearsal] = rehearsals.filter(({ workflow }) => workflow === 'morning-brief');
const runs = orders.runs.map(({ date, stop }) => ({
  name: `morning-brief-${date}`,
  key: digest({ workflow: 'morning-brief', tool: 'create_review_task', identity: { brief: date } }),
  stop,
  trigger: {
    workflow: 'morning-brief',
    businessDate: date,
    trigger: 'manual',
    input: rehearsal?.input ?? null,
    recording,
  } satisfies Trigger,
  requests: 0,
  isStopped: false,
  stopped: () => {},
}));
type Run = (typeof runs)[number];

/** Nothing of a stopped run is heard of again. */
const silence = (run: Run): Promise<never> => {
  run.isStopped = true;
  run.stopped();
  return new Promise(() => {});
};

/** Only then may a run be stopped: what a phase does before its own work is not counted. */
let counting = false;
everyRequest(async ({ command, about }, go) => {
  const run = counting
    ? runs.find(({ name, key }) => about.includes(name) || about.includes(key))
    : undefined;
  if (!run) return go();
  if (run.isStopped) return silence(run);
  const { at, when } = run.stop ?? { at: 0, when: 'event' };
  run.requests += 1;
  const isHere = run.requests === at;
  if (isHere && when === 'before') return silence(run);
  const answer = await go();
  log(`${run.name} ${command}`);
  return isHere && when === 'after' ? silence(run) : answer;
});
const log = (line: string) => appendFileSync(path.join(orders.directory, 'sent.log'), `${line}\n`);

const time = pace(new Date(orders.clock));
const host = await openLocalHost({
  directory: path.join(orders.directory, 'data'),
  dry: true,
  env: {},
  port: 0,
  store,
  timers: time.timers,
  onEvent(execution, event) {
    time.onEvent(execution, event);
    const run = runs.find(({ name }) => execution.endsWith(`:${name}`));
    if (counting && run?.stop?.when === 'event' && event.id >= run.stop.at) void silence(run);
  },
  onStatusChange: time.onStatusChange,
});

const begin = async (run: Run) => {
  const { run: name } = await host.start(run.trigger);
  return name;
};
const stops = () =>
  Promise.all(
    runs.map(
      (run) =>
        new Promise<void>((resolve) => {
          if (run.isStopped) resolve();
          run.stopped = resolve;
        }),
    ),
  );

if (orders.phase === 'park') {
  counting = true;
  const all = stops();
  for (const run of runs) void begin(run);
  await all;
  process.stdout.write('{"stopped":true}\n');
} else {
  // The trigger is delivered again: a run that was never started begins now.
  for (const run of runs) await begin(run);
  for (const { name } of runs) {
    const executionArn = `arn:aws:states:ap-east-1:000000000000:execution:morning-brief:${name}`;
    const { status } = await host.engine.describeExecution({ executionArn });
    time.adopt(name, await host.engine.getExecutionHistory({ executionArn }), status);
  }
  for (const { name } of runs) await time.settled(name);
  if (orders.phase === 'decide') {
    counting = true;
    const all = stops();
    for (const { name } of runs) void decide(name).catch(() => undefined);
    await all;
    process.stdout.write('{"stopped":true}\n');
  } else {
    await finish();
    process.exit(0);
  }
}

async function decide(run: string): Promise<void> {
  const { link } = await summarize(host, run);
  if (link) await approve(link);
}

async function finish(): Promise<void> {
  const open = [];
  for (const { name } of runs) {
    const { state, steps } = await summarize(host, name);
    if (['DONE', 'FAILED'].includes(state)) continue;
    // Decided, and the machine was never told: the sweep's work.
    const told = await readDecision(host.items, { run: name, turn: steps, kind: 'CONFIRM' });
    if (!told) await decide(name);
    open.push(name);
  }
  time.timers.advance(5 * 60_000);
  for (const name of open) await time.settled(name);
  const ends = [];
  for (const { name, key } of runs) {
    const { run, turns } = await readRecord(host.items, name);
    const write = await readWrite(host.items, key);
    ends.push({ run: name, state: run.state, steps: turns.length, write: write?.state });
  }
  const { items: tasks } = await host.items.list('TASK', { limit: 1_000 });
  await host.close();
  process.stdout.write(`${JSON.stringify({ ends, tasks: tasks.map(({ key }) => key) })}\n`);
}
