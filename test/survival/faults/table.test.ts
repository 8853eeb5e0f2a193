import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { FAULTS } from './list.ts';
import { namedTests, page } from './table.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const tests = namedTests(root);

it('every fault has a test whose title begins with its id', () => {
  expect(Object.keys(FAULTS)).toHaveLength(44);
  const named = new Set(tests.map(({ id }) => id));
  expect(Object.keys(FAULTS).filter((id) => !named.has(id))).toEqual([]);
});

it('no title begins with the id of a fault that is not listed', () => {
  expect(tests.filter(({ id }) => !Object.hasOwn(FAULTS, id))).toEqual([]);
});

it('docs/faults.md is what npm run faults writes', () => {
  expect(readFileSync(path.join(root, 'docs/faults.md'), 'utf8')).toBe(page(tests));
});
