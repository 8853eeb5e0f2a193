import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { mutated } from './apply.ts';
import { MUTANTS } from './list.ts';
import { page } from './table.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

it('every guard of the mutation table is where the table says, once', () => {
  for (const mutant of MUTANTS) {
    const text = readFileSync(path.join(ROOT, mutant.file), 'utf8');
    expect(mutated(text, mutant)).not.toBe(text);
  }
  expect(MUTANTS.length).toBeGreaterThanOrEqual(12);
});

it('each of the commands that look for faults is shown to find one', () => {
  const used = new Set(MUTANTS.flatMap(({ killedBy }) => killedBy.map(([command]) => command)));
  expect([...used].sort()).toEqual(['crash', 'exhaustive', 'properties', 'soak', 'test']);
});

it('docs/mutants.md is the table', () => {
  expect(readFileSync(path.join(ROOT, 'docs/mutants.md'), 'utf8')).toBe(page(MUTANTS));
});
