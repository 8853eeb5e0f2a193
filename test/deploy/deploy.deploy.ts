import { appendFileSync, cpSync } from 'node:fs';
import path from 'node:path';
import { GetExecutionHistoryCommand, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessDate } from '../../lambda/define/local-time.ts';
import { workingDay } from '../../lambda/define/working-days.ts';
import { type GateItem, gateKey } from '../../lambda/ledger/gate.ts';
import { type RunItem, runKey } from '../../lambda/ledger/record.ts';
import { virtualTimers } from '../../lib/local/engine/virtual-timers.ts';
import { openStack } from '../../lib/local/stack.ts';
import { stackSite } from '../../lib/local/stack-site.tsx';
import { filled } from '../local/person.ts';
import { deployTo } from './deployment.ts';
import { eventually, openMachines } from './machine.ts';
import { type MiniStack, startMiniStack } from './ministack.ts';
import { openWorld, type World } from './world.ts';

const REGION = 'ap-southeast-1';
const TODAY = businessDate(new Date());
const INPUT = { lang: 'tc', audience: 'operations' };

let world: World;
let machines: Awaited<ReturnType<typeof openMachines>>;
let stack: MiniStack;
let deployed: Awaited<ReturnType<typeof deployTo>>;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  world = await openWorld();
  closing.unshift(() => world.close());
  machines = await openMachines(REGION);
  closing.unshift(() => machines.close());
  // What the deployed functions start and resume is the engine; everything else they reach is MiniStack.
  stack = await startMiniStack(REGION, {
    AWS_ENDPOINT_URL_SFN: machines.url,
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  });
  closing.unshift(() => stack.close());
  deployed = await deployTo(stack, world);
  closing.unshift(() => deployed.close());
}, 300_000);
afterAll(async () => {
  for (const close of closing) await close();
}, 30_000);

const runOf = async (run: string) => (await deployed.items.get(runKey(run))) as RunItem | undefined;
/** The run once its end has been told of: the record ends first, then the machine, then the letters go out. */
const ended = (run: string) =>
  eventually(`the end of ${run}, told of`, async () => {
    const item = await runOf(run);
    return item?.toldAt ? item : undefined;
  });
const tasks = async () => (await deployed.items.list('TASK', { limit: 10 })).items;
const lettersTo = async (address: string) => (await stack.letters()).filter(({ To }) => To.includes(address));

/** The link in the letter that asks about a run. */
const linkOf = (run: string) =>
  eventually(`a letter about ${run}`, async () => {
    const letter = (await lettersTo('lead@example.com')).find(({ BodyText }) =>
      BodyText.includes(`Run: ${run}\n`),
    );
    return letter && /http\S+\/g\/\S+/.exec(letter.BodyText)?.[0];
  });

