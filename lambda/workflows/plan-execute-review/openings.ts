import type { RunView } from '../../define/run-view.ts';
import { type Progress, progressOf } from './progress.ts';

/** What EXECUTING is told: one step, and what there is to do it with. */
export function stepAsked(view: RunView): string {
  const progress = progressOf(view);
  const { steps, results, failedReviews } = progress;
  const number = results.length + 1;
  const step = steps[number - 1];
  return [
    `The task: ${taskOf(view)}`,
    ...failedReviews.map(({ reason }) => `A reviewer refused what was done before: ${reason}`),
    ...found(progress),
    `Do step ${number} of ${steps.length}: ${step?.tool} ${JSON.stringify(step?.arguments)}. Its purpose: ${step?.purpose}`,
  ].join('\n\n');
}

/** What REVIEWING is told: the task, the plan, and every result. */
export function workToReview(view: RunView): string {
  const progress = progressOf(view);
  const plan = progress.steps.map(
    ({ tool, arguments: args, purpose }, index) =>
      `Step ${index + 1}: ${tool} ${JSON.stringify(args)}. Its purpose: ${purpose}`,
  );
  return [`The task: ${taskOf(view)}`, `The plan:\n${plan.join('\n')}`, ...found(progress)].join('\n\n');
}

const taskOf = ({ input }: RunView): string => (input as { task: string }).task;

const found = ({ results }: Progress): string[] =>
  results.map(({ result }, index) => {
    const said = result.ok ? result.data : result.error;
    return `Step ${index + 1} ${result.ok ? 'found' : 'failed'}: ${JSON.stringify(said)}`;
  });
