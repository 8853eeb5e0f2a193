import * as z from 'zod';

/** What PLANNING puts out, and a person may change before it is followed. */
export const Plan = z.object({
  reasoning: z.string().max(2000),
  new_sub_tasks: z
    .array(z.string().trim().min(1).max(300))
    .max(10)
    .describe('in the order they are to be done; each one thing that a few calls can settle'),
  is_goal_achieved: z.boolean().describe('whether what was done is enough to report on'),
});
export type Plan = z.output<typeof Plan>;

/** What EVALUATING puts out. */
export const Evaluation = z.object({
  reasoning: z.string().max(2000),
  sub_task_status: z.enum(['completed', 'failed', 'needs_more_work']),
  summary: z.string().max(1000).describe('what is known now that was not before'),
  suggested_next_step: z.string().max(500),
});
export type Evaluation = z.output<typeof Evaluation>;

/** What REPORTING puts out; the analysis itself is added by code. */
export const Reported = z.object({
  summary: z
    .string()
    .min(1)
    .max(3000)
    .describe('what the goal asked for, in a few paragraphs; figures only from results'),
  findings: z
    .array(
      z.object({
        file: z.string(),
        line: z.int().min(1),
        severity: z.enum(['high', 'medium', 'low']),
        message: z.string().min(1).max(300),
      }),
    )
    .max(50)
    .describe('what you saw yourself and the analysis does not name; each at a line that a tool showed you'),
});
export type Reported = z.output<typeof Reported>;
