import type { Json } from './json.ts';
import type { RunHead } from './records.ts';
import type { Thread } from './thread.ts';

export type ContextMore = {
  readonly retryCount: number | undefined;
  readonly item: { readonly Index: number; readonly Value: Json } | undefined;
  readonly token: string | null;
};

/**
 * The context object, `$states.context`.
 *
 * @see https://docs.aws.amazon.com/step-functions/latest/dg/input-output-contextobject.html
 */
export function contextObject(head: RunHead, thread: Thread, { retryCount, item, token }: ContextMore) {
  return {
    Execution: {
      Id: head.executionArn,
      // Parsed when somebody looks: kept as text, because it is rarely looked at and always in memory.
      get Input(): Json {
        return JSON.parse(head.input);
      },
      Name: head.name,
      RoleArn: head.roleArn,
      StartTime: new Date(head.startDate).toISOString(),
      RedriveCount: 0,
    },
    StateMachine: { Id: head.stateMachineArn, Name: lastPart(head.stateMachineArn) },
    State: {
      Name: thread.state,
      EnteredTime: new Date(thread.enteredAt).toISOString(),
      ...(retryCount === undefined ? {} : { RetryCount: retryCount }),
    },
    ...(item ? { Map: { Item: item } } : {}),
    ...(token === null ? {} : { Task: { Token: token } }),
  };
}

function lastPart(arn: string): string {
  return arn.slice(arn.lastIndexOf(':') + 1);
}
