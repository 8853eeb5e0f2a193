import { afterEach, describe, expect, it } from 'vitest';
import type { Receipt } from '../../lambda/define/runner.ts';
import { writer } from '../../lambda/define/runner.ts';
import { ToolError } from '../../lambda/define/tool-error.ts';
import { decide } from '../../lambda/ledger/decision.ts';
import { type GateItem, readGate } from '../../lambda/ledger/gate.ts';
import type { RunItem } from '../../lambda/ledger/record.ts';
import { runKey } from '../../lambda/ledger/record.ts';
import { readWrite } from '../../lambda/ledger/write.ts';
import { fetchHttp } from '../../lambda/states/http.ts';
import { runName } from '../../lambda/states/start.ts';
import { write } from '../../lambda/states/write.ts';
import { PEOPLE } from '../../lib/local/crash/person.ts';
import { tell, triggerOf } from '../../lib/local/crash/story.ts';
import { openWorld, type World } from '../../lib/local/crash/world.ts';
import { settling } from './order/person.ts';
import { orders } from './order/subject.ts';
import { memoryTarget, type Target } from './order/target.ts';

const open: World[] = [];
afterEach(async () => {
  for (const world of open.splice(0)) await world.close();
});

const KEYED = { keyed: true, answers: true };
const DAY = 86_400_000;

/** A run that waits at its gate, decided on record without the machine being told: its write is the test's to run. */
async function approvedOrder(
  target: Target = memoryTarget(KEYED).target,
  ruling: 'APPROVED' | 'REJECTED' = 'APPROVED',
) {
  const subject = orders({ kind: KEYED, target });
  const world = await openWorld(subject);
  open.push(world);
  const trigger = triggerOf(world);
  await world.start(trigger);
  await world.pass(() => world.mails.length > 0, world.timers.now() + DAY);
  const ref = { run: runName(trigger), turn: 2, kind: 'CONFIRM' } as const;
  const gate = (await readGate(world.items, ref)) as GateItem;
  const [proposal] = gate.proposals;
  if (!proposal) throw new Error('the order was not proposed');
  const { index, digest, key } = proposal;
  await decide(world.items, gate, {
    outcome: 'DECIDED',
    rulings: [{ index, ruling, shown: digest, digest }],
    by: { approver: 'approver', name: 'Approver', how: 'link' },
    at: gate.openedAt,
  });
  const tool = subject.workflow.stages.ORDERING?.tools.at(-1);
  if (tool?.effect !== 'WRITE_CONFIRM') throw new Error('the write is the last tool');
  const order = writer(tool, {
    run: (input, { key, signal }) => target.place(key, input as never, signal),
    reconcile: (key, { signal }) => target.find(key, signal),
  });
  const invoke = () =>
    write(
      { ...ref, index },
      {
        items: world.items,
        clock: { now: () => new Date(world.timers.now()) },
        writers: [order],
        http: fetchHttp,
        settings: {},
        deadline: () => new AbortController().signal,
      },
    );
  return { world, key, invoke, state: async () => (await readWrite(world.items, key))?.state };
}

/** A target whose answers the test gives, one per placing. */
function slowTarget() {
  const waiting: { answer: (receipt: Receipt) => void; refuse: (error: Error) => void }[] = [];
  const target: Target = {
    place: () => new Promise((resolve, reject) => waiting.push({ answer: resolve, refuse: reject })),
    find: async () => undefined,
  };
  return { target, waiting };
}

const turns = () => new Promise((resolve) => setImmediate(resolve));
const LEASE = 65_000;

