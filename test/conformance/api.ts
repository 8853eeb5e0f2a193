import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stepFunctionsApi } from '../../lib/local/engine/api.ts';
import { type HistoryEvent, memoryJournal, openEngine } from '../../lib/local/engine/engine.ts';
import { type VirtualTimers, virtualTimers } from '../../lib/local/engine/virtual-timers.ts';
import type { Case, Verdict } from './case.ts';
import { shownDetails } from './execution.ts';
import { differences } from './match.ts';

type Fields = Readonly<Record<string, unknown>>;

type Step = {
  readonly n: number;
  readonly op?: string;
  readonly await?: string;
  readonly on?: string;
  readonly args?: Fields;
  readonly expect?: {
    readonly response?: unknown;
    readonly http_status?: number;
    readonly error?: { readonly code: string; readonly message?: string; readonly http_status?: number };
    readonly partial?: Fields;
    readonly absent?: readonly string[];
    readonly last_event?: unknown;
    readonly content?: unknown;
    readonly at?: string;
  };
};

type Answer = { readonly status: number; readonly body: Fields };

const START = Date.parse('2026-12-01T00:00:00Z');

/** Sends the recorded requests to the real server, over HTTP, with the engine's clock moved by hand. */
export async function runApi(given: Case): Promise<Verdict> {
  const timers = virtualTimers(START);
  const captured: Record<string, unknown> = {};
  const engine = await openEngine({
    journal: memoryJournal(),
    timers,
    account: '111111111111',
    region: 'us-east-1',
    async invoke(name, payload) {
      captured[name] = payload;
      return payload;
    },
  });
  const server = createServer(stepFunctionsApi(engine)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const problems = await runSteps(given.steps as readonly Step[], server, timers, captured);
    return { outcome: problems.length === 0 ? 'passed' : 'failed', problems, finer: {} };
  } finally {
    await engine.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function runSteps(steps: readonly Step[], server: Server, timers: VirtualTimers, captured: Fields) {
  const answers: Record<string, unknown> = captured;
  const problems: string[] = [];
  for (const [index, step] of steps.entries()) {
    const resolved = substitute(step, answers) as Step;
    if (resolved.await) {
      await waitUntil(resolved, steps[index + 1], server, timers);
      continue;
    }
    const answer = await send(server, String(resolved.op), resolved.args ?? {});
    answers[step.n] = answer.body;
    problems.push(...compare(answer, resolved).map((problem) => `step ${step.n} ${step.op}: ${problem}`));
  }
  return problems;
}

async function send(server: Server, operation: string, args: Fields): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const { original_definition: _, ...sent } = args;
  const body = 'definition' in sent && typeof sent.definition === 'object' && sent.definition !== null;
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `AWSStepFunctions.${operation}`,
    },
    body: JSON.stringify(body ? { ...sent, definition: JSON.stringify(sent.definition) } : sent),
  });
  return { status: response.status, body: (await response.json()) as Fields };
}

/** Polls as the recording did. The clock moves unless the next request means to meet the execution while it runs. */
async function waitUntil(
  step: Step,
  next: Step | undefined,
  server: Server,
  timers: VirtualTimers,
): Promise<void> {
  const meetsItRunning = /^(StopExecution|StartExecution|SendTask\w+)$/.test(next?.op ?? '');
  for (let polls = 0; polls < 1000; polls++) {
    const { body } = await send(server, String(step.on), step.args ?? {});
    const types = ((body.events ?? []) as HistoryEvent[]).map(({ type }) => type);
    const ended =
      types.some((type) => /^Execution(Succeeded|Failed|Aborted|TimedOut)$/.test(type)) || isEnded(body);
    const begun = types.length > 0 && step.await !== 'execution_aborted';
    const submitted = step.await !== 'task_submitted' || types.includes('TaskSubmitted');
    if (ended || (begun && submitted && (meetsItRunning || timers.next() === undefined))) return;
    if (types.length === 0 && polls > 3) return;
    if (submitted && !meetsItRunning) timers.runNext();
  }
  throw new Error(`waited in vain for ${step.await}`);
}

function isEnded({ status, executions }: Fields): boolean {
  const first = (executions as readonly Fields[] | undefined)?.[0];
  return (
    (status !== undefined && status !== 'RUNNING') || (first !== undefined && first.status !== 'RUNNING')
  );
}

/** `${3.executionArn}` is a part of an earlier answer, `${callback_fn.TaskToken}` of what a function received. */
function substitute(value: unknown, answers: Fields): unknown {
  if (typeof value === 'string') {
    const whole = /^\$\{([^.}]+)\.([^}]+)\}$/.exec(value);
    if (whole) return part(answers, whole) ?? value;
    return value.replace(/\$\{([^.}]+)\.([^}]+)\}/g, (...found) => String(part(answers, found) ?? found[0]));
  }
  if (Array.isArray(value)) return value.map((item) => substitute(item, answers));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, substitute(item, answers)]));
}

function part(answers: Fields, [, of = '', key = '']: readonly string[]): unknown {
  return (answers[of] as Fields | undefined)?.[key];
}

function compare({ status, body }: Answer, { op, expect }: Step): string[] {
  if (!expect) return [];
  const { response, error, partial, absent, last_event: last, content } = expect;
  const shown = shownBody(body);
  const problems: string[] = [];
  if (expect.http_status !== undefined)
    problems.push(...differences(status, expect.http_status, 'http status'));
  if (error) {
    problems.push(...differences(body.__type, error.code, 'error'));
    if (error.message !== undefined)
      problems.push(...differences(suffixed(body.message, error.message), error.message, 'message'));
    if (error.http_status !== undefined)
      problems.push(...differences(status, error.http_status, 'http status'));
  }
  if (response !== undefined) problems.push(...differences(valueAt(shown, expect.at), response, 'response'));
  for (const [key, value] of Object.entries(partial ?? {}))
    problems.push(...differences(shown[key], value, key));
  for (const key of absent ?? [])
    if (key in shown) problems.push(`${key}: got ${shown[key]}, recorded nothing`);
  if (last) problems.push(...differences((shown.events as unknown[]).at(-1), last, 'last event'));
  if (content)
    problems.push(
      ...differences(op === 'ListStateMachines' ? shown.stateMachines : shown, content, 'content'),
    );
  return problems;
}

/** A wildcard at the very end may stand for nothing. */
function suffixed(actual: unknown, expected: string): unknown {
  return expected.endsWith('<any:suffix>') && typeof actual === 'string' ? `${actual} ` : actual;
}

function valueAt(body: Fields, at: string | undefined): unknown {
  return at === undefined
    ? body
    : at.split('.').reduce<unknown>((value, key) => (value as Fields | undefined)?.[key], body);
}

/** Events as the recordings show them. */
function shownBody(body: Fields): Fields {
  if (!Array.isArray(body.events)) return body;
  const events = (body.events as HistoryEvent[]).map((event) => {
    const { type, id, previousEventId } = event;
    const hasDetails = Object.keys(event).some((key) => key.endsWith('EventDetails'));
    return { type, id, previousEventId, ...(hasDetails ? { details: shownDetails(event) } : {}) };
  });
  return { ...body, events };
}
