import { describe, expect, it } from 'vitest';
import { TRANSIENT } from '../../../lambda/define/machine-words.ts';
import type { Handler } from '../../../lambda/functions/host.ts';
import { triggerOf } from '../../../lambda/states/trigger.ts';
import { linksIn } from '../../../lib/local/crash/story.ts';
import type { Subject } from '../../../lib/local/crash/subject.ts';
import { call, endTurn, type Step, toolUse } from '../../../lib/local/messages-api-script.ts';
import { openBazaar } from '../adversary/subject.ts';
import { type Stage, say, scripted, shop, stage } from './stage.ts';

const look = call('get_stock', { item: 'paper' });
const pay = (cents: number) => call('pay', { to: 'the printer', cents });
const LAST = [endTurn('Well.'), endTurn('{"verdict":"badly"}')] as const;

/** A bazaar whose model does this, up to its end or its gate. */
async function bazaar(steps: readonly Step[], stock?: (item: string) => { item: string; left: number }) {
  const { script, asked } = scripted(...steps);
  const opened = openBazaar({ script, ...(stock ? { stock } : {}) });
  return { ...opened, asked, ...(await stage(opened.subject)) };
}

async function history(s: Stage) {
  const known = await s.world.engine().listExecutions({ stateMachineArn: s.world.stateMachineArn });
  const executionArn = known.find(({ name }) => name === s.run)?.executionArn ?? '';
  return s.world.engine().getExecutionHistory({ executionArn });
}

describe('states stay small', () => {
  it.each([
    { what: 'a megabyte of Chinese', item: '簡'.repeat(350_000), told: 'RESULT_TOO_LARGE' },
    { what: 'two thousand lines', item: 'row skipped: no price in column 7\n'.repeat(2_000), told: 'ok' },
  ])('B1 whatever a tool answers, no state carries more than ids: $what', async ({ item, told }) => {
    const s = await bazaar([toolUse(look), ...LAST], () => ({ item, left: 1 }));
    await s.start();
    await s.ended();
    for (const event of await history(s))
      expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(16 * 1024);
    const { result } = (await s.record()).calls[0] ?? {};
    expect(result?.ok ? 'ok' : result?.error.code).toBe(told);
  });

  it('B4 a model that asks for a tool for ever ends at its turns, with a short history', async () => {
    const s = await bazaar(
      Array.from({ length: 50 }, (_, n) => toolUse(call('get_stock', { item: `box ${n}` }))),
    );
    await s.start();
    await s.ended();
    expect((await s.record()).run).toMatchObject({ state: 'FAILED', code: 'BUDGET_TURNS' });
    expect((await history(s)).length).toBeLessThan(2_500);
  });
});

describe('a start', () => {
  it('B5 is one execution for one slot, whenever and however often it is delivered', async () => {
    const { subject, placed } = shop();
    const s = await stage(subject);
    const scheduledTime = new Date(s.world.timers.now()).toISOString();
    const deliver = () =>
      s.world.start(triggerOf({ workflow: 'orders', input: { shop: 'Central' }, scheduledTime }));
    expect(await Promise.all([deliver(), deliver()])).toMatchObject([
      { run: 'orders-2027-09-29' },
      { run: 'orders-2027-09-29' },
    ]);
    const link = await s.parked();
    expect(await deliver()).toMatchObject({ run: 'orders-2027-09-29' });
    await say(s, link, 'APPROVED');
    await s.ended();
    expect(await deliver()).toEqual({ run: 'orders-2027-09-29', started: false });
    const known = await s.world.engine().listExecutions({ stateMachineArn: s.world.stateMachineArn });
    expect([known.length, placed.length]).toEqual([1, 1]);

    const failed = await stage({ ...shop().subject, script: scripted(endTurn('No.')).script });
    await failed.start();
    await failed.ended();
    expect((await failed.record()).run.state).toBe('FAILED');
    expect(await failed.start()).toMatchObject({ started: false });
    expect(await failed.start({ rerun: 2 })).toEqual({ run: 'orders-2026-08-25-r2', started: true });
  });
});

