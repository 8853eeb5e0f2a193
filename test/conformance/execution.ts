import { type Engine, type HistoryEvent, memoryJournal, openEngine } from '../../lib/local/engine/engine.ts';
import { TaskFailure } from '../../lib/local/engine/errors.ts';
import { detailsOf } from '../../lib/local/engine/history.ts';
import { virtualTimers } from '../../lib/local/engine/virtual-timers.ts';
import type { Case, Finer, Verdict } from './case.ts';
import { behave, type FunctionMock } from './functions.ts';
import { differences } from './match.ts';

type TaskMock = {
  readonly resource: string;
  readonly outcome: {
    readonly return?: unknown;
    readonly throw?: { readonly error?: string; readonly cause?: string };
    readonly timeout?: boolean;
  };
};

type Action = {
  readonly op: string;
  readonly output_from?: string;
  readonly error?: string;
  readonly cause?: string;
  readonly seconds?: number;
  readonly times?: number;
};

type ExecutionCase = Case & {
  readonly definition: unknown;
  readonly input: unknown;
  readonly environment: {
    readonly account: string;
    readonly region: string;
    readonly state_machine_name: string;
    readonly execution_name: string;
    readonly role_arn: string;
  };
  readonly mocks: {
    readonly functions: Readonly<Record<string, FunctionMock>>;
    readonly tasks: Readonly<Record<string, readonly TaskMock[]>>;
  };
  readonly callback: { readonly actions: readonly Action[] } | null;
  readonly expected: {
    readonly event_order: string;
    readonly event_types?: readonly string[];
    readonly events?: readonly { readonly previousEventId?: number; readonly details?: unknown }[];
    readonly [field: string]: unknown;
  };
};

/** Recordings hold dates around this one; nothing depends on it. */
const START = Date.parse('2026-12-01T00:00:00Z');

/** Drives a whole machine, with the recorded task outcomes or, stricter, with functions that behave as recorded. */
export async function runExecution(given: Case, drive: 'tasks' | 'functions'): Promise<Verdict> {
  const recorded = given as ExecutionCase;
  const { environment, expected, callback } = recorded;
  const timers = virtualTimers(START);
  const scheduled: string[] = [];
  const attempts: Record<string, number> = {};
  const actions: (() => Promise<unknown> | unknown)[] = [];
  let handed: unknown;

  const engine = await openEngine({
    journal: memoryJournal(),
    timers,
    region: environment.region,
    account: environment.account,
    async invoke(name, payload) {
      handed = payload;
      const state = scheduled.shift() ?? '';
      const mock = drive === 'tasks' ? recorded.mocks.tasks[state]?.[attempts[state] ?? 0] : undefined;
      attempts[state] = (attempts[state] ?? 0) + 1;
      if (!mock || isCallback(payload, recorded))
        return behave(recorded.mocks.functions[name], name, payload, timers);
      return outcomeOf(mock);
    },
    onEvent(_, event) {
      if (event.type === 'TaskStateEntered') entered.set(event.id, String(detailsOf(event).name));
      else if (/^(Task|LambdaFunction)Scheduled$/.test(event.type)) scheduled.push(stateOf(event));
      else if (/^(Task|LambdaFunction)/.test(event.type)) entered.set(event.id, stateOf(event));
      if (event.type === 'TaskSubmitted')
        for (const action of callback?.actions ?? []) actions.push(...stepsOf(action));
    },
  });
  /** Which task state an event belongs to: found through what it points back to. */
  const entered = new Map<number, string>();
  const stateOf = (event: HistoryEvent) => {
    const state = entered.get(event.previousEventId) ?? '';
    entered.set(event.id, state);
    return state;
  };
  const stepsOf = (action: Action) => {
    const token = String((handed as Record<string, unknown> | null)?.TaskToken);
    return Array.from({ length: action.times ?? 1 }, () => () => act(engine, timers, action, token, handed));
  };

  const { state_machine_name: name, role_arn: roleArn } = environment;
  const definition = JSON.stringify(recorded.definition);
  const { stateMachineArn } = engine.createStateMachine({ name, roleArn, definition });
  const input = JSON.stringify(recorded.input);
  const { executionArn } = await engine.startExecution({
    stateMachineArn,
    name: environment.execution_name,
    input,
  });
  const described = await runToTheEnd(engine, executionArn, () => {
    return actions.shift() ?? (timers.next() === undefined ? undefined : timers.runNext);
  });
  const events = await engine.getExecutionHistory({ executionArn });
  await engine.close();
  const problems = [...compareResult(described, expected), ...compareTypes(events, expected)];
  return {
    outcome: problems.length === 0 ? 'passed' : 'failed',
    problems,
    finer: compareEvents(events, expected),
  };
}

