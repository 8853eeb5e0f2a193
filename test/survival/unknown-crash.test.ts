import { describe, expect, it } from 'vitest';
import { experiment } from '../../lib/local/crash/enumerate.ts';
import { distinct, everyPoint } from '../../lib/local/crash/plan.ts';
import type { Crash } from '../../lib/local/crash/point.ts';
import { truthful } from './order/person.ts';
import { orders } from './order/subject.ts';
import { type Kind, memoryTarget } from './order/target.ts';

/** One run with a target of its own. */
async function run(kind: Kind, crashes: readonly Crash[]) {
  const { target, placed } = memoryTarget(kind);
  const { points, finding } = await experiment(orders({ kind, target }), truthful(placed), crashes);
  return { points, finding, placed: placed.length };
}

describe.each([
  { name: 'a target that knows its keys', kind: { keyed: true, answers: true } },
  { name: 'a target that knows them and cannot be asked', kind: { keyed: true, answers: false } },
  { name: 'a target that takes every order as a new one', kind: { keyed: false, answers: true } },
  { name: 'such a target that cannot be asked either', kind: { keyed: false, answers: false } },
])('an order at $name', ({ kind }) => {
  it('is placed once, whichever request of its write dies before or after', async () => {
    const { points } = await run(kind, []);
    const there = everyPoint(['process', 'host'], ({ process }) => process === 'write');
    for (const crashes of distinct(there)(points)) {
      const { finding, placed } = await run(kind, crashes);
      expect({ crashes, ...finding }).toMatchObject({ outcome: 'DONE', violations: [] });
      expect({ crashes, placed }).toEqual({ crashes, placed: 1 });
    }
  }, 120_000);
});
