import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Engine, ExecutionSummary, StateMachine, StatusChange } from './engine.ts';
import { ApiError } from './errors.ts';
import type { HistoryEvent } from './history.ts';
import { page } from './page.ts';
import type { Status } from './thread.ts';

type Body = Readonly<Record<string, unknown>>;
type Operation = (engine: Engine, body: Body) => unknown;

/**
 * The Step Functions API as the AWS SDK speaks it: AWS JSON 1.0, one POST per call, the operation in X-Amz-Target.
 *
 * Signatures are not checked: the socket is on loopback and everybody who can reach it owns the data anyway.
 *
 * @see https://docs.aws.amazon.com/step-functions/latest/apireference/API_Operations.html
 */
export function stepFunctionsApi(engine: Engine) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = await answerTo(engine, request);
    const text = JSON.stringify(answer.body);
    response.writeHead(answer.status, {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  };
}

async function answerTo(
  engine: Engine,
  request: IncomingMessage,
): Promise<{ status: number; body: unknown }> {
  try {
    const name = String(request.headers['x-amz-target'] ?? '').replace(/^AWSStepFunctions\./, '');
    const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
    if (!operation) throw new ApiError('UnknownOperationException', `unknown operation: '${name}'`);
    return { status: 200, body: await operation(engine, await bodyOf(request)) };
  } catch (error) {
    const { name, message } = error as Error;
    return { status: error instanceof ApiError ? 400 : 500, body: { __type: name, message } };
  }
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return (JSON.parse(Buffer.concat(chunks).toString() || '{}') ?? {}) as Body;
  } catch {
    throw new ApiError('ValidationException', 'the request body is not JSON');
  }
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  CreateStateMachine(engine, body) {
    const request = {
      name: text(body, 'name'),
      definition: text(body, 'definition'),
      roleArn: text(body, 'roleArn'),
    };
    const known = engine.machineCalled(request.name);
    // Through the API a name is taken for good, as on AWS; the host's own createStateMachine makes a new version.
    if (known && (known.definition !== request.definition || known.roleArn !== request.roleArn)) {
      throw new ApiError(
        'StateMachineAlreadyExists',
        `State Machine Already Exists: '${known.stateMachineArn}'`,
      );
    }
    const { stateMachineArn } = engine.createStateMachine(request);
    return {
      stateMachineArn,
      creationDate: seconds(engine.describeStateMachine({ stateMachineArn }).creationDate),
    };
  },

  UpdateStateMachine(engine, body) {
    const change = { ...optional(body, 'definition'), ...optional(body, 'roleArn') };
    if (Object.keys(change).length === 0) {
      throw new ApiError(
        'MissingRequiredParameter',
        'Either the definition, the role ARN, the LoggingConfiguration, or the TracingConfiguration must be specified',
      );
    }
    const { updateDate, revisionId } = engine.updateStateMachine({
      stateMachineArn: text(body, 'stateMachineArn'),
      ...change,
    });
    return { updateDate: seconds(updateDate), revisionId };
  },

  DescribeStateMachine: (engine, body) =>
    machineOf(engine.describeStateMachine({ stateMachineArn: text(body, 'stateMachineArn') })),

  DeleteStateMachine(engine, body) {
    engine.deleteStateMachine({ stateMachineArn: text(body, 'stateMachineArn') });
    return {};
  },

  ListStateMachines(engine, body) {
    const { items, nextToken } = page(engine.listStateMachines(), body);
    return {
      stateMachines: items.map(({ stateMachineArn, name, creationDate }) => ({
        stateMachineArn,
        name,
        type: 'STANDARD',
        creationDate: seconds(creationDate),
      })),
      ...nextToken,
    };
  },

  async StartExecution(engine, body) {
    const { executionArn, startDate } = await engine.startExecution({
      stateMachineArn: text(body, 'stateMachineArn'),
      ...optional(body, 'name'),
      ...optional(body, 'input'),
    });
    return { executionArn, startDate: seconds(startDate) };
  },

  async DescribeExecution(engine, body) {
    return executionOf(await engine.describeExecution({ executionArn: text(body, 'executionArn') }));
  },

  async ListExecutions(engine, body) {
    const request = { stateMachineArn: text(body, 'stateMachineArn'), ...optional(body, 'statusFilter') };
    checkStatus(request.statusFilter);
    const { items, nextToken } = page(await engine.listExecutions(request), body);
    return { executions: items.map(summaryOf), ...nextToken };
  },

  async GetExecutionHistory(engine, body) {
    const events = await engine.getExecutionHistory({ executionArn: text(body, 'executionArn') });
    if (body.reverseOrder === true) events.reverse();
    const { items, nextToken } = page(events, body);
    return { events: items.map(eventOf), ...nextToken };
  },

  async StopExecution(engine, body) {
    const { stopDate } = await engine.stopExecution({
      executionArn: text(body, 'executionArn'),
      ...optional(body, 'error'),
      ...optional(body, 'cause'),
    });
    return { stopDate: seconds(stopDate) };
  },

  async SendTaskSuccess(engine, body) {
    await engine.sendTaskSuccess({ taskToken: text(body, 'taskToken'), output: text(body, 'output') });
    return {};
  },

  async SendTaskFailure(engine, body) {
    const request = {
      taskToken: text(body, 'taskToken'),
      ...optional(body, 'error'),
      ...optional(body, 'cause'),
    };
    await engine.sendTaskFailure(request);
    return {};
  },

  async SendTaskHeartbeat(engine, body) {
    await engine.sendTaskHeartbeat({ taskToken: text(body, 'taskToken') });
    return {};
  },
};

