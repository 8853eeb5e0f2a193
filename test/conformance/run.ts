import { runApi } from './api.ts';
import { type Case, loadCases, type Verdict } from './case.ts';
import { runExecution } from './execution.ts';
import { BEHAVIOURS } from './functions.ts';
import { runState } from './state.ts';
import { missingFor, refusedIn } from './supported.ts';

export type Result = { readonly given: Case; readonly verdict: Verdict };

/** Every case of a folder, one after the other, in the order of their names. */
export async function runAll(directory: string): Promise<Result[]> {
  const results: Result[] = [];
  for (const given of loadCases(directory)) results.push({ given, verdict: await judge(given) });
  return results;
}

export async function judge(given: Case): Promise<Verdict> {
  const missing = missingFor(given);
  if (missing) return { outcome: 'not supported', what: missing };
  try {
    if (given.kind === 'api') return await runApi(given);
    if (given.kind === 'state') return await runState(given);
    const asRecorded = await runExecution(given, 'tasks');
    if (asRecorded.outcome !== 'passed' || !hasBothWays(given)) return asRecorded;
    const stricter = await runExecution(given, 'functions');
    return stricter.outcome === 'failed'
      ? { ...stricter, problems: ['with functions:', ...stricter.problems] }
      : asRecorded;
  } catch (error) {
    const refused = refusedIn((error as Error).message);
    if (refused) return { outcome: 'not supported', what: refused };
    return { outcome: 'failed', problems: [String((error as Error).stack)], finer: {} };
  }
}

/** The recording gives the outcomes of the tasks and also functions that would lead to them. */
function hasBothWays({ mocks }: Case): boolean {
  const { functions, tasks } = mocks as { functions: Record<string, { behaviour: string }>; tasks: object };
  const behaviours = Object.values(functions).map(({ behaviour }) => behaviour);
  return (
    Object.keys(tasks).length > 0 &&
    behaviours.length > 0 &&
    behaviours.every((behaviour) => BEHAVIOURS.has(behaviour))
  );
}