async function decide(run: string, choice: 'APPROVED' | 'REJECTED', comment = '') {
  const link = await linkOf(run);
  const page = await deployed.visit(link);
  const hidden = [...page.body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const form = filled(Object.fromEntries(hidden.map(([, name, value]) => [name, value])), choice, comment);
  return { link, page, form, answer: await deployed.visit(link, form) };
}

describe("the deployed machine on MiniStack's own Step Functions, which ends at a TimeoutSeconds that is an expression", () => {
  it('runs to the gate and mails the link; its death, which no Catch can handle, is closed by the watch and told', async () => {
    const { arn } = await deployed.machine();
    const run = 'morning-brief-2026-01-06';
    const trigger = {
      workflow: 'morning-brief',
      businessDate: '2026-01-06',
      trigger: 'manual',
      input: INPUT,
    };
    const { executionArn } = await deployed.sfn.send(
      new StartExecutionCommand({ stateMachineArn: arn, name: run, input: JSON.stringify(trigger) }),
    );
    expect(await ended(run)).toMatchObject({ state: 'FAILED', code: 'EXECUTION_FAILED' });

    const { events = [] } = await deployed.sfn.send(
      new GetExecutionHistoryCommand({ executionArn, maxResults: 1000 }),
    );
    const path = events.flatMap(({ stateEnteredEventDetails: entered }) => entered?.name ?? []);
    expect(path).toEqual([
      ...['ADMIT', 'ADMITTED', 'PLANNING', 'PLANNING_TURN', 'READ_ONLY', 'VALIDATE', 'VALIDATED'],
      ...['PLANNING', 'PLANNING_TURN', 'READ_ONLY', 'VALIDATE', 'VALIDATED'],
      ...['PLANNING', 'PLANNING_TURN', 'WAITING_CONFIRM'],
    ]);
    const link = await linkOf(run);
    expect((await deployed.visit(link)).status).toBe(200);
    // The operator's console finds the table by the stack's outputs, and draws the run from its own history.
    const opened = await openStack('Holdpoint', stack.env);
    const site = stackSite(opened, { now: () => new Date() }, virtualTimers(0));
    expect(await (await site.request('/console')).text()).toContain(`/console/runs/${run}`);
    const sheet = await (await site.request(`/console/runs/${run}`)).text();
    expect(sheet).toContain('states taken: ADMIT, ADMITTED, PLANNING');
    expect(sheet).toContain('EXECUTION_FAILED');
    opened.close();
    expect(await lettersTo('owner@example.com')).not.toEqual([]);
    expect(await tasks()).toEqual([]);
  });
});

describe('the deployed text read back and run on lib/local/engine, its functions deployed and in processes of their own', () => {
  const first = `morning-brief-${TODAY}`;
  let arn: string;

  beforeAll(async () => {
    const { arn: deployedArn, name, definition } = await deployed.machine();
    arn = deployedArn;
    expect(machines.put(name, definition).stateMachineArn).toBe(arn);
    const watch = await deployed.functionNamed('Watch');
    machines.use(deployed.invoke, (change) => deployed.invoke(watch, { detail: change }));
  });

  const executionOf = (run: string) => `${arn.replace(':stateMachine:', ':execution:')}:${run}`;
  const again = async (rerun: number) => {
    const answer = await deployed.invoke(deployed.start, {
      ...{ workflow: 'morning-brief', businessDate: TODAY, input: INPUT },
      rerun,
    });
    const run = `${first}-r${rerun}`;
    expect(answer).toEqual({ run, started: true });
    return run;
  };
  /** As the schedule delivers it; on a day that is none of work, as a person does. */
  const scheduled = () => {
    const day = workingDay(TODAY);
    const works = 'working' in day && day.working;
    const when = works ? { scheduledTime: new Date().toISOString() } : { businessDate: TODAY };
    return deployed.invoke(deployed.start, { workflow: 'morning-brief', input: INPUT, ...when });
  };

  it('a feed in maintenance ends the run by its name, and the owner is told', async () => {
    world.feed = 'maintenance';
    expect(await scheduled()).toEqual({ run: first, started: true });
    expect(await ended(first)).toMatchObject({ state: 'FAILED', code: expect.stringMatching(/^[A-Z_]+$/) });
    const told = (await lettersTo('owner@example.com')).filter(({ BodyText }) => BodyText.includes(first));
    expect(told).toHaveLength(1);
    world.feed = 'fresh';
  });

  it('the same trigger again starts nothing', async () => {
    expect(await scheduled()).toEqual({ run: first, started: false });
    expect(await runOf(first)).toMatchObject({ state: 'FAILED' });
  });

  it('a no by HTTP ends it REJECTED, with nothing done', async () => {
    const run = await again(2);
    const { page, answer } = await decide(run, 'REJECTED', 'not today');
    expect(page.status).toBe(200);
    expect(answer.status).toBe(303);
    expect(await ended(run)).toMatchObject({ state: 'REJECTED' });
    expect(await tasks()).toEqual([]);
  });

  it('nobody in time ends it EXPIRED: the sweep sees to it', async () => {
    const run = await again(3);
    const link = await linkOf(run);
    const ref = { run, turn: 3, kind: 'CONFIRM' } as const;
    const past = { decideBy: '2026-01-06T00:00:00.000Z', executeBy: '2026-01-06T00:30:00.000Z' };
    const moved = await deployed.items.update(gateKey(ref), past, [{ equals: ['sk', 'GATE'] }]);
    expect((moved.item as GateItem).resumedAt).toBeUndefined();
    expect((await deployed.visit(link)).status).toBe(410);
    const swept = await deployed.invoke(await deployed.functionNamed('Sweep'), {});
    expect(swept).toMatchObject({ expired: 1, resumed: 1 });
    expect(await ended(run)).toMatchObject({ state: 'EXPIRED' });
    expect(await tasks()).toEqual([]);
  });

  it('an execution that is stopped by hand: the watch closes its run', async () => {
    const run = await again(4);
    await linkOf(run);
    await machines.stop(executionOf(run));
    expect(await ended(run)).toMatchObject({ state: 'FAILED', code: 'EXECUTION_ABORTED' });
  });

  it('a run that is parked while a new version is deployed is approved and done under the code it began with', async () => {
    const run = await again(5);
    await linkOf(run);
    const before = await deployed.machine();
    const bundles = path.resolve('node_modules/.cache/ministack/run/dist');
    cpSync('dist', bundles, { recursive: true });
    for (const name of ['turn', 'write-morning-brief', 'finish'])
      appendFileSync(path.join(bundles, name, 'index.mjs'), '\n// the next version');
    await deployed.deploy(bundles);
    const { name, definition } = await deployed.machine();
    expect(definition).not.toBe(before.definition);
    machines.put(name, definition);

    const { link, form, answer } = await decide(run, 'APPROVED');
    expect(answer.status).toBe(303);
    expect(await ended(run)).toMatchObject({ state: 'DONE' });
    expect(new Set(machines.calls.get(run)?.map((call) => call.replace(/^.*:/, '')))).toEqual(new Set(['1']));
    expect(await machines.path(executionOf(run))).toEqual([
      ...['ADMIT', 'ADMITTED', 'PLANNING', 'PLANNING_TURN', 'READ_ONLY', 'CALL', 'VALIDATE', 'VALIDATED'],
      ...['PLANNING', 'PLANNING_TURN', 'READ_ONLY', 'CALL', 'VALIDATE', 'VALIDATED'],
      ...['PLANNING', 'PLANNING_TURN', 'WAITING_CONFIRM', 'CONFIRMED', 'WRITE', 'ACT', 'WRITTEN'],
      ...['PLANNING', 'PLANNING_TURN', 'FINISH', 'ENDED', 'DONE'],
    ]);
    const [task, ...more] = await tasks();
    expect(more).toEqual([]);
    expect(task).toMatchObject({ title: '香港早晨天氣簡報 Hong Kong morning brief' });

    // the form once more, as a reload sends it: the receipt, and still one task
    expect((await deployed.visit(link, form)).status).toBe(303);
    expect((await deployed.visit(link)).body).toContain(String(task?.id));
    expect(await tasks()).toHaveLength(1);
  });

  it('after that the new version runs, and finds that the day is done', async () => {
    const run = await again(6);
    expect(await ended(run)).toMatchObject({ state: 'SKIPPED', code: 'ALREADY_DONE' });
    expect(await tasks()).toHaveLength(1);
  });
});
