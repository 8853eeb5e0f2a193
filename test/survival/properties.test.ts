import { expect, it } from 'vitest';
import { properties } from './properties.ts';

const SCRIPTS = 30;
const random = Math.floor(Math.random() * 2 ** 31);

it.each([1, 2, 3, random])(
  'whatever models, people and schedules do, no promise is broken: seed %i',
  async (seed) => {
    let acts = 0;
    let done = 0;
    await properties(SCRIPTS, seed, ({ effects, outcome }) => {
      acts += effects;
      done += outcome === 'DONE' ? 1 : 0;
    });
    // Scripts that get nowhere would show nothing.
    expect(acts).toBeGreaterThan(0);
    expect(done).toBeGreaterThan(0);
  },
  120_000,
);
