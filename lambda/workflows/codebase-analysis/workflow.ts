import * as z from 'zod';
import type { RunView } from '../../define/run-view.ts';
import { defineWorkflow } from '../../define/workflow.ts';
import { askHuman } from '../shared/asker/ask-human.ts';
import { readFile } from '../shared/files/read-file.ts';
import { memory } from './memory.ts';
import { toDecide, toEvaluate, toPlan, toReport } from './openings.ts';
import { Evaluation, Plan, Reported } from './outputs.ts';
import { afterPlan, beforeTool, PAUSE_POINTS, watched } from './pauses.ts';
import { deciding, evaluating, planning, reporting } from './prompts.ts';
import { markdownOf, reportOf, unsupported } from './report.ts';
import { hasActed, stateOf, wishFor } from './state.ts';
import { analyzeCode } from './tools/analyze-code.ts';
import { listFiles } from './tools/list-files.ts';

export const codebaseAnalysis = defineWorkflow({
  name: 'codebase-analysis',
  input: z.object({
    goal: z.string().trim().min(1).max(2000),
    iterations: z.int().min(1).max(50).default(50),
    pause_points: z.array(z.enum(PAUSE_POINTS)).default(['after_plan']),
  }),
  task: ({ goal }) => goal,
  start: 'PLANNING',
  stages: {
    PLANNING: {
      prompt: planning,
      tools: [],
      output: Plan,
      opening: toPlan,
      check: emptyPlan,
      pauses: [afterPlan, ...watched],
      effort: 'high',
      turns: 20,
      on: { planned: 'DECIDING', replan: 'PLANNING', achieved: 'REPORTING', nothing_planned: 'FAILED' },
      decide: afterPlanning,
    },
    DECIDING: {
      prompt: deciding,
      tools: [listFiles, readFile, analyzeCode, askHuman],
      opening: toDecide,
      pauses: [beforeTool, ...watched],
      effort: 'medium',
      turns: 50,
      on: { acted: 'EVALUATING' },
      acted: (view) => (hasActed(view) ? 'acted' : undefined),
      decide: () => undefined,
    },
    EVALUATING: {
      prompt: evaluating,
      tools: [],
      output: Evaluation,
      opening: toEvaluate,
      pauses: watched,
      effort: 'low',
      turns: 50,
      on: { more: 'DECIDING', next: 'DECIDING', plan: 'PLANNING' },
      decide: afterEvaluation,
    },
    REPORTING: {
      prompt: reporting,
      tools: [],
      output: Reported,
      opening: toReport,
      check: (view) => unsupported(view, view.output as Reported),
      words: (view) => markdownOf(reportOf(view, view.output as Reported)),
      pauses: watched,
      effort: 'high',
      maxTokens: 8192,
      turns: 3,
      on: { end: 'DONE' },
    },
  },
  evidence: [],
  budget: { tokens: 800_000 },
  iterations: ({ iterations }) => iterations,
  gate: { expires: { hours: 8 }, remindAfter: { hours: 1 }, changes: { rounds: 5, turns: 5 } },
  memory,
  runs: 'asked',
});

function emptyPlan(view: RunView): string | undefined {
  const { is_goal_achieved: achieved, new_sub_tasks: titles } = view.output as Plan;
  const { finished } = stateOf(view);
  if (achieved && !finished.some(({ status }) => status === 'completed'))
    return 'nothing is completed yet, so the goal cannot be achieved';
  if (achieved && titles.length > 0) return 'the goal is achieved or there is more to do, not both';
  return !achieved && titles.length === 0 ? 'the goal is not achieved, and nothing is planned' : undefined;
}

/** The plan as a person left it: when nothing is on it any more, what is finished is all there is to report on. */
function afterPlanning(view: RunView): string {
  const { stack, finished } = stateOf(view);
  const last = view.turns.at(-1);
  if (last && wishFor(view, last) !== undefined) return 'replan';
  if ((view.output as Plan).is_goal_achieved) return 'achieved';
  if (stack.length > 0) return 'planned';
  return finished.some(({ status }) => status === 'completed') ? 'achieved' : 'nothing_planned';
}

function afterEvaluation(view: RunView): string {
  if ((view.output as Evaluation).sub_task_status === 'needs_more_work') return 'more';
  return stateOf(view).stack.length > 0 ? 'next' : 'plan';
}
