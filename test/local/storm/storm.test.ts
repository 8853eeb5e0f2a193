import { expect, it } from 'vitest';
import { sequence } from '../../../lib/local/crash/plan.ts';
import { storm } from './storm.ts';

it('a host that is killed at random instants brings every run to its one right end, with one task', {
  timeout: 60_000,
}, async () => {
  const { ends, tasks } = await storm(3, sequence(20261130));
  expect(ends.map(({ state, steps }) => [state, steps])).toEqual([
    ['DONE', 4],
    ['DONE', 4],
    ['DONE', 4],
  ]);
  expect(tasks).toHaveLength(3);
  expect(new Set(tasks).size).toBe(3);
});
