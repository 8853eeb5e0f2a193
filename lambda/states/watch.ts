/** The facts of EventBridge's "Step Functions Execution Status Change" that matter here. */
export type StatusChange = { readonly executionArn: string; readonly name: string; readonly status: string };

/** An execution that is over; `error` when it did not end by itself, or not well. */
export type Over = { readonly run: string; readonly execution: string; readonly error?: string };

const ENDED = ['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'];

/** Which execution is over, by what the event says; undefined while it is not. */
export function overBy({ executionArn: execution, name: run, status }: StatusChange): Over | undefined {
  if (!ENDED.includes(status)) return undefined;
  return { run, execution, ...(status === 'SUCCEEDED' ? {} : { error: `Execution.${status}` }) };
}