function text(body: Body, field: string): string {
  const value = body[field];
  if (typeof value === 'string') return value;
  throw new ApiError(
    'ValidationException',
    `1 validation error detected: Value null at '${field}' failed to satisfy constraint: Member must not be null`,
  );
}

function optional<Field extends string>(body: Body, field: Field): { [field in Field]?: string } {
  const value = body[field];
  return typeof value === 'string' ? ({ [field]: value } as { [field in Field]?: string }) : {};
}

const STATUSES = ['SUCCEEDED', 'TIMED_OUT', 'PENDING_REDRIVE', 'ABORTED', 'FAILED', 'RUNNING'];

function checkStatus(status: string | undefined): void {
  if (status === undefined || STATUSES.includes(status)) return;
  throw new ApiError(
    'ValidationException',
    `1 validation error detected: Value '${status}' at 'statusFilter' failed to satisfy constraint: ` +
      `Member must satisfy enum value set: [${STATUSES.join(', ')}]`,
  );
}

/** Timestamps travel as seconds since 1970, with the milliseconds behind the point. */
function seconds(epochMs: number): number {
  return epochMs / 1000;
}

function machineOf({ creationDate, ...facts }: StateMachine) {
  return {
    ...facts,
    status: 'ACTIVE',
    type: 'STANDARD',
    creationDate: seconds(creationDate),
    loggingConfiguration: { level: 'OFF', includeExecutionData: false },
    tracingConfiguration: { enabled: false },
  };
}

function executionOf(change: StatusChange) {
  const { startDate, stopDate, ...facts } = change;
  return {
    ...facts,
    startDate: seconds(startDate),
    ...(stopDate === undefined ? {} : { stopDate: seconds(stopDate) }),
    inputDetails: { included: true },
    ...(change.output === undefined ? {} : { outputDetails: { included: true } }),
    redriveCount: 0,
    ...redriveOf(change.status),
  };
}

/** As AWS answers. This host has no RedriveExecution. */
function redriveOf(status: Status) {
  if (status !== 'SUCCEEDED' && status !== 'RUNNING') return { redriveStatus: 'REDRIVABLE' };
  return {
    redriveStatus: 'NOT_REDRIVABLE',
    redriveStatusReason: `Execution is ${status} and cannot be redriven`,
  };
}

function summaryOf({ startDate, stopDate, ...facts }: ExecutionSummary) {
  return {
    ...facts,
    startDate: seconds(startDate),
    ...(stopDate === undefined ? {} : { stopDate: seconds(stopDate) }),
    redriveCount: 0,
  };
}

function eventOf(event: HistoryEvent) {
  return { ...event, timestamp: seconds(event.timestamp) };
}
