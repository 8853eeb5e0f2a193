import { eventOf, executionOf, machineOf, seconds, summaryOf } from './api-shapes.ts';
import type { Engine } from './engine.ts';
import { ApiError } from './errors.ts';
import { isObject } from './json.ts';
import { page } from './page.ts';

type Body = Readonly<Record<string, unknown>>;
type Operation = (engine: Engine, body: Body) => unknown;

/** What each operation asks of the engine. @see https://docs.aws.amazon.com/step-functions/latest/apireference/API_Operations.html */
export const operations: Readonly<Record<string, Operation>> = {
  CreateStateMachine({ machines }, body) {
    checkOffered(body);
    const request = {
      name: text(body, 'name'),
      definition: text(body, 'definition'),
      roleArn: text(body, 'roleArn'),
    };
    const known = machines.named(request.name);
    // Through the API a name is taken for good, as on AWS; the host's own createStateMachine makes a new version.
    if (
      known &&
      (machines.textOf(known.definition) !== request.definition || known.roleArn !== request.roleArn)
    ) {
      throw new ApiError(
        'StateMachineAlreadyExists',
        `State Machine Already Exists: '${known.stateMachineArn}'`,
      );
    }
    const { stateMachineArn, creationDate } = machines.put(request);
    return { stateMachineArn, creationDate: seconds(creationDate) };
  },

  UpdateStateMachine({ machines }, body) {
    checkOffered(body);
    const change = { ...optional(body, 'definition'), ...optional(body, 'roleArn') };
    if (Object.keys(change).length === 0) {
      throw new ApiError(
        'MissingRequiredParameter',
        'Either the definition, the role ARN, the LoggingConfiguration, or the TracingConfiguration must be specified',
      );
    }
    const { updateDate, revisionId } = machines.update({
      stateMachineArn: text(body, 'stateMachineArn'),
      ...change,
    });
    return { updateDate: seconds(updateDate), revisionId };
  },

  DescribeStateMachine({ machines }, body) {
    const machine = machines.get(text(body, 'stateMachineArn'));
    return machineOf(machine, machines.textOf(machine.definition));
  },

  async DescribeStateMachineForExecution(engine, body) {
    const executionArn = text(body, 'executionArn');
    const machine = await engine.describeStateMachineForExecution({ executionArn });
    const {
      status: _status,
      type: _type,
      creationDate: _date,
      ...facts
    } = machineOf(machine, engine.machines.textOf(machine.definition));
    return { ...facts, updateDate: seconds(machine.updateDate) };
  },

  DeleteStateMachine({ machines }, body) {
    machines.delete(text(body, 'stateMachineArn'));
    return {};
  },

  ListStateMachines({ machines }, body) {
    const { items, nextToken } = page(machines.list(), body);
    const stateMachines = items.map(({ stateMachineArn, name, creationDate }) => ({
      stateMachineArn,
      name,
      type: 'STANDARD',
      creationDate: seconds(creationDate),
    }));
    return { stateMachines, ...nextToken };
  },

  async StartExecution(engine, body) {
    const request = {
      stateMachineArn: text(body, 'stateMachineArn'),
      ...optional(body, 'name'),
      ...optional(body, 'input'),
    };
    const { executionArn, startDate } = await engine.startExecution(request);
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
    const executionArn = text(body, 'executionArn');
    const { stopDate } = await engine.stopExecution({
      executionArn,
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
    const taskToken = text(body, 'taskToken');
    await engine.sendTaskFailure({ taskToken, ...optional(body, 'error'), ...optional(body, 'cause') });
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
  throw invalid(`Value null at '${field}' failed to satisfy constraint: Member must not be null`);
}

function optional<Field extends string>(body: Body, field: Field): { [field in Field]?: string } {
  const value = body[field];
  return typeof value === 'string' ? ({ [field]: value } as { [field in Field]?: string }) : {};
}

const STATUSES = ['SUCCEEDED', 'TIMED_OUT', 'PENDING_REDRIVE', 'ABORTED', 'FAILED', 'RUNNING'];

function checkStatus(status: string | undefined): void {
  if (status === undefined || STATUSES.includes(status)) return;
  throw invalid(
    `Value '${status}' at 'statusFilter' failed to satisfy constraint: ` +
      `Member must satisfy enum value set: [${STATUSES.join(', ')}]`,
  );
}

/** Nothing that would be silently left undone is taken. */
function checkOffered(body: Body): void {
  const { type, loggingConfiguration, tracingConfiguration } = body;
  if ((type ?? 'STANDARD') !== 'STANDARD') {
    throw new ApiError('StateMachineTypeNotSupported', `State Machine Type Not Supported: '${type}'`);
  }
  const asked = {
    publish: body.publish === true,
    versionDescription: Boolean(body.versionDescription),
    tags: Array.isArray(body.tags) && body.tags.length > 0,
    loggingConfiguration: isObject(loggingConfiguration) && (loggingConfiguration.level ?? 'OFF') !== 'OFF',
    tracingConfiguration: isObject(tracingConfiguration) && tracingConfiguration.enabled === true,
    encryptionConfiguration: Boolean(body.encryptionConfiguration),
  };
  for (const [parameter, isAsked] of Object.entries(asked)) {
    if (isAsked) throw invalid(`'${parameter}' is not offered by this host`);
  }
}

function invalid(problem: string): ApiError {
  return new ApiError('ValidationException', `1 validation error detected: ${problem}`);
}
