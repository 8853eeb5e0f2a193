import * as z from 'zod';

/** What was found, at a line that can be looked at. */
export const Finding = z.object({
  file: z.string(),
  line: z.number(),
  kind: z.enum(['risk', 'performance', 'complexity', 'syntax']),
  rule: z.string(),
  severity: z.enum(['high', 'medium', 'low']),
  message: z.string(),
  code: z.string().describe('the line itself'),
});
export type Finding = z.infer<typeof Finding>;

/** One source file: what it takes in, what it gives out, and how involved it is. */
export const Module = z.object({
  file: z.string(),
  language: z.enum(['javascript', 'typescript', 'python']),
  lines: z.number(),
  imports: z.array(z.string()),
  exports: z.array(z.string()),
  functions: z.number(),
  most_complex: z
    .array(z.object({ name: z.string(), line: z.number(), complexity: z.number() }))
    .describe('cyclomatic complexity: paths that branch, loop or short-circuit, plus one'),
});
export type Module = z.infer<typeof Module>;

/** Something the project is built on, as a manifest says. */
export const Dependency = z.object({
  file: z.string(),
  line: z.number(),
  name: z.string(),
  version: z.string(),
  use: z.enum(['runtime', 'development', 'platform']),
});
export type Dependency = z.infer<typeof Dependency>;

/** What matters most comes first: who reads it may not be shown the end. */
export const Analysis = z.object({
  continue_after: z.string().nullable().describe('the last file that was read, when there are more of them'),
  findings: z.array(Finding),
  stack: z.array(Dependency),
  not_analyzed: z.array(z.object({ file: z.string(), why: z.string() })),
  modules: z.array(Module),
});
export type Analysis = z.infer<typeof Analysis>;
