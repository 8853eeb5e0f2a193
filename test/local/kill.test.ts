import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { killAll, life } from './host-process.ts';
import type { Orders, Stop } from './killed-host.ts';

const FULL = process.env.HOLDPOINT_FULL === '1';
const directories: string[] = [];
afterAll(() => {
  killAll();
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

type End = { readonly run: string; readonly state: string; readonly steps: number; readonly write: string };

/** Runs one life of the host; `park` and `decide` end by SIGKILL, sent when every run stands at its stop. */
async function live(orders: Orders): Promise<{ ends: readonly End[]; tasks: readonly string[] } | undefined> {
  const dies = orders.phase !== 'finish';
  const { said, signal } = await life('test/local/killed-host.ts', orders, { dies });
  if (dies) expect(signal).toBe('SIGKILL');
  return said as { ends: readonly End[]; tasks: readonly string[] };
}

/** Kills the host twice, with every run at one of the stops each time, and lets it finish in a third life. */
async function killTwice(parking: readonly Stop[], deciding: readonly Stop[]) {
  const directory = mkdtempSync(path.join(tmpdir(), 'holdpoint-kill-'));
  directories.push(directory);
  const count = Math.max(parking.length, deciding.length);
  const runs = (stops: readonly Stop[]) =>
    Array.from({ length: count }, (_, n) => {
      const date = new Date(Date.UTC(2034, 0, 1 + n)).toISOString().slice(0, 10);
      const stop = stops[n % stops.length];
      return { date, ...(stop ? { stop } : {}) };
    });
  await live({ directory, phase: 'park', clock: '2034-06-01T09:05:00+08:00', runs: runs(parking) });
  await live({ directory, phase: 'decide', clock: '2034-06-01T09:06:00+08:00', runs: runs(deciding) });
  const end = await live({ directory, phase: 'finish', clock: '2034-06-01T09:07:00+08:00', runs: runs([]) });
  const sent = readFileSync(path.join(directory, 'sent.log'), 'utf8').trimEnd().split('\n');
  return { count, ...end, sent };
}

/** How many requests a run makes until it is parked, and from there to its end, its person's included. */
const TO_PARK = 24;
const TO_END = 18;
const each = (most: number, when: Stop['when']): Stop[] =>
  Array.from({ length: most }, (_, n) => ({ at: n + 1, when }));

type Experiment = {
  readonly where: string;
  readonly parking: readonly Stop[];
  readonly deciding: readonly Stop[];
};
const experiments: readonly Experiment[] = [
  { where: 'after each request', parking: each(TO_PARK, 'after'), deciding: each(TO_END, 'after') },
  ...(FULL
    ? ([
        { where: 'before each request', parking: each(TO_PARK, 'before'), deciding: each(TO_END, 'before') },
        {
          where: 'after each history event',
          parking: each(69, 'event'),
          deciding: each(34, 'event').map(({ at }) => ({ at: at + 69, when: 'event' })),
        },
      ] satisfies Experiment[])
    : []),
];

describe('kill -9', () => {
  it.each(experiments)(
    'of a host whose runs stand $where, on the way to the gate and again on the way to the end: each is done, with one task',
    { timeout: 120_000 },
    async ({ parking, deciding }) => {
      const { count, ends, tasks, sent } = await killTwice(parking, deciding);
      expect(ends).toHaveLength(count);
      const wrong = ends?.filter(
        ({ state, steps, write }) => state !== 'DONE' || steps !== 4 || write !== 'SUCCEEDED',
      );
      expect(wrong).toEqual([]);
      expect(new Set(tasks).size).toBe(count);
      expect(tasks).toHaveLength(count);
      // a death between a mail and its record may cost one mail more, with the same link
      const mails = new Map<string, number>();
      for (const line of sent) {
        const [run = '', command] = line.split(' ');
        if (command === 'SendEmailCommand') mails.set(run, (mails.get(run) ?? 0) + 1);
      }
      expect([...mails].filter(([, number]) => number > 2)).toEqual([]);
    },
  );
});