describe('two invocations of one write', () => {
  it('the second waits while the lease of the first runs', async () => {
    const slow = slowTarget();
    const { invoke } = await approvedOrder(slow.target);
    const first = invoke();
    await turns();
    await expect(invoke()).rejects.toMatchObject({ name: 'WriteInFlight' });
    slow.waiting[0]?.answer({ id: 'O-1', at: '2026-08-25T03:10:00.000Z' });
    expect(await first).toEqual({ outcome: 'SUCCEEDED' });
  });

  it('the first cannot say that it failed once the second has the claim', async () => {
    const slow = slowTarget();
    const { world, invoke, state } = await approvedOrder(slow.target);
    const first = invoke();
    await turns();
    world.timers.advance(LEASE);
    const second = invoke();
    await turns();
    slow.waiting[0]?.refuse(new ToolError('business', 'SOLD_OUT', 'there is none left'));
    await expect(first).rejects.toMatchObject({ name: 'WriteInFlight' });
    expect(await state()).toBe('EXECUTING');
    slow.waiting[1]?.answer({ id: 'O-2', at: '2026-08-25T03:12:00.000Z' });
    expect(await second).toEqual({ outcome: 'SUCCEEDED' });
    expect(await state()).toBe('SUCCEEDED');
  });

  it('that it happened stands, whichever of them saw it', async () => {
    const slow = slowTarget();
    const { world, invoke, state } = await approvedOrder(slow.target);
    const first = invoke();
    await turns();
    world.timers.advance(LEASE);
    const second = invoke();
    await turns();
    slow.waiting[0]?.answer({ id: 'O-1', at: '2026-08-25T03:10:00.000Z' });
    expect(await first).toEqual({ outcome: 'SUCCEEDED' });
    slow.waiting[1]?.refuse(new ToolError('business', 'KNOWN', 'that key has an order'));
    expect(await second).toEqual({ outcome: 'SUCCEEDED' });
    expect(await state()).toBe('SUCCEEDED');
  });
});

describe('a rejection', () => {
  it('is what the write reads, whatever called it', async () => {
    const { target, placed } = memoryTarget(KEYED);
    const { invoke, state } = await approvedOrder(target, 'REJECTED');
    expect(await invoke()).toEqual({ outcome: 'REFUSED' });
    expect([placed.length, await state()]).toEqual([0, 'PROPOSED']);
  });
});

describe('an approval that has run out', () => {
  it('begins nothing', async () => {
    const { target, placed } = memoryTarget(KEYED);
    const { world, invoke, state } = await approvedOrder(target);
    world.timers.advance(DAY);
    expect(await invoke()).toEqual({ outcome: 'REFUSED' });
    expect([placed.length, await state()]).toEqual([0, 'PROPOSED']);
  });

  it('does not begin again what was begun in time and never done: that is in doubt', async () => {
    const slow = slowTarget();
    const { world, invoke, state } = await approvedOrder(slow.target);
    void invoke();
    await turns();
    world.timers.advance(DAY);
    expect(await invoke()).toEqual({ outcome: 'UNKNOWN' });
    expect([slow.waiting.length, await state()]).toEqual([1, 'UNKNOWN']);
  });
});

describe('a run that is stopped while an act of its is in doubt', () => {
  const DEAF = { keyed: false, answers: false };
  const lost: Target = {
    place: async () => {
      throw new Error('the connection was lost');
    },
    find: memoryTarget(DEAF).target.find,
  };

  const stop = async (world: World) => {
    const { stateMachineArn } = world;
    const [execution] = await world.engine().listExecutions({ stateMachineArn });
    await world.engine().stopExecution({ executionArn: execution?.executionArn ?? '' });
  };
  const cancel = async (world: World, run: string) => void (await world.cancel(run));

  it.each([
    { how: 'an operator cancels it', act: cancel },
    { how: 'its machine is stopped', act: stop },
  ])('says that it may have happened, though $how', async ({ act }) => {
    const world = await openWorld(orders({ kind: DEAF, target: lost }));
    open.push(world);
    let mails = 0;
    world.onMail(() => {
      mails += 1;
      // The second letter asks what became of it.
      if (mails === 2) void world.sleep(3).then(() => act(world, runName(triggerOf(world))));
    });
    const story = await tell(world, { ...settling('REDO'), thinksMinutes: 20 });
    expect(story.faults).toEqual([]);
    const run = (await world.items.get(runKey(story.run))) as RunItem;
    expect(run).toMatchObject({ state: 'FAILED', code: 'OUTCOME_UNKNOWN' });
    expect(run.message).toContain('whether create_order happened is not known, a person has to look');
    expect(world.mails.some(({ to }) => to === 'owner@holdpoint.example')).toBe(true);
  });

  it('says what was done before an operator cancelled it', async () => {
    const { target, placed } = memoryTarget(KEYED);
    let world: World | undefined;
    const subject = orders({
      kind: KEYED,
      target: {
        ...target,
        // the operator is as quick as the shop
        place: async (...order) => {
          const receipt = await target.place(...order);
          await world?.cancel('orders-2026-08-25');
          return receipt;
        },
      },
    });
    world = await openWorld(subject);
    open.push(world);
    const story = await tell(world, PEOPLE.approves);
    const run = (await world.items.get(runKey(story.run))) as RunItem;
    expect(placed).toHaveLength(1);
    expect(run).toMatchObject({
      state: 'CANCELLED',
      message: 'an operator cancelled it; done before that: create_order',
    });
  });
});
