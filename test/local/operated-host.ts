/**
 * One life of a host whose runs an operator stops, and that is killed at its end. Each run stands still where it is told to, or
 * goes as far as it can; then the operator acts on it, and may die in the middle of that too.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import path from 'node:path';
import { SFNClient } from '@aws-sdk/client-sfn';
import { digest } from '../../lambda/define/json.ts';
import { readRecord } from '../../lambda/ledger/record.ts';
import { cancel, pause, resume } from '../../lambda/states/control.ts';
import { rehearsals } from '../../lambda/workflows/rehearsals.ts';
import { approve } from '../../lib/local/approve.ts';
import { openLocalHost } from '../../lib/local/host.ts';
import { summarize } from '../../lib/local/summary.ts';
import { pace } from './pace.ts';
import { everyRequest } from './requests.ts';
import { store } from './store.ts';

export type Order = {
  readonly date: string;
  /** `approve`: its person does. `through`: it is let go and approved until it ends. @default nothing but what it does by itself */
  readonly go?: 'approve' | 'through';
  /** After how many of its requests it stands still. */
  readonly stopAt?: number;
  readonly act?: 'pause' | 'resume' | 'cancel';
  /** After how many requests of the act the operator is gone. */
  readonly diesAt?: number;
};
export type Orders = { readonly directory: string; readonly clock: string; readonly runs: readonly Order[] };
export type Report = {
  readonly runs: readonly {
    readonly run: string;
    readonly state: string;
    readonly steps: number;
    readonly message: string;
    readonly control: string;
    readonly link: string;
    /** What the act came to: whether it could be done, or that its operator was gone before. */
    readonly told?: boolean | 'died';
  }[];
  /** The keys of the tasks there are. */
  readonly tasks: readonly string[];
};

const orders: Orders = JSON.parse(process.argv[2] ?? '');
const [rehearsal] = rehearsals.filter(({ workflow }) => workflow === 'morning-brief');
const runs = orders.runs.map((order) => {
  let stopped = () => {};
  const stop = new Promise<void>((resolve) => {
    stopped = resolve;
  });
  const name = `morning-brief-${order.date}`;
  const key = digest({
    workflow: 'morning-brief',
    tool: 'create_review_task',
    identity: { brief: order.date },
  });
  return {
    ...order,
    name,
    key,
    stop,
    stopped,
    requests: 0,
    acts: 0,
    told: undefined as boolean | 'died' | undefined,
  };
});
type Run = (typeof runs)[number];

const acting = new AsyncLocalStorage<{ readonly run: Run; readonly dies: () => void }>();
let counting = false;
const silence = () => new Promise<never>(() => {});
everyRequest(async ({ about }, go) => {
  const operator = acting.getStore();
  if (operator) {
    const answer = await go();
    operator.run.acts += 1;
    if (operator.run.acts !== operator.run.diesAt) return answer;
    operator.dies();
    return silence();
  }
  const run = runs.find(({ name, key }) => about.includes(name) || about.includes(key));
  if (!counting || run?.stopAt === undefined) return go();
  if (run.requests >= run.stopAt) return silence();
  run.requests += 1;
  const answer = await go();
  if (run.requests < run.stopAt) return answer;
  run.stopped();
  return silence();
});

const time = pace(new Date(orders.clock));
const host = await openLocalHost({
  directory: path.join(orders.directory, 'data'),
  dry: true,
  env: {},
  port: 0,
  store,
  timers: time.timers,
  onEvent: time.onEvent,
  onStatusChange: time.onStatusChange,
});
const sfn = new SFNClient({
  region: 'local',
  endpoint: host.stepFunctionsUrl,
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});
const deps = { items: host.items, sfn, clock: host.clock };
const ACTS = { pause, resume, cancel };

/** Delivers the trigger, for the first time or again. */
const begin = ({ name, date }: Run) =>
  host
    .start({
      workflow: 'morning-brief',
      businessDate: date,
      trigger: 'manual',
      input: rehearsal?.input ?? null,
      recording: { observedAt: '2026-08-25T11:02:00+08:00' },
    })
    .then(async () => {
      const executionArn = `arn:aws:states:ap-east-1:000000000000:execution:morning-brief:${name}`;
      const { status } = await host.engine.describeExecution({ executionArn });
      time.adopt(name, await host.engine.getExecutionHistory({ executionArn }), status);
    });

async function approveAt(run: Run): Promise<void> {
  const { link } = await summarize(host, run.name);
  if (link) await approve(link);
}

async function through(run: Run): Promise<void> {
  for (;;) {
    const { state, link } = await summarize(host, run.name);
    if (!link) return;
    await (state === 'PAUSED_FOR_REVIEW' ? resume(deps, run.name, 'ops') : approve(link));
    await time.settled(run.name);
  }
}

async function operate(run: Run, act: NonNullable<Order['act']>): Promise<void> {
  run.told = await new Promise<boolean | 'died'>((resolve, reject) => {
    const done = acting.run({ run, dies: () => resolve('died') }, () => ACTS[act](deps, run.name, 'ops'));
    done.then(resolve, reject);
  });
}

const goes = (run: Run) => run.go !== undefined && run.stopAt !== undefined;
// What stands still on its way to the gate does so from the start; what does so after it has been decided, from there.
counting = true;
const fresh = runs.filter((run) => run.stopAt !== undefined && !goes(run));
for (const run of fresh) void begin(run).catch(() => undefined);
await Promise.all(fresh.map(({ stop }) => stop));
counting = false;
const others = runs.filter((run) => !fresh.includes(run));
for (const run of others) await begin(run);
for (const { name } of others) await time.settled(name);
counting = true;
const decided = others.filter(goes);
for (const run of decided) void approveAt(run).catch(() => undefined);
await Promise.all(decided.map(({ stop }) => stop));
for (const run of runs) if (run.act) await operate(run, run.act);
for (const run of others.filter((run) => !goes(run))) {
  if (run.go === 'approve') {
    await approveAt(run);
    await time.settled(run.name);
  } else if (run.go === 'through') await through(run);
  else if (run.act === 'resume') await time.settled(run.name);
}
counting = false;

// What was left half done is the sweep's.
time.timers.advance(5 * 60_000);
const records = await Promise.all(
  runs.map(({ name }) => readRecord(host.items, name).catch(() => undefined)),
);
for (const [index, run] of runs.entries()) {
  if (records[index]?.run.control === 'CANCEL' && run.stopAt === undefined && run.diesAt === undefined)
    await Promise.race([time.over(run.name), new Promise((resolve) => setTimeout(resolve, 20_000))]);
}
const { items: tasks } = await host.items.list('TASK', { limit: 1_000 });
const report: Report = {
  runs: await Promise.all(
    runs.map(async ({ name, told }, index) => {
      if (!records[index])
        return {
          run: name,
          state: 'NONE',
          steps: 0,
          message: '',
          control: '',
          link: '',
          ...(told === undefined ? {} : { told }),
        };
      const { state, steps, message = '', link = '' } = await summarize(host, name);
      const { run } = await readRecord(host.items, name);
      return {
        run: name,
        state,
        steps,
        message,
        control: run.control,
        link,
        ...(told === undefined ? {} : { told }),
      };
    }),
  ),
  tasks: tasks.map(({ key }) => String(key)),
};
process.stdout.write(`${JSON.stringify(report)}\n`);
// It is killed; until then it lives on.
setInterval(() => {}, 60_000);
