import { contextObject } from '../../lib/local/engine/context.ts';
import { parseDefinition } from '../../lib/local/engine/definition/definition.ts';
import { Draft } from '../../lib/local/engine/draft.ts';
import { StatesError, TaskFailure } from '../../lib/local/engine/errors.ts';
import { detailsOf } from '../../lib/local/engine/history.ts';
import { Interpreter } from '../../lib/local/engine/interpreter.ts';
import type { Json, JsonObject } from '../../lib/local/engine/json.ts';
import { copyOf } from '../../lib/local/engine/json.ts';
import type { RunHead } from '../../lib/local/engine/records.ts';
import { eventFor } from '../../lib/local/engine/states/task.ts';
import type { Thread } from '../../lib/local/engine/thread.ts';
import { virtualTimers } from '../../lib/local/engine/virtual-timers.ts';
import type { Case, Verdict } from './case.ts';
import { behave, type FunctionMock } from './functions.ts';
import { differences } from './match.ts';

type Fields = Readonly<Record<string, unknown>>;

type StateCase = Case & {
  readonly definition: Fields;
  readonly state_name: string | null;
  readonly input: Json;
  readonly variables: JsonObject;
  readonly context: JsonObject | null;
  readonly state_configuration: { readonly retrierRetryCount?: number } | null;
  readonly mock: {
    readonly result?: unknown;
    readonly errorOutput?: { readonly error?: string; readonly cause?: string };
  } | null;
  readonly mocks: { readonly functions: Readonly<Record<string, FunctionMock>> };
  readonly expected: Fields & { readonly inspectionData?: Fields };
};

const START = Date.parse('2026-12-01T00:00:00Z');

/** Runs one state the way TestState does: with a given context, variables and result, and without its successor. */
export async function runState(given: Case): Promise<Verdict> {
  const recorded = given as StateCase;
  const name = recorded.state_name ?? 'StateName';
  const definition = stateIn(recorded);
  const timers = virtualTimers(START);
  const machine = parseDefinition(alone(name, withMock(definition, recorded.mock)), timers);
  const draft = new Draft({ threads: new Map(), lastEvent: 0, lastThread: -1 }, timers.now());
  const head: RunHead = {
    executionArn: 'arn:aws:states:us-east-1:111111111111:express:machine:execution',
    stateMachineArn: 'arn:aws:states:us-east-1:111111111111:stateMachine:machine',
    name: 'execution',
    definition: '',
    roleArn: 'arn:aws:iam::111111111111:role/role',
    startDate: START,
    input: JSON.stringify(recorded.input),
  };
  const interpreter = new Interpreter(draft, {
    head,
    machine,
    region: 'us-east-1',
    random: () => 0.5,
    token: () => 'token',
    context: (thread, more) => shownContext(recorded, thread, contextObject(head, thread, more)),
  });

  const thread = draft.spawn(null, 0, name, recorded.input, 0);
  thread.variables = recorded.variables;
  let ready = await interpreter.enter(thread);
  const used = recorded.state_configuration?.retrierRetryCount ?? 0;
  if (used > 0) thread.retries = Array(10).fill(used);
  if (thread.doing.kind === 'waiting') ready = await interpreter.waited(thread);
  if (thread.doing.kind === 'task') ready = await finishTask(interpreter, thread, recorded);
  while (ready.some((next) => next !== thread))
    ready = (await Promise.all(ready.map((next) => interpreter.enter(next)))).flat();

  const problems = compare(draft, thread, recorded, ready.includes(thread));
  return { outcome: problems.length === 0 ? 'passed' : 'failed', problems, finer: {} };
}

async function finishTask(interpreter: Interpreter, thread: Thread, { mock, mocks }: StateCase) {
  if (thread.doing.kind !== 'task') throw new Error(`${thread.state} is not at a task`);
  if (mock?.errorOutput) {
    return interpreter.taskFailed(thread, new StatesError(mock.errorOutput.error, mock.errorOutput.cause));
  }
  if (mock) return interpreter.succeeded(thread, JSON.stringify(mock.result));
  const { functionName } = thread.doing;
  try {
    const result = await behave(
      mocks.functions[functionName],
      functionName,
      eventFor(thread.doing),
      virtualTimers(START),
    );
    return await interpreter.returned(thread, copyOf(result));
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    return interpreter.taskFailed(thread, new StatesError(error.error, error.reason));
  }
}

