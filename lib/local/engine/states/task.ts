import { QueryEvaluationError, StatesError, TaskFailure, TerminalError } from '../errors.ts';
import { shown, tooLarge } from '../failure.ts';
import { type Details, PAYLOAD_LIMIT_BYTES } from '../history.ts';
import { copyOf, isObject, type Json } from '../json.ts';
import type { Resource, StateOf } from '../machine.ts';
import { aNumber, causeIn, evaluate, evaluateAs, type Template } from '../template.ts';
import type { Call, PendingTask } from '../thread.ts';
import { type Outcome, PARKED, type Step } from './state.ts';

/** Schedules one attempt. The call itself is made once this is safely in the journal. */
export async function schedule(step: Step, state: StateOf<'Task'>): Promise<Outcome> {
  const { draft, thread } = step;
  const scheduled = draft.nextEvent;
  const token =
    state.resource.kind === 'invoke' && state.resource.waitForTaskToken ? step.token(scheduled) : null;
  const bindings = step.bindings({ token });
  const args = state.arguments ? await evaluate(state.arguments, bindings, step.place) : thread.input;
  const limits = {
    timeoutSeconds: await seconds(step, state.timeoutSeconds, 'TimeoutSeconds'),
    heartbeatSeconds: await seconds(step, state.heartbeatSeconds, 'HeartbeatSeconds'),
  };
  const call = callOf(state.resource, args);

  emit(step, state.resource, 'Scheduled', scheduledDetails(step, state.resource, args, limits));
  emit(step, state.resource, 'Started');
  const until = (limit: number | null) => (limit === null ? null : draft.now + limit * 1000);
  const deadline = until(limits.timeoutSeconds);
  const heartbeatDeadline = until(limits.heartbeatSeconds);
  thread.doing = {
    kind: 'task',
    scheduled,
    ...call,
    token,
    submitted: false,
    ...limits,
    deadline,
    heartbeatDeadline,
  };
  return PARKED;
}

async function seconds(step: Step, template: Template | undefined, field: string): Promise<number | null> {
  if (!template) return null;
  const value = await evaluateAs(template, aNumber, step.bindings(), step.place);
  if (Number.isSafeInteger(value) && value >= 1 && value <= 99_999_999) return value;
  const problem = `The ${field} field must be a whole number from 1 to 99999999 but was: ${value}`;
  throw new QueryEvaluationError(causeIn(step.place, problem), field);
}

/** Which function gets what. */
function callOf(resource: Resource, args: Json): Call {
  if (resource.kind === 'function')
    return { ...functionIn(resource.arn), payload: args, direct: true, logs: false };
  const {
    FunctionName: name,
    Qualifier: qualifier,
    Payload: body = null,
    LogType: logs,
  } = isObject(args) ? args : {};
  if (typeof name !== 'string' || name === '') {
    throw new TerminalError(
      'States.Runtime',
      "The Parameters field 'FunctionName' is required but was missing",
    );
  }
  return { ...functionIn(name, qualifier), payload: body as Json, direct: false, logs: logs === 'Tail' };
}

/**
 * The event a function receives: its own copy, and {} in place of null. Text given to lambda:invoke is JSON already.
 *
 * @throws {TaskFailure} when that text is no JSON.
 */
export function eventFor({ payload: body, direct }: PendingTask): unknown {
  if (direct || typeof body !== 'string') return copyOf(body) ?? {};
  try {
    return JSON.parse(body) ?? {};
  } catch {
    const problem = `Could not parse request body into json: ${body}`;
    throw new TaskFailure('Lambda.InvalidRequestContentException', problem);
  }
}

/** From `arn:aws:lambda:region:account:function:name` or a bare name, each with or without a qualifier behind it. */
function functionIn(nameOrArn: string, qualifier?: unknown): Pick<Call, 'functionName' | 'version'> {
  const parts = nameOrArn.startsWith('arn:') ? nameOrArn.split(':').slice(6) : nameOrArn.split(':');
  const version = String(qualifier ?? parts[1] ?? '');
  return { functionName: parts[0] ?? nameOrArn, version: /^\d+$/.test(version) ? version : '$LATEST' };
}

