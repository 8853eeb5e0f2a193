import type { Workflow } from '../define/workflow.ts';
import { codebaseAnalysis } from './codebase-analysis/workflow.ts';
import { morningBrief } from './morning-brief/workflow.ts';
import { planExecuteReview } from './plan-execute-review/workflow.ts';
import { productQuery } from './product-query/workflow.ts';
import { travelAdvice } from './travel-advice/workflow.ts';

/** Every workflow there is: a new one is one line here. */
export const workflows: readonly Workflow[] = [
  morningBrief,
  planExecuteReview,
  codebaseAnalysis,
  travelAdvice,
  productQuery,
];

/** @throws {WorkflowUnknown} naming those there are */
export function workflowNamed(name: string): Workflow {
  const workflow = workflows.find((candidate) => candidate.name === name);
  if (!workflow) throw new WorkflowUnknown(name);
  return workflow;
}

export class WorkflowUnknown extends Error {
  override readonly name = 'WorkflowUnknown';
  constructor(given: string) {
    super(`no workflow "${given}" is known; there are ${workflows.map(({ name }) => name).join(', ')}`);
  }
}
