import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resumeGate } from '../../lambda/gate/callback.ts';
import { type DecisionItem, decide } from '../../lambda/ledger/decision.ts';
import { type GateItem, openGate as putGate, readGate } from '../../lambda/ledger/gate.ts';
import type { Items } from '../../lambda/ledger/items.ts';
import { memoryItems } from '../../lambda/ledger/memory-items.ts';
import { chan, openGate, task, tokens } from './fixture.ts';
import { stepFunctions } from './step-functions.ts';

const now = new Date('2026-11-29T23:10:00.000Z');
let items: Items;
let sfn: Awaited<ReturnType<typeof stepFunctions>>;
let gate: GateItem;
let decision: DecisionItem;

beforeEach(async () => {
  items = memoryItems();
  sfn = await stepFunctions(tokens.first);
  gate = await putGate(items, openGate);
  const rulings = [{ index: 0, ruling: 'APPROVED' as const, shown: task.digest, digest: task.digest }];
  const by = { approver: chan.id, name: chan.name, how: 'link' as const };
  ({ decision } = await decide(items, gate, { outcome: 'DECIDED', rulings, by, at: now.toISOString() }));
});
afterEach(() => sfn.close());

const resume = () => resumeGate({ items, sfn: sfn.client, now }, gate, decision);
const resumedAt = async () => (await readGate(items, gate))?.resumedAt;

describe('telling the machine', () => {
  it('sends the verdict with the gate’s token, byte for byte, and notes it', async () => {
    expect(await resume()).toBe('resumed');
    expect(sfn.received).toEqual([
      { taskToken: 'AQC+/ab==first', output: '{"verdict":"WRITE","writes":[0]}' },
    ]);
    expect(await resumedAt()).toBe('2026-11-29T23:10:00.000Z');
  });

  it('is not done twice once it is noted', async () => {
    await resume();
    gate = (await readGate(items, gate)) as GateItem;
    expect(await resume()).toBe('resumed');
    expect(sfn.received).toHaveLength(1);
  });

  it.each(['TaskTimedOut', 'InvalidToken', 'TaskDoesNotExist'])(
    '%s is never noted as resumed',
    async (name) => {
      sfn.failNext(name);
      expect(await resume()).toBe('gone');
      expect(await resumedAt()).toBeUndefined();
    },
  );

  it.each([
    ['ThrottlingException', 400],
    ['InternalServerError', 500],
    ['AccessDeniedException', 400],
  ])('%s leaves it to be told later', async (name, status) => {
    sfn.failNext(name, status);
    expect(await resume()).toBe('later');
    expect(await resumedAt()).toBeUndefined();
    expect(await resume()).toBe('resumed');
  });

  it('uses the newest token after the state was entered again', async () => {
    sfn.open(tokens.second);
    gate = await putGate(items, { ...openGate, token: tokens.second });
    expect(await resume()).toBe('resumed');
    expect(sfn.received.map(({ taskToken }) => taskToken)).toEqual(['AQC+/ab==second']);
  });

  it('closes without a write when nothing was approved', async () => {
    decision = { ...decision, outcome: 'EXPIRED', rulings: [] };
    await resume();
    expect(sfn.received[0]?.output).toBe('{"verdict":"CLOSE","writes":[]}');
  });

  it('has a plan that was approved run no write', async () => {
    decision = { ...decision, kind: 'REVIEW' };
    await resume();
    expect(sfn.received[0]?.output).toBe('{"verdict":"CLOSE","writes":[]}');
  });

  it('has an unknown act run again only when a person says it did not happen and shall', async () => {
    const rulings = [{ index: 0, ruling: 'REDO' as const, shown: task.digest, digest: task.digest }];
    decision = { ...decision, kind: 'SETTLE', rulings };
    await resume();
    expect(sfn.received[0]?.output).toBe('{"verdict":"WRITE","writes":[0]}');
  });
});
