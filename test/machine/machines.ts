import * as z from 'zod';
import type { Workflow } from '../../lambda/define/workflow.ts';
import { workflows } from '../../lambda/workflows/registry.ts';
import { compile } from '../../lib/machine/compile.ts';

/** Workflows as plain data: what a machine is compiled from and no more. */
const workflow = (name: string, start: string, on: Record<string, Record<string, string>>): Workflow => ({
  name,
  input: z.object({ lang: z.string() }),
  task: () => 'Do it.',
  start,
  stages: Object.fromEntries(
    Object.entries(on).map(([stage, transitions]) => [
      stage,
      { prompt: 'Work.', tools: [], turns: 6, on: transitions },
    ]),
  ),
  evidence: [],
  budget: { tokens: 40_000 },
  gate: { expires: { hours: 4 } },
});

const SHAPES = [
  workflow('one-stage', 'PLANNING', { PLANNING: { end: 'DONE' } }),
  workflow('two-stages', 'PLANNING', { PLANNING: { end: 'EXECUTING' }, EXECUTING: { end: 'DONE' } }),
  workflow('three-stages-and-loops', 'PLANNING', {
    PLANNING: { planned: 'EXECUTING' },
    EXECUTING: { next_step: 'EXECUTING', all_done: 'REVIEWING' },
    REVIEWING: { pass: 'DONE', redo: 'EXECUTING', replan: 'PLANNING', give_up: 'FAILED' },
  }),
  workflow('last-stage-first', 'DECIDING', {
    EVALUATING: { again: 'DECIDING' },
    DECIDING: { end: 'EVALUATING' },
  }),
];

/** The compiled machines as text: what would be deployed; the shapes made here, and every workflow there is. */
export const MACHINES: readonly (readonly [name: string, asl: string])[] = [...SHAPES, ...workflows].map(
  (shape) => [shape.name, JSON.stringify(compile(shape))],
);
