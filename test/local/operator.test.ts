import { SFNClient } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDecision } from '../../lambda/ledger/decision.ts';
import { cancel, pause, resume } from '../../lambda/states/control.ts';
import { error } from '../../lib/local/messages-api.ts';
import { type Bench, openBench } from './bench.ts';
import { decide, filled, formOf, send } from './person.ts';

let bench: Bench;
let deps: Parameters<typeof cancel>[0];
let sfn: SFNClient;
beforeAll(async () => {
  bench = await openBench();
  sfn = new SFNClient({
    region: 'local',
    endpoint: bench.host.stepFunctionsUrl,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  deps = { items: bench.host.items, sfn, clock: bench.host.clock };
});
afterAll(async () => {
  sfn.destroy();
  await bench.close();
});

let day = 0;
const freshDate = () => new Date(Date.UTC(2035, 0, ++day)).toISOString().slice(0, 10);
const effects = async () => (await bench.tasks()).length;

/** A script that stops before an answer until it is let go, so that an operator can act in the middle. */
function stoppedAt(turn: number) {
  let reached = () => {};
  let letGo = () => {};
  const here = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let asked = 0;
  const script: typeof bench.diligent = async (body, attempt) => {
    asked += 1;
    if (asked === turn) {
      reached();
      await gone;
    }
    return bench.diligent(body, attempt);
  };
  return { script, here, letGo };
}

describe('an operator who cancels', () => {
  it('a parked run: its link is dead, nothing is done, people are told, and the date can be run again', async () => {
    const parked = await bench.run(freshDate());
    const form = filled(await formOf(parked.link ?? ''), 'APPROVED');
    expect(await cancel(deps, parked.run, 'ops')).toBe(true);
    expect(await bench.standing(parked.run)).toMatchObject({
      state: 'CANCELLED',
      code: 'CANCELLED',
      pending_tools: [],
    });
    const late = await send(parked.link ?? '', form);
    expect(late.status).toBe(410);
    expect(await late.text()).toMatch(/nothing was done/i);
    expect(await effects()).toBe(0);
    expect((await bench.mailsAbout(parked.run)).map(({ destination }) => destination.to[0])).toEqual([
      'approver@holdpoint.example',
      'approver@holdpoint.example',
      'owner@holdpoint.example',
    ]);
    expect(await cancel(deps, parked.run, 'ops')).toBe(false);
    const again = await bench.run(parked.run.slice(-10), undefined, { rerun: 2 });
    expect(again.state).toBe('WAITING_CONFIRM');
    await cancel(deps, again.run, 'ops');
    await bench.standing(again.run);
  });

  it('a run in the middle of a turn: it ends before the next one', async () => {
    const { script, here, letGo } = stoppedAt(2);
    const date = freshDate();
    const run = await bench.start(date, script);
    await here;
    expect(await cancel(deps, run, 'ops')).toBe(true);
    letGo();
    expect(await bench.standing(run)).toMatchObject({ state: 'CANCELLED', steps: 2 });
    expect(bench.asked(date)).toHaveLength(2);
    expect(await bench.gate(run, 3)).toBeUndefined();
  });

  it('a run that is about to ask: nobody gets a link that works', async () => {
    const { script, here, letGo } = stoppedAt(3);
    const run = await bench.start(freshDate(), script);
    await here;
    expect(await cancel(deps, run, 'ops')).toBe(true);
    letGo();
    expect(await bench.standing(run)).toMatchObject({ state: 'CANCELLED', steps: 3 });
    expect((await bench.mailsAbout(run)).filter(({ body }) => body.text.includes('/g/'))).toEqual([]);
  });

  it('a run whose act has happened: it ends CANCELLED and says what was done', async () => {
    const { script, here, letGo } = stoppedAt(4);
    const before = await effects();
    const parked = await bench.run(freshDate(), script);
    await send(parked.link ?? '', filled(await formOf(parked.link ?? ''), 'APPROVED'));
    await here;
    expect(await cancel(deps, parked.run, 'ops')).toBe(true);
    letGo();
    const end = await bench.standing(parked.run);
    expect(end.state).toBe('CANCELLED');
    expect(await effects()).toBe(before + 1);
    expect(end.message).toContain('done before that: create_review_task');
    const told = (await bench.mailsAbout(parked.run)).slice(1);
    expect(told).toHaveLength(2);
    for (const { body } of told) expect(body.text).toContain('done before that: create_review_task');
  });

  it('while an approver approves: either nothing was done, or it was and is said', async () => {
    for (let round = 0; round < 6; round++) {
      const parked = await bench.run(freshDate());
      const before = await effects();
      const form = filled(await formOf(parked.link ?? ''), 'APPROVED');
      const both = [() => send(parked.link ?? '', form), () => cancel(deps, parked.run, 'ops')];
      if (round % 2) both.reverse();
      const answers = await Promise.all(both.map((act) => act()));
      const page = answers.find((answer) => answer instanceof Response);
      expect(page?.status).toBeOneOf([303, 410]);
      const end = await bench.standing(parked.run);
      const done = (await effects()) - before;
      const decision = await readDecision(bench.host.items, { run: parked.run, turn: 3, kind: 'CONFIRM' });
      expect(end.state).toBeOneOf(['CANCELLED', 'DONE']);
      if (decision?.outcome === 'CANCELLED') expect(done).toBe(0);
      if (end.state === 'DONE') expect(done).toBe(1);
      if (end.state === 'CANCELLED' && done === 1)
        expect(end.message).toContain('done before that: create_review_task');
    }
  });
});

describe('an operator who pauses', () => {
  it('stops a run before its next turn, and lets it go on', async () => {
    const { script, here, letGo } = stoppedAt(1);
    const date = freshDate();
    const run = await bench.start(date, script);
    await here;
    expect(await pause(deps, run)).toBe(true);
    letGo();
    expect(await bench.standing(run)).toMatchObject({ state: 'PAUSED_FOR_REVIEW', steps: 1 });
    expect(bench.asked(date)).toHaveLength(1);
    expect(await resume(deps, run, 'ops')).toBe(true);
    expect(await bench.standing(run)).toMatchObject({ state: 'WAITING_CONFIRM', steps: 3 });
  });

  it('stops nothing between an approval and its write', async () => {
    const parked = await bench.run(freshDate());
    const before = await effects();
    expect(await pause(deps, parked.run)).toBe(true);
    await send(parked.link ?? '', filled(await formOf(parked.link ?? ''), 'APPROVED'));
    expect(await bench.standing(parked.run)).toMatchObject({ state: 'PAUSED_FOR_REVIEW', steps: 3 });
    expect(await effects()).toBe(before + 1);
    expect(await resume(deps, parked.run, 'ops')).toBe(true);
    expect(await bench.standing(parked.run)).toMatchObject({ state: 'DONE', steps: 4 });
  });

  it('stops a run again that was let go on and has not come to its next turn: each stop is a gate of its own', async () => {
    const date = freshDate();
    let asked = 0;
    const script: typeof bench.diligent = async (body, attempt) => {
      asked += 1;
      // The first turn, and then the second one, which its provider puts off twice.
      if (asked <= 3) await pause(deps, `morning-brief-${date}`);
      return asked === 2 || asked === 3 ? error(429, { 'retry-after': '7' }) : bench.diligent(body, attempt);
    };
    const first = await bench.run(date, script);
    expect(first).toMatchObject({ state: 'PAUSED_FOR_REVIEW', steps: 1 });
    await decide(first.link ?? '', 'APPROVED');
    const second = await bench.standing(first.run);
    expect(second).toMatchObject({ state: 'PAUSED_FOR_REVIEW', steps: 1 });
    expect(second.link).not.toBe(first.link);
    expect(await (await fetch(first.link ?? '')).text()).not.toContain('<form');
    expect(await (await fetch(second.link ?? '')).text()).toContain('An operator paused the run');
    expect(await resume(deps, first.run, 'ops')).toBe(true);
    const third = await bench.standing(first.run);
    expect(third).toMatchObject({ state: 'PAUSED_FOR_REVIEW', steps: 1 });
    expect(asked).toBe(3);
    expect(await resume(deps, first.run, 'ops')).toBe(true);
    const parked = await bench.standing(first.run);
    expect(parked).toMatchObject({ state: 'WAITING_CONFIRM', steps: 3 });
    const { reviews } = await bench.record(first.run);
    expect(reviews.map(({ sk, nth, by }) => [sk, nth, by])).toEqual([
      ['REVIEW#0001', 1, 'person'],
      ['REVIEW#0001#0002', 2, 'operator'],
      ['REVIEW#0001#0003', 3, 'operator'],
    ]);
    await cancel(deps, first.run, 'ops');
    expect((await bench.standing(first.run)).state).toBe('CANCELLED');
  });

  it('can cancel it at its second stop: that link is dead too', async () => {
    const date = freshDate();
    let asked = 0;
    const script: typeof bench.diligent = async (body, attempt) => {
      asked += 1;
      if (asked <= 2) await pause(deps, `morning-brief-${date}`);
      return asked === 2 ? error(529, { 'retry-after': '7' }) : bench.diligent(body, attempt);
    };
    const { run } = await bench.run(date, script);
    await resume(deps, run, 'ops');
    const second = await bench.standing(run);
    expect(second.state).toBe('PAUSED_FOR_REVIEW');
    const form = filled(await formOf(second.link ?? ''), 'APPROVED');
    expect(await cancel(deps, run, 'ops')).toBe(true);
    expect(await bench.standing(run)).toMatchObject({ state: 'CANCELLED', steps: 1 });
    expect((await send(second.link ?? '', form)).status).toBe(410);
  });

  it('a paused run can be cancelled, and pausing or resuming one that is over says so', async () => {
    const { script, here, letGo } = stoppedAt(1);
    const run = await bench.start(freshDate(), script);
    await here;
    await pause(deps, run);
    letGo();
    expect((await bench.standing(run)).state).toBe('PAUSED_FOR_REVIEW');
    expect(await cancel(deps, run, 'ops')).toBe(true);
    expect(await bench.standing(run)).toMatchObject({ state: 'CANCELLED', steps: 1 });
    expect(await pause(deps, run)).toBe(false);
    expect(await resume(deps, run, 'ops')).toBe(false);
  });

  it('nobody looks at a paused run in time: it ends EXPIRED and people are told', async () => {
    const { script, here, letGo } = stoppedAt(1);
    const run = await bench.start(freshDate(), script);
    await here;
    await pause(deps, run);
    letGo();
    expect((await bench.standing(run)).state).toBe('PAUSED_FOR_REVIEW');
    bench.time.timers.advance(4 * 60 * 60_000);
    expect(await bench.standing(run)).toMatchObject({ state: 'EXPIRED', steps: 1 });
    expect(
      (await bench.mailsAbout(run)).slice(1).map(({ subject }) => subject.replace(/:? .*$/, '')),
    ).toEqual(['Expired,', 'No']);
  });
});
