import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readDecision } from '../../lambda/ledger/decision.ts';
import { readGate } from '../../lambda/ledger/gate.ts';
import { readWrite } from '../../lambda/ledger/write.ts';
import { LevelItems } from '../../lib/local/store/level-items.ts';
import { type Bench, openBench } from './bench.ts';
import { decide, formOf, send } from './person.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
afterEach(() => vi.restoreAllMocks());

let day = 0;
const freshDate = () => new Date(Date.UTC(2036, 0, ++day)).toISOString().slice(0, 10);
const effects = async () => (await bench.tasks()).length;

/** The target of the act cannot be reached: what is sent to it fails, before it arrives or after it took effect. */
function targetFails(when: 'before' | 'after') {
  const failing = (real: (...args: never[]) => Promise<unknown>, input: (args: unknown[]) => unknown) =>
    async function (this: unknown, ...args: unknown[]) {
      const isTarget = JSON.stringify(input(args)).includes('TASK#');
      if (isTarget && when === 'before') throw failure();
      const answer = await real.apply(this, args as never[]);
      if (isTarget) throw failure();
      return answer;
    } as never;
  const { send } = DynamoDBClient.prototype;
  const inputOf = ([command]: unknown[]) => (command as { input: object }).input;
  vi.spyOn(DynamoDBClient.prototype, 'send').mockImplementation(failing(send as never, inputOf));
  for (const method of ['get', 'put', 'update'] as const) {
    const real = LevelItems.prototype[method];
    vi.spyOn(LevelItems.prototype, method).mockImplementation(failing(real, (args) => args));
  }
}
const failure = () => Object.assign(new Error('as told'), { name: 'InternalServerError', $fault: 'server' });

/** A run whose approved act ended nobody knows how, at the gate that asks a person. */
async function inDoubt(when: 'before' | 'after') {
  const parked = await bench.run(freshDate());
  targetFails(when);
  expect((await decide(parked.link ?? '', 'APPROVED')).status).toBe(303);
  const doubt = await bench.standing(parked.run);
  vi.restoreAllMocks();
  expect(doubt).toMatchObject({ state: 'SETTLE', pending_tools: ['create_review_task'], steps: 3 });
  expect(doubt.link).not.toBe(parked.link);
  const ref = { run: parked.run, turn: 3, kind: 'SETTLE' as const };
  const key = (await readGate(bench.host.items, ref))?.proposals[0]?.key ?? '';
  const answer = async (choice: string, comment = '') =>
    send(doubt.link ?? '', {
      ...(await formOf(doubt.link ?? '')),
      '0.choice': choice,
      ...(comment ? { [`0.comment.${choice}`]: comment } : {}),
    });
  return {
    run: parked.run,
    first: parked.link ?? '',
    ref,
    answer,
    write: () => readWrite(bench.host.items, key),
  };
}

describe('an act whose end nobody knows', () => {
  it('did not happen, a person says, and shall: it is done once', async () => {
    const before = await effects();
    const doubt = await inDoubt('before');
    expect(await doubt.write()).toMatchObject({ state: 'UNKNOWN' });
    expect(await bench.mailsAbout(doubt.run)).toHaveLength(2);
    const page = await (await fetch(doubt.first)).text();
    expect(page).toMatch(/not known|nobody knows|unknown/i);
    expect((await doubt.answer('REDO')).status).toBe(303);
    expect(await bench.standing(doubt.run)).toMatchObject({ state: 'DONE', steps: 4 });
    expect(await effects()).toBe(before + 1);
    expect(await doubt.write()).toMatchObject({ state: 'SUCCEEDED', redone: true });
  });

  it('did happen after all: doing it once more finds it, and there is still one', async () => {
    const before = await effects();
    const doubt = await inDoubt('after');
    expect(await effects()).toBe(before + 1);
    expect((await doubt.answer('REDO')).status).toBe(303);
    expect(await bench.standing(doubt.run)).toMatchObject({ state: 'DONE', steps: 4 });
    expect(await effects()).toBe(before + 1);
  });

  it('was seen to have happened: the word of a person is its receipt', async () => {
    const doubt = await inDoubt('after');
    expect((await doubt.answer('HAPPENED')).status).toBe(422);
    expect((await doubt.answer('HAPPENED', 'I see it in /tasks')).status).toBe(303);
    expect(await bench.standing(doubt.run)).toMatchObject({ state: 'DONE', steps: 4 });
    expect(await doubt.write()).toMatchObject({
      state: 'SUCCEEDED',
      receipt: { seen: 'I see it in /tasks' },
    });
  });

  it('shall not be done: the run ends and says that nobody knows, and no later run acts on it unasked', async () => {
    const before = await effects();
    const doubt = await inDoubt('before');
    expect((await doubt.answer('STOP')).status).toBe(303);
    expect(await bench.standing(doubt.run)).toMatchObject({
      state: 'FAILED',
      code: 'OUTCOME_UNKNOWN',
      steps: 3,
    });
    expect(await effects()).toBe(before);
    expect(
      (await bench.mailsAbout(doubt.run)).filter(({ body }) => body.text.includes('OUTCOME_UNKNOWN')),
    ).toHaveLength(2);
    const again = await bench.run(doubt.run.slice(-10), undefined, { rerun: 2 });
    expect(again.state).not.toBe('DONE');
    expect(await effects()).toBe(before);
  });

  it('is settled by nobody for a day: the run ends and says so', async () => {
    const before = await effects();
    const doubt = await inDoubt('before');
    bench.time.timers.advance(24 * 60 * 60_000 + 11 * 60_000);
    expect(await bench.standing(doubt.run)).toMatchObject({ state: 'FAILED', code: 'OUTCOME_UNKNOWN' });
    expect(await readDecision(bench.host.items, doubt.ref)).toMatchObject({ outcome: 'EXPIRED' });
    expect(await effects()).toBe(before);
  });
});
