import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digest } from '../../lambda/define/json.ts';
import { killAll, life as lifeOf } from './host-process.ts';
import type { Order, Report } from './operated-host.ts';

const FULL = process.env.HOLDPOINT_FULL === '1';
const directories: string[] = [];
afterAll(() => {
  killAll();
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** One life of a host: it does as it is ordered, says how its runs stand, and dies by SIGKILL. */
async function life(directory: string, clock: string, runs: readonly Order[]): Promise<Report> {
  const orders = { directory, clock, runs };
  const { said, signal } = await lifeOf('test/local/operated-host.ts', orders, { dies: true });
  expect(signal).toBe('SIGKILL');
  return said as Report;
}

/** What each run is ordered to do in one life after another. */
type Course = readonly (Omit<Order, 'date'> | undefined)[];

/** Gives every course a run of its own, and the host as many lives as the courses have. */
async function lives(courses: readonly Course[]): Promise<Report[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'holdpoint-operated-'));
  directories.push(directory);
  const reports: Report[] = [];
  for (let n = 0; n < Math.max(...courses.map((course) => course.length)); n++) {
    const runs = courses.map((course, day) => ({
      date: new Date(Date.UTC(2036, 0, 1 + day)).toISOString().slice(0, 10),
      ...course[n],
    }));
    reports.push(
      await life(directory, `2036-06-01T09:${String(5 + 10 * n).padStart(2, '0')}:00+08:00`, runs),
    );
  }
  return reports;
}

/** How many requests a run makes until it is parked, and from there to its end, its person's included. */
const TO_PARK = 24;
const TO_END = 18;
const EVERY = FULL ? 1 : 6;
const each = (most: number): number[] =>
  Array.from({ length: most }, (_, n) => n + 1).filter((n) => n % EVERY === 0);
const CANCEL_REQUESTS = FULL ? 8 : 5;

const PAUSED = [
  ...each(TO_PARK).map((stopAt): Course => [{ stopAt, act: 'pause' }, {}, { go: 'through' }]),
  // Paused while it waits for its person: the approved write is done, and nothing after it.
  [{ act: 'pause' }, { go: 'approve' }, { go: 'through' }] satisfies Course,
];
const CANCELLED = [
  ...each(TO_PARK).map((stopAt): Course => [{ stopAt, act: 'cancel' }, {}, {}]),
  ...each(TO_END).map((stopAt): Course => [{}, { go: 'approve', stopAt, act: 'cancel' }, {}]),
  ...Array.from({ length: CANCEL_REQUESTS }, (_, n): Course => [{}, { act: 'cancel', diesAt: n + 1 }, {}]),
];

const NONE: Report = { runs: [], tasks: [] };
const taskOf = (run: string): string =>
  digest({ workflow: 'morning-brief', tool: 'create_review_task', identity: { brief: run.slice(-10) } });

describe('an operator, across kill -9', () => {
  let reports: Report[];
  beforeAll(async () => {
    reports = await lives([...PAUSED, ...CANCELLED]);
  }, 180_000);
  /** Of each life, the runs of these courses and their tasks. */
  const seen = (from: number, to?: number) =>
    reports.map(({ runs, tasks }) => {
      const mine = runs.slice(from, to);
      return { runs: mine, tasks: tasks.filter((key) => mine.some(({ run }) => taskOf(run) === key)) };
    });

  it('who pauses: wherever the run was, it is still paused after two deaths, and let go it is done with one task', () => {
    const [first = NONE, second = NONE, third = NONE] = seen(0, PAUSED.length);
    const held = first.runs.filter(({ told }) => told === true);
    expect(held.length).toBeGreaterThan(first.runs.length / 2);
    for (const { run, steps } of held) {
      const now = second.runs.find((one) => one.run === run);
      expect(now?.control).toBe('PAUSE');
      expect(now?.state).toBeOneOf(['PAUSED_FOR_REVIEW', 'WAITING_CONFIRM']);
      // A turn that was asked for already is recorded; none is begun.
      expect(now?.steps).toBeOneOf([steps, steps + 1]);
    }
    const last = second.runs.at(-1);
    expect(last).toMatchObject({ state: 'PAUSED_FOR_REVIEW', steps: 3 });
    expect(second.tasks).toEqual([taskOf(last?.run ?? '')]);
    expect(third.runs.filter(({ state, steps }) => state !== 'DONE' || steps !== 4)).toEqual([]);
    expect([...third.tasks].sort()).toEqual(third.runs.map(({ run }) => taskOf(run)).sort());
  });

  it('who cancels: wherever the run was, and wherever the operator dies, it ends CANCELLED and says what was done', () => {
    const [first = NONE, second = NONE, third = NONE] = seen(PAUSED.length);
    const told = [...first.runs, ...second.runs].filter((one) => one.told !== undefined);
    const cancelled = told.filter((one) => one.told !== false).map(({ run }) => run);
    expect(cancelled.length).toBeGreaterThan(CANCEL_REQUESTS);
    expect(told.filter((one) => one.told === 'died').length).toBeGreaterThan(CANCEL_REQUESTS - 2);
    for (const { run, state, message, link } of third.runs) {
      if (!cancelled.includes(run)) continue;
      const done = third.tasks.filter((key) => key === taskOf(run)).length;
      expect([run, state, done]).toEqual([run, 'CANCELLED', message.includes('done before that') ? 1 : 0]);
      expect(link).toBe('');
    }
    expect(new Set(third.tasks).size).toBe(third.tasks.length);
    expect(third.runs.filter(({ state }) => state === 'RUNNING')).toEqual([]);
  });
});
