import * as z from 'zod';
import type { RunView } from '../../define/run-view.ts';
import { defineWorkflow } from '../../define/workflow.ts';
import { readFile } from '../shared/files/read-file.ts';
import { stepAsked, workToReview } from './openings.ts';
import { Plan, Verdict } from './plan.ts';
import { allDone, progressOf } from './progress.ts';
import { executing, planning, reviewing } from './prompts.ts';
import { calculate } from './tools/calculate.ts';
import { getTime } from './tools/get-time.ts';
import { writeFile } from './tools/write-file.ts';

/** Enough to plan, to do five steps twice and to review both times, with room for corrections. */
const ITERATIONS = 15;

export const planExecuteReview = defineWorkflow({
  name: 'plan-execute-review',
  input: z.object({ task: z.string().trim().min(1).max(2000) }),
  task: ({ task }) => task,
  start: 'PLANNING',
  stages: {
    PLANNING: {
      prompt: planning,
      tools: [],
      output: Plan,
      check: sameFileTwice,
      turns: 2,
      on: { planned: 'EXECUTING' },
      decide: () => 'planned',
    },
    EXECUTING: {
      prompt: executing,
      tools: [getTime, calculate, readFile, writeFile],
      opening: stepAsked,
      turns: 15,
      on: { next_step: 'EXECUTING', all_done: 'REVIEWING', stopped: 'REVIEWING' },
      acted: afterStep,
      decide: () => undefined,
    },
    REVIEWING: {
      prompt: reviewing,
      tools: [readFile],
      output: Verdict,
      opening: workToReview,
      check: passWithoutResults,
      words: ({ output }) => wordsOf(output as Verdict),
      turns: 10,
      on: { pass: 'DONE', redo: 'EXECUTING', give_up: 'FAILED' },
      decide: afterReview,
    },
  },
  evidence: [],
  budget: { tokens: 150_000 },
  iterations: () => ITERATIONS,
  gate: { expires: { hours: 4 }, remindAfter: { hours: 1 } },
  memory: (view) => ({ ...progressOf(view), iterations: { taken: view.turns.length, limit: ITERATIONS } }),
  runs: 'asked',
});

/** The step has its result: on to the next one, or to the reviewer, who also hears of a step that failed. */
function afterStep(view: RunView): string | undefined {
  const { steps, results } = progressOf(view);
  const last = results.at(-1);
  if (!last || last.turn !== view.turns.at(-1)?.turn) return undefined;
  if (!last.result.ok) return 'stopped';
  return results.length < steps.length ? 'next_step' : 'all_done';
}

/** A failed round is done again once. */
function afterReview(view: RunView): string {
  if ((view.output as Verdict).verdict === 'pass') return 'pass';
  return progressOf(view).failedReviews.length === 1 ? 'redo' : 'give_up';
}

const wordsOf = ({ verdict, summary, reason }: Verdict): string => (verdict === 'pass' ? summary : reason);

/** What passed a review must have been done, whatever the reviewer read. */
function passWithoutResults(view: RunView): string | undefined {
  const { verdict } = view.output as Verdict;
  return verdict === 'pass' && !allDone(progressOf(view))
    ? 'a step has no result, or an error: that cannot pass'
    : undefined;
}

/** Done again, the first text of such a file could not be told from the second. */
function sameFileTwice(view: RunView): string | undefined {
  const { steps } = view.output as Plan;
  const paths = steps.flatMap((step) => (step.tool === 'write_file' ? [step.arguments.path] : []));
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  return twice && `two steps write "${twice}"; one is wanted`;
}
