import { expect, it } from 'vitest';
import { Kept } from '../../lib/local/store/kept.ts';

const MEGABYTE = 2 ** 20;
const row = (safe: boolean) => ({ item: undefined, length: MEGABYTE, safe });

it('keeps some megabytes of what was used last, and all that is not safe', () => {
  const kept = new Kept();
  kept.set(kept.of('unsafe'), 'RUN', row(false));
  for (let n = 0; n < 20; n += 1) {
    kept.set(kept.of(`${n}`), 'RUN', row(true));
    kept.of('0');
  }
  const known = Array.from({ length: 20 }, (_, n) => n).filter((n) => kept.peek(`${n}`, 'RUN'));
  expect(known).toEqual([0, 15, 16, 17, 18, 19]);
  expect(kept.peek('unsafe', 'RUN')).toBeDefined();
  kept.set(kept.of('unsafe'), 'RUN', row(true));
  for (let n = 20; n < 40; n += 1) kept.set(kept.of(`${n}`), 'RUN', row(true));
  expect(kept.peek('unsafe', 'RUN')).toBeUndefined();
});
