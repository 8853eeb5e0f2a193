import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CreateStateMachineCommand,
  DeleteStateMachineCommand,
  DescribeExecutionCommand,
  DescribeStateMachineCommand,
  DescribeStateMachineForExecutionCommand,
  GetExecutionHistoryCommand,
  ListExecutionsCommand,
  ListStateMachinesCommand,
  paginateGetExecutionHistory,
  paginateListExecutions,
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
  TaskTimedOut,
  UpdateStateMachineCommand,
} from '@aws-sdk/client-sfn';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stepFunctionsApi } from '../../../lib/local/engine/api.ts';
import { ask, machine, openStage, type Stage } from './rehearse.ts';

let stage: Stage;
let server: Server;
let sfn: SFNClient;
let token = '';

beforeEach(async () => {
  stage = await openStage({
    ask(payload: { token: string }) {
      token = payload.token;
    },
  });
  server = createServer(stepFunctionsApi(stage.engine)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  sfn = new SFNClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'any', secretAccessKey: 'thing' },
    maxAttempts: 1,
  });
});

afterEach(async () => {
  sfn.destroy();
  server.closeAllConnections();
  server.close();
  await stage.engine.close();
});

const roleArn = 'arn:aws:iam::123456789012:role/someone';
const echo = JSON.stringify(machine({ P: { Type: 'Pass', End: true } }));
const asks = JSON.stringify(machine({ Ask: ask({ Next: 'D' }), D: { Type: 'Succeed' } }));
const create = (definition: string, name = 'machine') =>
  sfn.send(new CreateStateMachineCommand({ name, definition, roleArn }));
const arnOf = (name: string) => `arn:aws:states:us-east-1:123456789012:${name}`;

