import { expect, it } from 'vitest';
import { storm } from './storm.ts';

/** The same instants every time, as far as instants of a real clock can be. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

it('a host that is killed at random instants brings every run to its one right end, with one task', {
  timeout: 60_000,
}, async () => {
  const { ends, tasks } = await storm(3, numbers(20261130));
  expect(ends.map(({ state, steps }) => [state, steps])).toEqual([
    ['DONE', 4],
    ['DONE', 4],
    ['DONE', 4],
  ]);
  expect(tasks).toHaveLength(3);
  expect(new Set(tasks).size).toBe(3);
});
