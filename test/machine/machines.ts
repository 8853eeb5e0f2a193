import * as z from 'zod';
import { defineTool } from '../../lambda/define/tool.ts';
import type { Workflow } from '../../lambda/define/workflow.ts';
import { workflows } from '../../lambda/workflows/registry.ts';
import { compile } from '../../lib/machine/compile.ts';

/** What has to be confirmed: only a workflow with such a tool has the states this is about. */
const act = defineTool({
  name: 'act',
  description: 'Act.',
  effect: 'WRITE_CONFIRM',
  input: z.object({}),
  output: z.object({}),
  preview: () => ({ act: { en: 'Act', tc: '行事', sc: '行事' }, title: 'Act', texts: [] }),
  target: 'keyed',
  timeout: { seconds: 5 },
});

/** Workflows as plain data: what a machine is compiled from and no more. */
const workflow = (name: string, start: string, on: Record<string, Record<string, string>>): Workflow => ({
  name,
  input: z.object({ lang: z.string() }),
  task: () => 'Do it.',
  start,
  stages: Object.fromEntries(
    Object.entries(on).map(([stage, transitions]) => [
      stage,
      { prompt: 'Work.', tools: [act], turns: 6, on: transitions },
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