describe('the real SDK over HTTP', () => {
  it('starts, watches and answers an execution', async () => {
    const { stateMachineArn, creationDate } = await create(asks);
    expect(stateMachineArn).toBe(arnOf('stateMachine:machine'));
    expect(creationDate).toEqual(new Date('2026-03-02T09:00:00Z'));
    const started = await sfn.send(
      new StartExecutionCommand({ stateMachineArn, name: 'first', input: '{ "a": 1 }' }),
    );
    expect(started).toMatchObject({
      executionArn: arnOf('execution:machine:first'),
      startDate: new Date('2026-03-02T09:00:00Z'),
    });
    await stage.quiet();
    await sfn.send(new SendTaskHeartbeatCommand({ taskToken: token }));
    await sfn.send(new SendTaskSuccessCommand({ taskToken: token, output: '{"b":2}' }));
    const { executionArn } = started;
    expect(await sfn.send(new DescribeExecutionCommand({ executionArn }))).toMatchObject({
      status: 'SUCCEEDED',
      input: '{ "a": 1 }',
      inputDetails: { included: true },
      output: '{"b":2}',
      outputDetails: { included: true },
      name: 'first',
      stateMachineArn,
      stopDate: new Date('2026-03-02T09:00:00Z'),
      redriveStatus: 'NOT_REDRIVABLE',
    });
    const { events } = await sfn.send(new GetExecutionHistoryCommand({ executionArn }));
    expect(events?.map(({ type }) => type)).toEqual([
      'ExecutionStarted',
      'TaskStateEntered',
      'TaskScheduled',
      'TaskStarted',
      'TaskSubmitted',
      'TaskSucceeded',
      'TaskStateExited',
      'SucceedStateEntered',
      'SucceedStateExited',
      'ExecutionSucceeded',
    ]);
    expect(events?.[0]).toEqual({
      id: 1,
      previousEventId: 0,
      timestamp: new Date('2026-03-02T09:00:00Z'),
      type: 'ExecutionStarted',
      executionStartedEventDetails: { input: '{ "a": 1 }', inputDetails: { truncated: false }, roleArn },
    });
    await expect(sfn.send(new SendTaskFailureCommand({ taskToken: token }))).rejects.toBeInstanceOf(
      TaskTimedOut,
    );
  });

  it('stops an execution', async () => {
    const { stateMachineArn } = await create(asks);
    const { executionArn } = await sfn.send(new StartExecutionCommand({ stateMachineArn }));
    const { stopDate } = await sfn.send(new StopExecutionCommand({ executionArn, error: 'E', cause: 'C' }));
    expect(stopDate).toEqual(new Date('2026-03-02T09:00:00Z'));
    expect(await sfn.send(new DescribeExecutionCommand({ executionArn }))).toMatchObject({
      status: 'ABORTED',
      error: 'E',
      cause: 'C',
    });
  });

  it('takes a name with the same input for the same execution while it runs, and never after', async () => {
    const { stateMachineArn } = await create(asks);
    const start = (input: string) =>
      sfn.send(new StartExecutionCommand({ stateMachineArn, name: 'once', input }));
    const { executionArn } = await start('{"n":1}');
    stage.timers.advance(60_000);
    expect(await start('{"n":1}')).toMatchObject({
      executionArn,
      startDate: new Date('2026-03-02T09:00:00Z'),
    });
    const taken = { name: 'ExecutionAlreadyExists', message: `Execution Already Exists: '${executionArn}'` };
    await expect(start('{"n":2}')).rejects.toMatchObject(taken);
    await sfn.send(new StopExecutionCommand({ executionArn }));
    await expect(start('{"n":1}')).rejects.toMatchObject(taken);
    await stage.quiet();
    expect(stage.calls).toHaveLength(1);
  });

  it('gives one execution to many that start it at once', async () => {
    const { stateMachineArn } = await create(asks);
    const starts = Array.from({ length: 10 }, () =>
      sfn.send(new StartExecutionCommand({ stateMachineArn, name: 'once' })),
    );
    const arns = (await Promise.all(starts)).map(({ executionArn }) => executionArn);
    expect(new Set(arns)).toEqual(new Set([arnOf('execution:machine:once')]));
    await stage.quiet();
    expect(stage.calls).toHaveLength(1);
  });

  it('starts a machine that is named with a version or an alias', async () => {
    const { stateMachineArn } = await create(echo);
    for (const qualifier of ['live', '7']) {
      const qualified = `${stateMachineArn}:${qualifier}`;
      await sfn.send(new StartExecutionCommand({ stateMachineArn: qualified, name: qualifier }));
      const described = await sfn.send(
        new DescribeExecutionCommand({ executionArn: arnOf(`execution:machine:${qualifier}`) }),
      );
      expect(described).toMatchObject({ status: 'SUCCEEDED', stateMachineArn });
    }
  });

  it('lists executions newest first, in pages, by status', async () => {
    const { stateMachineArn } = await create(echo);
    await create(asks, 'other');
    for (let n = 1; n <= 7; n++)
      await sfn.send(new StartExecutionCommand({ stateMachineArn, name: `e${n}` }));
    await sfn.send(
      new StartExecutionCommand({ stateMachineArn: arnOf('stateMachine:other'), name: 'running' }),
    );
    const names: (string | undefined)[][] = [];
    for await (const { executions } of paginateListExecutions(
      { client: sfn, pageSize: 3 },
      { stateMachineArn },
    )) {
      names.push((executions ?? []).map(({ name }) => name));
    }
    expect(names).toEqual([['e7', 'e6', 'e5'], ['e4', 'e3', 'e2'], ['e1']]);
    const list = (statusFilter: 'RUNNING' | 'SUCCEEDED', of: string) =>
      sfn.send(new ListExecutionsCommand({ stateMachineArn: arnOf(`stateMachine:${of}`), statusFilter }));
    expect((await list('RUNNING', 'machine')).executions).toEqual([]);
    expect((await list('RUNNING', 'other')).executions).toMatchObject([
      { name: 'running', status: 'RUNNING' },
    ]);
    expect((await list('SUCCEEDED', 'machine')).executions).toHaveLength(7);
  });

  it('gives a history in pages and backwards', async () => {
    const { stateMachineArn } = await create(echo);
    const { executionArn } = await sfn.send(new StartExecutionCommand({ stateMachineArn }));
    const ids: (number | undefined)[] = [];
    for await (const { events } of paginateGetExecutionHistory(
      { client: sfn, pageSize: 3 },
      { executionArn },
    )) {
      ids.push(...(events ?? []).map(({ id }) => id));
    }
    expect(ids).toEqual([1, 2, 3, 4]);
    const { events } = await sfn.send(
      new GetExecutionHistoryCommand({ executionArn, reverseOrder: true, maxResults: 2 }),
    );
    expect(events?.map(({ id }) => id)).toEqual([4, 3]);
  });

  it('creates, updates, describes, lists and deletes machines', async () => {
    const { stateMachineArn } = await create(echo, 'b');
    await create(echo, 'a');
    await expect(create(echo, 'b')).resolves.toMatchObject({ stateMachineArn });
    await expect(create(asks, 'b')).rejects.toMatchObject({
      name: 'StateMachineAlreadyExists',
      message: `State Machine Already Exists: '${stateMachineArn}'`,
    });
    const { executionArn } = await sfn.send(new StartExecutionCommand({ stateMachineArn }));
    await sfn.send(new UpdateStateMachineCommand({ stateMachineArn, definition: asks }));
    expect(await sfn.send(new DescribeStateMachineCommand({ stateMachineArn }))).toMatchObject({
      definition: asks,
      roleArn,
      status: 'ACTIVE',
      type: 'STANDARD',
    });
    expect(await sfn.send(new DescribeStateMachineForExecutionCommand({ executionArn }))).toMatchObject({
      definition: echo,
      name: 'b',
    });
    const names = async () =>
      (await sfn.send(new ListStateMachinesCommand({}))).stateMachines?.map(({ name }) => name);
    expect(await names()).toEqual(['a', 'b']);
    await sfn.send(new DeleteStateMachineCommand({ stateMachineArn }));
    await sfn.send(new DeleteStateMachineCommand({ stateMachineArn }));
    expect(await names()).toEqual(['a']);
  });
});

