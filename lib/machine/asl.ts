/** The part of Amazon States Language (JSONata) that the compiler emits. */
export type Retrier = {
  ErrorEquals: readonly string[];
  IntervalSeconds: number;
  MaxAttempts: number;
  BackoffRate: number;
  MaxDelaySeconds?: number;
  JitterStrategy?: 'FULL';
};
export type Assign = Record<string, unknown>;
export type Catcher = { ErrorEquals: readonly string[]; Next: string; Assign?: Assign; Output?: unknown };

export type TaskState = {
  Type: 'Task';
  Comment?: string;
  Resource: 'arn:aws:states:::lambda:invoke' | 'arn:aws:states:::lambda:invoke.waitForTaskToken';
  Arguments: { FunctionName: string; Payload: Record<string, unknown> };
  TimeoutSeconds: number | string;
  Assign?: Assign;
  Output?: unknown;
  Retry: readonly Retrier[];
  Catch: readonly Catcher[];
} & Flow;
export type MapState = {
  Type: 'Map';
  Comment?: string;
  Items: string;
  ItemSelector: Record<string, unknown>;
  MaxConcurrency: number;
  ItemProcessor: { ProcessorConfig: { Mode: 'INLINE' }; StartAt: string; States: Record<string, State> };
  Assign?: Assign;
  Output?: unknown;
  Catch: readonly Catcher[];
  Next: string;
};
export type Rule = { Condition: string; Next: string; Assign?: Assign };
export type ChoiceState = {
  Type: 'Choice';
  Comment?: string;
  Choices: readonly Rule[];
  Default: string;
  Assign?: Assign;
};
export type WaitState = { Type: 'Wait'; Comment?: string; Seconds: string; Next: string };
export type PassState = { Type: 'Pass'; Output: unknown } & Flow;
export type SucceedState = { Type: 'Succeed'; Output: unknown };
export type FailState = { Type: 'Fail'; Error: string; Cause: string };
type Flow = { Next: string } | { End: true };

export type State = TaskState | MapState | ChoiceState | WaitState | PassState | SucceedState | FailState;

export type StateMachine = {
  Comment: string;
  QueryLanguage: 'JSONata';
  StartAt: string;
  TimeoutSeconds: number;
  States: Record<string, State>;
};
