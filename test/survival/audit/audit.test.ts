import { expect, it } from 'vitest';
import { judge } from './judge.ts';

const report = (high: number, critical: number) => ({
  vulnerabilities: {
    ...(high ? { 'left-pad': { severity: 'high' } } : {}),
    ...(critical ? { 'event-stream': { severity: 'critical' } } : {}),
    ms: { severity: 'moderate' },
  },
  metadata: { vulnerabilities: { low: 0, moderate: 1, high, critical }, dependencies: { prod: 213 } },
});

it('a production dependency with a high or critical fault fails the audit by its name', () => {
  expect(judge(JSON.stringify(report(1, 1)))).toEqual({
    ok: false,
    line: 'dependency audit: 2 high or critical: left-pad (high), event-stream (critical)',
  });
});

it('lesser ones do not, and a registry that answers no audits is said to be one', () => {
  expect(judge(JSON.stringify(report(0, 0)))).toEqual({
    ok: true,
    line: 'dependency audit: nothing high or critical in 213 packages',
  });
  expect(judge('{"message": "405 Method Not Allowed", "error": {"summary": ""}}')).toEqual({
    ok: true,
    line: 'dependency audit: skipped, the registry answers none (405 Method Not Allowed)',
  });
  expect(judge('').line).toBe('dependency audit: skipped, the registry answers none (no report)');
});