describe('a refusal has the name AWS gives it', () => {
  const machineArn = arnOf('stateMachine:nobody');
  const executionArn = arnOf('execution:nobody:nothing');

  it.each([
    [
      new StartExecutionCommand({ stateMachineArn: machineArn }),
      'StateMachineDoesNotExist',
      `State Machine Does Not Exist: '${machineArn}'`,
    ],
    [
      new DescribeExecutionCommand({ executionArn }),
      'ExecutionDoesNotExist',
      `Execution Does Not Exist: '${executionArn}'`,
    ],
    [
      new GetExecutionHistoryCommand({ executionArn }),
      'ExecutionDoesNotExist',
      `Execution Does Not Exist: '${executionArn}'`,
    ],
    [
      new StopExecutionCommand({ executionArn }),
      'ExecutionDoesNotExist',
      `Execution Does Not Exist: '${executionArn}'`,
    ],
    [
      new DescribeExecutionCommand({ executionArn: 'nonsense' }),
      'InvalidArn',
      "Invalid Arn: 'Invalid ARN prefix: nonsense'",
    ],
    [
      new DescribeExecutionCommand({ executionArn: machineArn }),
      'InvalidArn',
      "Invalid Arn: 'Resource type not valid in this context: stateMachine'",
    ],
    [
      new SendTaskSuccessCommand({ taskToken: 'nonsense', output: '1' }),
      'InvalidToken',
      "Invalid Token: 'Invalid token'",
    ],
    [
      new ListStateMachinesCommand({ nextToken: 'nonsense' }),
      'InvalidToken',
      "Invalid Token: 'Invalid token'",
    ],
    [
      new ListStateMachinesCommand({ maxResults: 1001 }),
      'ValidationException',
      expect.stringContaining("Value '1001' at 'maxResults'"),
    ],
    [
      new CreateStateMachineCommand({ name: 'm', definition: '{}', roleArn }),
      'InvalidDefinition',
      expect.stringContaining("The field 'StartAt' is required"),
    ],
    [
      new CreateStateMachineCommand({ name: 'm', definition: echo, roleArn, type: 'EXPRESS' }),
      'StateMachineTypeNotSupported',
      expect.stringContaining('EXPRESS'),
    ],
    [
      new CreateStateMachineCommand({ name: 'a b', definition: echo, roleArn }),
      'InvalidName',
      "Invalid Name: 'a b'",
    ],
  ])('%#', async (command, name, message) => {
    // Each is a command of its own type; what they share is that they are sent.
    await expect(sfn.send(command as never)).rejects.toMatchObject({
      name,
      message,
      $metadata: { httpStatusCode: 400 },
    });
  });

  it.each(['', '{', 'yes', JSON.stringify('x'.repeat(262_143))])(
    'InvalidExecutionInput for %.20s',
    async (input) => {
      const { stateMachineArn } = await create(echo);
      await expect(sfn.send(new StartExecutionCommand({ stateMachineArn, input }))).rejects.toMatchObject({
        name: 'InvalidExecutionInput',
      });
    },
  );

  it.each(['2', 'null', '"x"', '[]'])('but %s is an input', async (input) => {
    const { stateMachineArn } = await create(echo);
    const { executionArn } = await sfn.send(new StartExecutionCommand({ stateMachineArn, input }));
    expect(await sfn.send(new DescribeExecutionCommand({ executionArn }))).toMatchObject({
      status: 'SUCCEEDED',
      output: input,
    });
  });

  it('UnknownOperationException for what the API does not have', async () => {
    const { port } = server.address() as AddressInfo;
    for (const target of ['AWSStepFunctions.RedriveExecution', 'AWSStepFunctions.constructor', '']) {
      const response = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers: { 'x-amz-target': target },
      });
      expect(response.status).toBe(400);
      expect(response.headers.get('content-type')).toBe('application/x-amz-json-1.0');
      expect(await response.json()).toEqual({
        __type: 'UnknownOperationException',
        message: `unknown operation: '${target}'`,
      });
    }
  });
});
