import {
  type FunctionName,
  GATE_ERRORS,
  TRANSIENT,
  WRITE_SECONDS,
} from '../../lambda/define/machine-words.ts';
import type { Assign, Catcher, ChoiceState, MapState, Retrier, Rule, TaskState } from './asl.ts';

/** Seconds each function may take before the machine gives the attempt up. */
export const TIMEOUTS: Record<FunctionName, number> = {
  admit: 30,
  turn: 300,
  read: 60,
  validate: 30,
  ask: 60,
  closeGate: 30,
  write: WRITE_SECONDS,
  finish: 60,
};

/** The function's ARN goes here when the machine is deployed or loaded. */
const placeholder = (name: FunctionName) => `\${${name}}`;

export const ERROR = '{% $states.errorOutput.Error %}';
/** Without an Output of its own a Catch passes the error's cause on, and a cause may hold anything. */
export const CAUGHT: Catcher = {
  ErrorEquals: ['States.ALL'],
  Assign: { error: ERROR },
  Output: {},
  Next: 'FAIL',
};
const LAMBDA: Retrier = {
  ErrorEquals: [...TRANSIENT, 'DependencyUnavailable', 'States.Timeout'],
  IntervalSeconds: 2,
  MaxAttempts: 4,
  BackoffRate: 2,
  MaxDelaySeconds: 60,
  JitterStrategy: 'FULL',
};
/** A callback is asked for again after Lambda's own errors only: its timeout is the gate's. */
const LAMBDA_ONLY: Retrier = { ...LAMBDA, ErrorEquals: [...TRANSIENT, 'DependencyUnavailable'] };

/** Only the listed edges exist; anything else ends the run by name. */
export const choice = (rules: readonly Rule[]): ChoiceState => ({
  Type: 'Choice',
  Choices: rules,
  Default: 'FAIL',
  Assign: { error: 'ILLEGAL_TRANSITION' },
});

/** After a gate: where its verdict leads. */
export const said = (verdict: string, state: string): Rule => ({
  Condition: `{% $verdict = '${verdict}' %}`,
  Next: state,
});

type TaskOptions = {
  comment: string;
  payload: Record<string, unknown>;
  assign?: Assign;
  output?: unknown;
  retry?: readonly Retrier[];
  catch?: readonly Catcher[];
};

export function task(name: FunctionName, next: string | undefined, options: TaskOptions): TaskState {
  return {
    Type: 'Task',
    Comment: options.comment,
    Resource: 'arn:aws:states:::lambda:invoke',
    Arguments: { FunctionName: placeholder(name), Payload: options.payload },
    TimeoutSeconds: TIMEOUTS[name],
    ...(options.assign ? { Assign: options.assign } : {}),
    Output: '{% $states.result.Payload %}',
    Retry: [...(options.retry ?? []), LAMBDA],
    Catch: options.catch ?? [CAUGHT],
    ...(next ? { Next: next } : { End: true }),
  };
}

export function gate(kind: string, next: string, timeout: string | number, comment: string): TaskState {
  return {
    Type: 'Task',
    Comment: comment,
    Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
    Arguments: {
      FunctionName: placeholder('ask'),
      Payload: {
        run: '{% $run %}',
        turn: '{% $route.turn %}',
        kind,
        nth: '{% $route.gate.nth %}',
        times: '{% $route.gate %}',
        token: '{% $states.context.Task.Token %}',
      },
    },
    TimeoutSeconds: timeout,
    Assign: { gate: kind, verdict: '{% $states.result.verdict %}', writes: '{% [$states.result.writes] %}' },
    Output: {},
    Retry: [LAMBDA_ONLY],
    Catch: [
      {
        ErrorEquals: ['States.Timeout', ...GATE_ERRORS],
        Assign: { gate: kind },
        Output: {},
        Next: 'CLOSE_GATE',
      },
      CAUGHT,
    ],
    Next: next,
  };
}

type MapOptions = {
  comment: string;
  items: string;
  item: Record<string, unknown>;
  step: string;
  retry: readonly Retrier[];
  failed: unknown;
  assign?: Assign;
};

/** One function call per index; a call that fails for good ends in a Pass, so that it aborts no sibling. */
export function map(name: FunctionName, next: string, options: MapOptions): MapState {
  const failed = `${options.step}_FAILED`;
  const step = task(name, undefined, {
    comment: `One ${name} by its index`,
    payload: Object.fromEntries(
      ['run', 'turn', 'index', ...Object.keys(options.item)].map((field) => [
        field,
        `{% $states.input.${field} %}`,
      ]),
    ),
    retry: options.retry,
    catch: [{ ErrorEquals: ['States.ALL'], Output: options.failed, Next: failed }],
  });
  return {
    Type: 'Map',
    Comment: options.comment,
    Items: options.items,
    ItemSelector: {
      run: '{% $run %}',
      turn: '{% $route.turn %}',
      index: '{% $states.context.Map.Item.Value %}',
      ...options.item,
    },
    MaxConcurrency: 4,
    ItemProcessor: {
      ProcessorConfig: { Mode: 'INLINE' },
      StartAt: options.step,
      States: { [options.step]: step, [failed]: { Type: 'Pass', Output: options.failed, End: true } },
    },
    ...(options.assign ? { Assign: options.assign } : {}),
    Output: {},
    Catch: [CAUGHT],
    Next: next,
  };
}