describe('an error of Lambda', () => {
  /** Each function throws this at its first call: before it does anything, or, the write, after it did. */
  function failing(subject: Subject, error: string, afterwards: readonly string[]): Subject {
    const failed = new Set<string>();
    return {
      ...subject,
      handler(name, host, outside) {
        const handler = subject.handler(name, host, outside);
        if (!handler || failed.has(name) || ['sweep', 'watch'].includes(name)) return handler;
        failed.add(name);
        const once: Handler<unknown, unknown> = async (event, invocation) => {
          if (afterwards.includes(name)) await handler(event, invocation);
          throw Object.assign(new Error('as told'), { name: error });
        };
        return once;
      },
    };
  }

  it.each(TRANSIENT)('B7 is tried again, and acts once: %s', async (error) => {
    for (const afterwards of [[], ['write-orders', 'turn', 'ask', 'closeGate', 'finish']]) {
      const { subject, placed } = shop();
      const s = await stage(failing(subject, error, afterwards));
      await s.start();
      const link = await s.parked();
      await say(s, link, 'APPROVED');
      await s.ended();
      expect([(await s.record()).run.state, placed.length]).toEqual(['DONE', 1]);
      expect(new Set(s.world.mails.flatMap(linksIn)).size).toBe(1);
    }
  });

  it('B7 that is the code’s own is not tried again', async () => {
    const { subject } = shop();
    const s = await stage(failing(subject, 'TypeError', []));
    await s.start();
    await s.ended();
    const tries = (await history(s)).filter(({ type }) => type === 'TaskScheduled');
    expect(await s.status()).toBe('FAILED');
    expect(tries.length).toBeLessThanOrEqual(2);
  });
});

describe('what the machine reads', () => {
  it.each([
    { missing: 'next', answer: { stage: 'ORDERING', turn: 1 }, code: 'ILLEGAL_TRANSITION' },
    { missing: 'gate.seconds', answer: { next: 'GATE', turn: 1, gate: {} }, code: 'QUERY_EVALUATION_ERROR' },
    { missing: 'turn', answer: { next: 'STAGE', stage: 'ORDERING' }, code: 'QUERY_EVALUATION_ERROR' },
  ])('B9 fails here as it fails there when $missing is missing', async ({ answer, code }) => {
    const { subject } = shop();
    const s = await stage({
      ...subject,
      handler: (name, host, outside) =>
        name === 'turn' ? async () => answer : subject.handler(name, host, outside),
    });
    await s.start();
    await s.ended();
    expect((await s.record()).run).toMatchObject({ state: 'FAILED', code });
  });

  it.each([0, 1, 2, 10])('B10 is a list, of none, one, or more: %i reads of one message', async (count) => {
    const reads = Array.from({ length: count }, (_, n) => call('get_stock', { item: `box ${n}` }));
    const s = await bazaar(count ? [toolUse(...reads), ...LAST] : LAST);
    await s.start();
    await s.ended();
    expect(s.reads()).toBe(count);
    expect((await s.record()).calls).toHaveLength(count);
  });

  it.each([1, 2, 8])('B10 is a list of acts too: %i writes of one message', async (count) => {
    const acts = Array.from({ length: count }, (_, n) => pay(100 + n));
    const s = await bazaar([toolUse(...acts), ...LAST]);
    await s.start();
    await say(s, await s.parked(), 'APPROVED');
    await s.ended();
    expect(s.paid).toHaveLength(count);
    expect(new Set(s.paid.map(({ qty }) => qty)).size).toBe(count);
  });
});

describe('a token', () => {
  it('B12 belongs to one attempt, a link to the gate: after a retry every letter’s link works', async () => {
    const probe = await stage(shop().subject);
    await probe.start();
    await probe.parked();
    const at = probe.world.points.find(({ request }) => request.startsWith('mail to'))?.n ?? 0;
    const { subject, placed } = shop();
    const s = await stage(subject, { crashes: [{ at, side: 'after', takes: 'process' }] });
    await s.start();
    await s.parked(2);
    const links = s.world.mails.flatMap(linksIn);
    expect([links.length >= 2, new Set(links).size]).toEqual([true, 1]);
    expect(s.gates()).toMatchObject([{ asked: 2 }]);
    expect(s.world.mails).toHaveLength(2);
    expect((await say(s, links[0] ?? '', 'APPROVED')).status).toBe(303);
    await s.ended();
    expect([placed.length, (await s.record()).run.state]).toEqual([1, 'DONE']);
  });

  it('B12 of one gate leaves another waiting', async () => {
    const { subject, placed } = shop();
    const s = await stage(subject);
    await s.start();
    const first = await s.parked();
    await s.start({ businessDate: '2026-08-26' });
    const second = await s.parked(2);
    expect(second).not.toBe(first);
    await say(s, second, 'APPROVED');
    await s.ended();
    expect([await s.status(), placed.length]).toEqual(['RUNNING', 1]);
    expect(await s.decision(2)).toBeUndefined();
  });
});
