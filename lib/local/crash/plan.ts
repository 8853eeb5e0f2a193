import type { Crash, Point } from './point.ts';

/** Which deaths are tried in a run with these points, one experiment each. */
export type Plan = (points: readonly Point[]) => readonly (readonly Crash[])[];

const BOTH: readonly Crash['takes'][] = ['process', 'host'];
const SIDES: readonly Crash['side'][] = ['before', 'after'];

/** At every request, before it and after it took effect. */
export const everyPoint =
  (takes: readonly Crash['takes'][] = BOTH, where: (point: Point) => boolean = () => true): Plan =>
  (points) =>
    points
      .filter(where)
      .flatMap(({ n }) => takes.flatMap((who) => SIDES.map((side) => [{ at: n, side, takes: who }])));

/**
 * The same deaths once each: before a request is where its process also stands after its request before that one, if
 * nobody else did anything in between.
 */
export const distinct =
  (plan: Plan): Plan =>
  (points) =>
    plan(points).filter((crashes) =>
      crashes.some(({ at, side }) => side === 'after' || points[at - 1]?.process !== points[at - 2]?.process),
    );

/** Recovering takes requests too: the second crash may hit those. */
const BEYOND = 12;

/** Two deaths in one run, so many pairs, drawn by a seed. */
export const pairs =
  (count: number, seed: number, takes: readonly Crash['takes'][] = BOTH): Plan =>
  ({ length }) => {
    const random = sequence(seed);
    const below = (limit: number) => Math.floor(random() * limit);
    const crash = (at: number): Crash => ({
      at,
      side: SIDES[below(2)] ?? 'before',
      takes: takes[below(takes.length)] ?? 'process',
    });
    return Array.from({ length: count }, () => {
      const first = 1 + below(length);
      return [crash(first), crash(first + 1 + below(length + BEYOND - first))];
    });
  };

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
