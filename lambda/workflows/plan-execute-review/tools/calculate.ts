import * as z from 'zod';
import { defineTool } from '../../../define/tool.ts';

export const calculate = defineTool({
  name: 'calculate',
  description:
    'Work out an arithmetic expression: + - * / % **, parentheses, pi, e, and abs, ceil, floor, max, min, round, sqrt.',
  effect: 'PURE',
  input: z.object({ expression: z.string().min(1).max(500) }),
  output: z.object({ expression: z.string(), value: z.number() }),
  timeout: { seconds: 5 },
});
