import type { Rehearsal } from '../define/rehearsal.ts';
import { rehearsal as codebaseAnalysis } from './codebase-analysis/rehearsal.ts';
import { rehearsal as morningBrief } from './morning-brief/rehearsal.ts';
import { rehearsal as planExecuteReview } from './plan-execute-review/rehearsal.ts';
import { rehearsal as productQuery } from './product-query/rehearsal.ts';
import { rehearsal as travelAdvice } from './travel-advice/rehearsal.ts';

/** Every workflow's dry run. Apart from the registry, so that no deployed function carries a script. */
export const rehearsals: readonly Rehearsal[] = [
  morningBrief,
  planExecuteReview,
  codebaseAnalysis,
  travelAdvice,
  productQuery,
];