type Limits = Pick<PendingTask, 'timeoutSeconds' | 'heartbeatSeconds'>;

function scheduledDetails(step: Step, resource: Resource, args: Json, limits: Limits): Details {
  const text = JSON.stringify(args);
  return {
    ...(resource.kind === 'function'
      ? { resource: resource.arn, input: text }
      : { region: step.region, parameters: text }),
    ...(limits.timeoutSeconds === null ? {} : { timeoutInSeconds: limits.timeoutSeconds }),
    ...(limits.heartbeatSeconds === null ? {} : { heartbeatInSeconds: limits.heartbeatSeconds }),
  };
}

/** Direct functions have event types of their own; everything else is a Task with a resource and its type. */
function emit({ draft, thread }: Step, resource: Resource, what: string, details?: Details): void {
  if (resource.kind === 'function') return void draft.emit(thread, `LambdaFunction${what}`, details);
  const name = resource.waitForTaskToken ? 'invoke.waitForTaskToken' : 'invoke';
  draft.emit(thread, `Task${what}`, { resourceType: 'lambda', resource: name, ...details });
}

/** A direct function's result is what it returned; lambda:invoke wraps it as the Lambda API does. */
function resultOf({ direct, logs, version }: PendingTask, returned: Json): Json {
  if (direct) return returned;
  // A function's log goes wherever the host's own goes: the tail that was asked for is there, and empty.
  return {
    ExecutedVersion: version,
    ...(logs ? { LogResult: '' } : {}),
    Payload: returned,
    StatusCode: 200,
  };
}

/** What came back from an invocation that succeeded. */
export function settle(step: Step, state: StateOf<'Task'>, returned: Json): Outcome {
  const { thread } = step;
  if (thread.doing.kind !== 'task') throw new Error(`${state.name} is not at a task`);
  const result = resultOf(thread.doing, returned);
  const text = JSON.stringify(result);
  if (thread.doing.token !== null) {
    emit(step, state.resource, 'Submitted', { output: text });
    // The payload was only needed to call again; what is parked for days should be small.
    thread.doing = { ...thread.doing, submitted: true, payload: null };
    return PARKED;
  }
  return succeed(step, state, result, text);
}

/** The result of a task, from its function or from SendTaskSuccess. */
export function succeed(step: Step, state: StateOf<'Task'>, result: Json, text: string): Outcome {
  const { resource } = state;
  if (Buffer.byteLength(text) > PAYLOAD_LIMIT_BYTES) {
    const { error, reason } = tooLarge(resource.kind === 'function' ? resource.arn : 'lambda');
    // Recorded: unlike a state's own output that is too large, this can be caught.
    return taskFailed(step, state, new StatesError(error, reason));
  }
  emit(step, resource, 'Succeeded', { output: text });
  return { leaving: state, result };
}

/** Always throws: the failure goes on to Retry and Catch. */
export function taskFailed(step: Step, state: StateOf<'Task'>, error: StatesError): never {
  emit(step, state.resource, 'Failed', shown(error));
  throw error;
}

export function taskTimedOut(step: Step, state: StateOf<'Task'>): never {
  const error = new StatesError('States.Timeout');
  emit(step, state.resource, 'TimedOut', shown(error));
  throw error;
}

/** How a Lambda function's throw looks from outside: the cause is JSON text, as the Node runtime writes it. */
export function lambdaError(thrown: unknown): StatesError {
  const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown));
  const trace = (stack ?? '').split('\n');
  const cause = JSON.stringify({ errorType: name, errorMessage: message, trace });
  if (cause.length <= CAUSE_LIMIT) return new StatesError(name, cause);
  const beginning = message.slice(0, CAUSE_LIMIT / 4);
  return new StatesError(name, JSON.stringify({ errorType: name, errorMessage: beginning, trace: [] }));
}

/** Characters in a cause. A function that throws its whole input must not make its failure too large to catch. */
const CAUSE_LIMIT = 32_768;
