import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCases } from '../../conformance/case.ts';
import { judge } from '../../conformance/run.ts';

const shared = process.env.HOLDPOINT_SHARED ?? path.resolve(import.meta.dirname, '../../../../shared');
const folder = path.join(shared, 'asl/cases');

describe.skipIf(!existsSync(folder))('cases recorded from AWS', () => {
  it.each(existsSync(folder) ? loadCases(folder).map((given) => [given.id, given] as const) : [])(
    '%s',
    async (_, given) => {
      const verdict = await judge(given);
      if (verdict.outcome === 'not supported') return expect(verdict.what).not.toBe('');
      expect(verdict).toEqual({
        outcome: 'passed',
        problems: [],
        finer: Object.fromEntries(Object.keys(verdict.finer).map((level) => [level, []])),
      });
    },
  );
});
