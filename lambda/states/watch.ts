import type { FinishAnswer } from '../define/machine-words.ts';
import type { finish } from './finish.ts';

/** The facts of EventBridge's "Step Functions Execution Status Change" that matter here. */
export type StatusChange = { readonly executionArn: string; readonly name: string; readonly status: string };

const ENDED_BADLY = ['FAILED', 'TIMED_OUT', 'ABORTED'];

/** Closes the run of an execution that ended without closing it: no Catch runs when a machine is stopped or times out. */
export async function watch(
  change: StatusChange,
  close: (closing: Parameters<typeof finish>[0]) => Promise<FinishAnswer>,
): Promise<{ readonly closed: boolean }> {
  if (!ENDED_BADLY.includes(change.status)) return { closed: false };
  await close({ run: change.name, execution: change.executionArn, error: `Execution.${change.status}` });
  return { closed: true };
}