function stateIn({ definition, state_name: name }: StateCase): Fields {
  const states = definition.States as Readonly<Record<string, Fields>> | undefined;
  if (!states) return definition;
  return { QueryLanguage: definition.QueryLanguage, ...states[name ?? String(definition.StartAt)] };
}

/** What is mocked for a Map or Parallel comes from iterations or branches that say nothing else. */
function withMock(state: Fields, mock: StateCase['mock']): Fields {
  if (!mock || (state.Type !== 'Map' && state.Type !== 'Parallel')) return state;
  const { result, errorOutput } = mock;
  const only = (behaviour: Fields, index = 0) => ({
    StartAt: `mock ${index}`,
    States: { [`mock ${index}`]: { QueryLanguage: 'JSONata', ...behaviour } },
  });
  const says = (Output: unknown, index?: number) => only({ Type: 'Pass', Output, End: true }, index);
  const fails = only({ Type: 'Fail', Error: errorOutput?.error, Cause: errorOutput?.cause });
  if (state.Type === 'Parallel') {
    return { ...state, Branches: Array.isArray(result) ? result.map(says) : [fails] };
  }
  const item = says(`{% ${JSON.stringify(result)}[$states.context.Map.Item.Index] %}`);
  return { ...state, ItemProcessor: errorOutput ? fails : item };
}

/** A machine of this one state; whatever it may go on to ends at once. */
function alone(name: string, state: Fields): string {
  const targets = JSON.stringify(state).matchAll(/"(?:Next|Default)":("(?:[^"\\]|\\.)*")/g);
  const others = [...targets].map(([, target]) => [
    JSON.parse(target ?? '""'),
    { Type: 'Succeed', QueryLanguage: 'JSONata' },
  ]);
  return JSON.stringify({
    StartAt: name,
    States: { ...Object.fromEntries(others), [name]: { QueryLanguage: 'JSONata', ...state } },
  });
}

/** TestState calls every state "StateName" and knows no role unless it has to call something. */
function shownContext({ context, mock }: StateCase, thread: Thread, own: ReturnType<typeof contextObject>) {
  if (context && thread.parent === null) return context;
  const { RedriveCount: _, ...execution } = own.Execution;
  return {
    ...own,
    Execution: { ...execution, RoleArn: mock ? execution.RoleArn : null },
    State: { ...own.State, Name: 'StateName' },
  };
}

function compare(draft: Draft, thread: Thread, { expected }: StateCase, wentOn: boolean): string[] {
  const failure = draft.events.findLast(({ type }) => /(Failed|TimedOut)$/.test(type));
  const error = failure && detailsOf(failure);
  const retrying = thread.doing.kind === 'retrying' ? thread.doing : undefined;
  const caught = error !== undefined && wentOn;
  const status = retrying ? 'RETRIABLE' : caught ? 'CAUGHT_ERROR' : (draft.end?.status ?? 'SUCCEEDED');
  const output = wentOn ? thread.input : draft.end?.output && JSON.parse(draft.end.output);
  const actual: Fields = {
    status,
    ...(status === 'SUCCEEDED' || caught ? { output } : {}),
    ...(error?.error === undefined ? {} : { error: error.error }),
    ...(error?.cause === undefined ? {} : { cause: error.cause }),
    ...(wentOn ? { nextState: thread.state } : {}),
  };
  const { inspectionData, ...wanted } = expected;
  return [...differences(actual, wanted), ...compareInspection(draft, retrying?.until, inspectionData ?? {})];
}

function compareInspection(draft: Draft, until: number | undefined, wanted: Fields): string[] {
  const parameters = draft.events
    .map(detailsOf)
    .find((details) => details.parameters !== undefined)?.parameters;
  const problems: string[] = [];
  if (wanted.afterArguments !== undefined && parameters !== undefined) {
    problems.push(...differences(JSON.parse(String(parameters)), wanted.afterArguments, 'afterArguments'));
  }
  const seconds = (wanted.errorDetails as Fields | undefined)?.retryBackoffIntervalSeconds;
  if (seconds !== undefined) {
    const delay = until === undefined ? undefined : (until - draft.now) / 1000;
    problems.push(...differences(delay, seconds, 'retryBackoffIntervalSeconds'));
  }
  return problems;
}
