import type { CallView, RunView } from '../../define/run-view.ts';
import type { ToolResult } from '../../define/tool-error.ts';
import type { Plan, Step, Verdict } from './plan.ts';

/** What came of a step, and the turn it came of. */
export type StepResult = { readonly turn: number; readonly result: ToolResult };

/** The run's memory: the plan, this round's results step by step, and what reviewers said of the rounds before. */
export type Progress = {
  readonly steps: readonly Step[];
  readonly results: readonly StepResult[];
  readonly failedReviews: readonly Verdict[];
};

/** Folds the record: one step a turn in the plan's order, and a failed review clears what its round found. */
export function progressOf({ turns }: Pick<RunView, 'turns'>): Progress {
  let progress: Progress = { steps: [], results: [], failedReviews: [] };
  for (const { stage, turn, output, calls } of turns) {
    if (stage === 'PLANNING' && output) progress = { ...progress, steps: (output as Plan).steps };
    if (stage === 'EXECUTING') {
      const result = stepResult(progress.steps[progress.results.length], calls);
      if (result) progress = { ...progress, results: [...progress.results, { turn, result }] };
    }
    if (stage === 'REVIEWING' && (output as Verdict | undefined)?.verdict === 'fail') {
      progress = { ...progress, results: [], failedReviews: [...progress.failedReviews, output as Verdict] };
    }
  }
  return progress;
}

/** The step is over when its tool answered; arguments that were wrong are the model's to correct. */
function stepResult(step: Step | undefined, calls: readonly CallView[]): ToolResult | undefined {
  const call = calls.find(
    ({ tool, result }) => tool === step?.tool && result && (result.ok || result.error.kind !== 'parameter'),
  );
  return call?.result;
}

/** Whether every step of the plan has a result that is none of an error. */
export const allDone = ({ steps, results }: Progress): boolean =>
  steps.length > 0 && results.length === steps.length && results.every(({ result }) => result.ok);
