import { runner } from '../../../define/runner.ts';
import { evaluate } from '../arithmetic.ts';
import { calculate } from './calculate.ts';

export const runCalculate = runner(calculate, async ({ expression }) => ({
  expression,
  value: evaluate(expression),
}));
