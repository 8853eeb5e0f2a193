import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineWorkflow, type Workflow } from '../../lambda/define/workflow.ts';
import { memoryItems } from '../../lambda/ledger/memory-items.ts';
import { admit } from '../../lambda/states/admit.ts';
import { runName, type Trigger } from '../../lambda/states/start.ts';

const workflow = (runs: 'daily' | 'asked'): Workflow =>
  defineWorkflow({
    name: 'questions',
    input: z.object({}),
    task: () => 'Answer.',
    start: 'ANSWERING',
    stages: { ANSWERING: { prompt: 'Answer.', tools: [], turns: 1, on: { end: 'DONE' } } },
    evidence: [],
    budget: { tokens: 1000 },
    gate: { expires: { hours: 1 } },
    runs,
  });

const trigger: Trigger = {
  workflow: 'questions',
  businessDate: '2026-08-25',
  trigger: 'manual',
  input: {},
};

const admitAs = (given: Trigger, runs: 'daily' | 'asked') =>
  admit(
    { run: runName(given), execution: `arn:${runName(given)}`, input: given },
    {
      items: memoryItems(),
      clock: { now: () => new Date('2026-08-25T03:00:00Z') },
      workflow: () => workflow(runs),
      modelId: 'scripted',
      recordings: false,
    },
  );

describe('the slot of a trigger', () => {
  it('names runs of one date apart, and re-runs of one slot', () => {
    expect(runName(trigger)).toBe('questions-2026-08-25');
    expect(runName({ ...trigger, slot: '1102-3fa9c1' })).toBe('questions-2026-08-25-1102-3fa9c1');
    expect(runName({ ...trigger, slot: '1102-3fa9c1', rerun: 2 })).toBe(
      'questions-2026-08-25-1102-3fa9c1-r2',
    );
  });

  it('lets a workflow that is asked run once per question', async () => {
    expect((await admitAs({ ...trigger, slot: '1102-3fa9c1' }, 'asked')).next).toBe('NEW');
  });

  it.each([undefined, '', 'R2', 'r2', 'a-r2', 'a b', '-a', 'a'.repeat(25)])('is not %j', async (slot) => {
    const given = slot === undefined ? trigger : { ...trigger, slot };
    await expect(admitAs(given, 'asked')).rejects.toMatchObject({ name: 'SlotRefused' });
  });

  it('cannot make a daily workflow run twice a day', async () => {
    await expect(admitAs({ ...trigger, slot: 'again' }, 'daily')).rejects.toMatchObject({
      name: 'SlotRefused',
      message: '"questions" runs once a day, the slot "again" was given',
    });
  });
});
