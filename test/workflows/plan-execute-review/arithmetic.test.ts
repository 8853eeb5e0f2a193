import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../lambda/workflows/plan-execute-review/arithmetic.ts';

describe('arithmetic', () => {
  it.each([
    ['365*24*60*60', 31_536_000],
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['-(2 ** 2)', -4],
    ['2 ** 3 ** 2', 512],
    ['10 - 4 - 3', 3],
    ['7 % 4', 3],
    ['0.1 + 0.2', 0.3],
    ['1e3 / 4', 250],
    ['max(1, min(5, 3), 2)', 3],
    ['sqrt(2) * sqrt(2)', 2],
    ['round(pi * 100)', 314],
    ['+-+5', -5],
  ])('%s is %d', (expression, value) => {
    expect(evaluate(expression)).toBe(value);
  });

  it.each([
    ['process.exit()', 'NOT_ARITHMETIC'],
    ['constructor', 'NOT_ARITHMETIC'],
    ['constructor("return 1")()', 'NOT_ARITHMETIC'],
    ['max.constructor("return 1")()', 'NOT_ARITHMETIC'],
    ['this', 'NOT_ARITHMETIC'],
    ['[1,2]', 'NOT_ARITHMETIC'],
    ['"a"', 'NOT_ARITHMETIC'],
    ['1; 2', 'NOT_ARITHMETIC'],
    ['1 ? 2 : 3', 'NOT_ARITHMETIC'],
    ['1 < 2', 'NOT_ARITHMETIC'],
    ['-2 ** 2', 'NOT_ARITHMETIC'],
    ['1 +', 'NOT_ARITHMETIC'],
    ['', 'NOT_ARITHMETIC'],
    ['a = 1', 'NOT_ARITHMETIC'],
    ['toString()', 'NOT_ARITHMETIC'],
    ['__proto__', 'NOT_ARITHMETIC'],
    ['1/0', 'NO_NUMBER'],
    ['sqrt(-1)', 'NO_NUMBER'],
    ['2 ** 53', 'INEXACT'],
  ])('%s is refused as %s', (expression, code) => {
    expect(() => evaluate(expression)).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ kind: 'parameter', code }) }),
    );
  });
});
