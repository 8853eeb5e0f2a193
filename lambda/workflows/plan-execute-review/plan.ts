import * as z from 'zod';
import { readFile } from '../shared/files/read-file.ts';
import { calculate } from './tools/calculate.ts';
import { getTime } from './tools/get-time.ts';
import { writeFile } from './tools/write-file.ts';

const purpose = z.string().min(1).max(300);
const step = <T extends string, A extends z.ZodObject>(tool: T, args: A) =>
  z.object({ tool: z.literal(tool), arguments: args, purpose });

/** What PLANNING puts out. Arguments are as far as they are known: what a step finds, a later one fills in. */
export const Plan = z.object({
  steps: z
    .array(
      z.discriminatedUnion('tool', [
        step('get_time', getTime.input),
        step('calculate', calculate.input),
        step('read_file', readFile.input),
        step('write_file', writeFile.input),
      ]),
    )
    .min(2)
    .max(5),
});
export type Plan = z.output<typeof Plan>;
export type Step = Plan['steps'][number];

/** What REVIEWING puts out. */
export const Verdict = z.object({
  verdict: z.enum(['pass', 'fail']),
  reason: z
    .string()
    .max(1000)
    .describe('what the verdict stands on; when it is fail, what has to be different'),
  summary: z.string().max(1000).describe('what was done, in one to three sentences'),
});
export type Verdict = z.output<typeof Verdict>;