/** Does the next thing each time the engine has nothing to do, until the execution ends or nothing is left to do. */
async function runToTheEnd(engine: Engine, executionArn: string, next: () => (() => unknown) | undefined) {
  for (;;) {
    await new Promise(setImmediate);
    const described = await engine.describeExecution({ executionArn });
    if (described.status !== 'RUNNING') return described;
    const act = next();
    if (!act) return described;
    await act();
  }
}

/** A callback's function only hands over its token; what ends the task are the recorded actions. */
function isCallback(payload: unknown, { callback }: ExecutionCase): boolean {
  return callback !== null && callback !== undefined && payload !== undefined;
}

async function outcomeOf({ resource, outcome }: TaskMock): Promise<unknown> {
  if (outcome.timeout) return new Promise(() => {});
  if (outcome.throw) throw new TaskFailure(outcome.throw.error, outcome.throw.cause);
  // The recorded result of lambda:invoke is the whole answer of the service; a function gives its payload only.
  return resource.startsWith('arn:') ? outcome.return : (outcome.return as { Payload: unknown }).Payload;
}

function act(
  engine: Engine,
  timers: { advance(ms: number): void },
  action: Action,
  token: string,
  payload: unknown,
) {
  const { error, cause } = action;
  const fields = { ...(error === undefined ? {} : { error }), ...(cause === undefined ? {} : { cause }) };
  switch (action.op) {
    case 'SendTaskSuccess': {
      const part =
        action.output_from === 'payload.Message' ? (payload as { Message: unknown }).Message : payload;
      return engine.sendTaskSuccess({ taskToken: token, output: JSON.stringify(part) });
    }
    case 'SendTaskFailure':
      return engine.sendTaskFailure({ taskToken: token, ...fields });
    case 'SendTaskHeartbeat':
      return engine.sendTaskHeartbeat({ taskToken: token });
    case 'wait':
      return timers.advance(Number(action.seconds) * 1000);
  }
}

function compareResult(
  described: Readonly<Record<string, unknown>>,
  expected: ExecutionCase['expected'],
): string[] {
  const problems = differences(described.status, expected.status, 'status');
  if (expected.status === 'SUCCEEDED') {
    const output = described.output === undefined ? undefined : JSON.parse(String(described.output));
    problems.push(...differences(output, expected.output, 'output'));
  }
  for (const key of ['error', 'cause'])
    problems.push(...differencesOrAbsent(described[key], expected[key], key));
  return problems;
}

function differencesOrAbsent(actual: unknown, expected: unknown, at: string): string[] {
  if (expected === undefined) return actual === undefined ? [] : [`${at}: got ${actual}, recorded nothing`];
  return differences(actual, expected, at);
}

function compareTypes(
  events: readonly HistoryEvent[],
  { event_order: order, event_types: types }: ExecutionCase['expected'],
) {
  if (order === 'unreliable' || !types) return [];
  const actual = events.map(({ type }) => type);
  return order === 'exact'
    ? differences(actual, types, 'event types')
    : differences([...actual].sort(), [...types].sort(), 'event types, in any order');
}

function compareEvents(
  events: readonly HistoryEvent[],
  { event_order: order, events: recorded }: ExecutionCase['expected'],
): Finer {
  if (order !== 'exact' || !recorded) return {};
  return {
    details: recorded.flatMap(({ details }, index) => {
      const event = events[index];
      return differences(event ? shownDetails(event) : undefined, details ?? {}, `event ${index + 1}`);
    }),
    links: recorded.flatMap(({ previousEventId }, index) =>
      differences(events[index]?.previousEventId, previousEventId, `event ${index + 1} points back`),
    ),
  };
}

const JSON_TEXT = new Set(['input', 'output', 'parameters']);

/** Details as the recordings show them: JSON texts parsed, and without what says whether they were cut short. */
export function shownDetails(event: HistoryEvent): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(detailsOf(event))) {
    if (key.endsWith('Details') || key === 'roleArn' || value === undefined) continue;
    if (JSON_TEXT.has(key)) shown[key] = JSON.parse(String(value));
    else if (key === 'assignedVariables') shown[key] = parsedValues(value);
    else shown[key] = value;
  }
  return shown;
}

function parsedValues(texts: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts as Record<string, string>).map(([key, text]) => [key, JSON.parse(text)]),
  );
}
