import { beforeEach, describe, expect, it } from 'vitest';
import type { Items } from '../../lambda/ledger/items.ts';
import { memoryItems } from '../../lambda/ledger/memory-items.ts';
import { type RunItem, readRecord, runKey } from '../../lambda/ledger/record.ts';
import { endRun } from '../../lambda/ledger/run.ts';
import { admit } from '../../lambda/states/admit.ts';
import { runName, type Trigger } from '../../lambda/states/start.ts';
import { workflowNamed } from '../../lambda/workflows/registry.ts';

let items: Items;
beforeEach(() => {
  items = memoryItems();
});

const brief = { workflow: 'morning-brief', input: { lang: 'tc', audience: 'operations' } } as const;
const manual = (businessDate: string, rerun?: number): Trigger => ({
  ...brief,
  businessDate,
  trigger: 'manual',
  ...(rerun === undefined ? {} : { rerun }),
});
const scheduled = (businessDate: string, scheduledAt: string): Trigger => ({
  ...brief,
  businessDate,
  trigger: 'schedule',
  scheduledAt,
});

const admitted = async (
  trigger: Trigger,
  now = '2026-11-30T07:00:05+08:00',
  execution = `arn:${runName(trigger)}`,
) => {
  const deps = {
    items,
    clock: { now: () => new Date(now) },
    workflow: workflowNamed,
    modelId: 'scripted-model',
    recordings: false,
  };
  const { next } = await admit({ run: runName(trigger), execution, input: trigger }, deps);
  const { run } = await readRecord(items, runName(trigger));
  return { next, state: run.state, ...(run.code ? { code: run.code } : {}) };
};
const ended = async (name: string, state: 'DONE' | 'FAILED' | 'REJECTED' | 'EXPIRED') =>
  endRun(items, (await items.get(runKey(name))) as RunItem, { state, endedAt: '2026-11-30T00:00:00.000Z' });

describe('admission', () => {
  it("takes its own run up again when it is retried, and refuses another execution's", async () => {
    expect(await admitted(manual('2026-11-30'))).toEqual({ next: 'NEW', state: 'RUNNING' });
    expect(await admitted(manual('2026-11-30'))).toEqual({ next: 'NEW', state: 'RUNNING' });
    expect(await admitted(manual('2026-11-30'), '2026-11-30T07:01:00+08:00', 'arn:other')).toEqual({
      next: 'SKIPPED',
      state: 'RUNNING',
    });
  });

  it('refuses an execution that was not named for its trigger', async () => {
    const clock = { now: () => new Date('2026-11-30T07:00:05+08:00') };
    const deps = { items, clock, workflow: workflowNamed, modelId: 'm', recordings: false };
    await expect(
      admit({ run: 'morning-brief-2026-11-29', execution: 'arn:x', input: manual('2026-11-30') }, deps),
    ).rejects.toMatchObject({ name: 'NameMismatch' });
  });

  it('runs a slot that is ten minutes late, and skips one that is twenty hours late, on record', async () => {
    const at = '2026-11-29T23:00:00Z';
    expect(await admitted(scheduled('2026-11-30', at), '2026-11-30T07:10:00+08:00')).toEqual({
      next: 'NEW',
      state: 'RUNNING',
    });
    expect(
      await admitted(scheduled('2026-11-27', '2026-11-26T23:00:00Z'), '2026-11-28T03:00:00+08:00'),
    ).toEqual({
      next: 'SKIPPED',
      state: 'SKIPPED',
      code: 'STALE',
    });
    expect(
      await admitted(scheduled('2026-12-01', '2026-11-30T23:00:00Z'), '2026-12-01T13:00:00+08:00'),
    ).toEqual({
      next: 'SKIPPED',
      state: 'SKIPPED',
      code: 'STALE',
    });
  });

  it.each([
    ['a Sunday', '2026-11-29'],
    ['a general holiday on a Friday', '2026-12-25'],
    ['the weekday after Christmas that is a general holiday, a Saturday', '2026-12-26'],
  ])('skips %s when the schedule comes, and runs it when a person asks', async (_, date) => {
    const now = `${date}T07:00:05+08:00`;
    expect(await admitted(scheduled(date, `${date}T07:00:00+08:00`), now)).toEqual({
      next: 'SKIPPED',
      state: 'SKIPPED',
      code: 'NOT_A_WORKING_DAY',
    });
    items = memoryItems();
    expect(await admitted(manual(date), now)).toEqual({ next: 'NEW', state: 'RUNNING' });
    expect(await items.get(runKey(`morning-brief-${date}`))).toMatchObject({ banner: 'NOT_A_WORKING_DAY' });
  });

  it('runs a date beyond the calendar, and says that it did not know', async () => {
    const now = '2035-05-02T07:00:05+08:00';
    expect(await admitted(scheduled('2035-05-02', '2035-05-02T07:00:00+08:00'), now)).toEqual({
      next: 'NEW',
      state: 'RUNNING',
    });
    expect(await items.get(runKey('morning-brief-2035-05-02'))).toMatchObject({ banner: 'NOT_IN_CALENDAR' });
  });

  it('refuses a recording on a host that reads live feeds', async () => {
    const recording = { observedAt: '2026-08-25T11:02:00+08:00' };
    await expect(admitted({ ...manual('2026-08-25'), recording })).rejects.toMatchObject({
      name: 'RecordingRefused',
    });
  });
});

describe('an explicit re-run', () => {
  it.each(['FAILED', 'EXPIRED', 'REJECTED'] as const)('follows an attempt that ended %s', async (state) => {
    await admitted(manual('2026-11-30'));
    await ended('morning-brief-2026-11-30', state);
    expect(await admitted(manual('2026-11-30', 2))).toEqual({ next: 'NEW', state: 'RUNNING' });
  });

  it('is skipped while an attempt runs, also by the attempt after the one that was skipped', async () => {
    await admitted(manual('2026-11-30'));
    const skipped = { next: 'SKIPPED', state: 'SKIPPED', code: 'STILL_RUNNING' };
    expect(await admitted(manual('2026-11-30', 2))).toEqual(skipped);
    expect(await admitted(manual('2026-11-30', 3))).toEqual(skipped);
  });

  it('is skipped once an attempt is done, also by the attempt after the one that was skipped', async () => {
    await admitted(manual('2026-11-30'));
    await ended('morning-brief-2026-11-30', 'FAILED');
    await admitted(manual('2026-11-30', 2));
    await ended('morning-brief-2026-11-30-r2', 'DONE');
    const skipped = { next: 'SKIPPED', state: 'SKIPPED', code: 'ALREADY_DONE' };
    expect(await admitted(manual('2026-11-30', 3))).toEqual(skipped);
    expect(await admitted(manual('2026-11-30', 4))).toEqual(skipped);
  });

  it('needs an attempt to follow', async () => {
    const skipped = { next: 'SKIPPED', state: 'SKIPPED', code: 'NOTHING_TO_RERUN' };
    expect(await admitted(manual('2026-11-30', 2))).toEqual(skipped);
    await admitted(manual('2026-12-01'));
    await ended('morning-brief-2026-12-01', 'FAILED');
    expect(await admitted(manual('2026-12-01', 1))).toEqual(skipped);
    expect(await admitted(manual('2026-12-01', 4))).toEqual(skipped);
  });
});
