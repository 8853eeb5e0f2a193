import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStateMachineForExecutionCommand,
  GetExecutionHistoryCommand,
  type GetExecutionHistoryCommandOutput,
  SFNClient,
} from '@aws-sdk/client-sfn';
import { clientConfig } from '../../lambda/functions/client-config.ts';
import type { Env } from '../../lambda/functions/host.ts';
import { dynamoItems } from '../../lambda/ledger/dynamo-items.ts';
import type { Items } from '../../lambda/ledger/items.ts';
import type { Machines } from './console/run-sheet.ts';

/** A deployed stack as its operator reaches it, with their own credentials and rights. */
export type Stack = {
  readonly items: Items;
  readonly sfn: SFNClient;
  readonly machines: Machines;
  close(): void;
};

/** @throws {StackUnknown} when there is none of that name, or it is none of ours */
export async function openStack(name: string, env: Env): Promise<Stack> {
  const table = await tableOf(name, env);
  const dynamo = new DynamoDBClient(clientConfig(env, 'DYNAMODB'));
  const sfn = new SFNClient(clientConfig(env, 'SFN'));
  return {
    items: dynamoItems(dynamo, table),
    sfn,
    machines: machinesBy(sfn),
    close() {
      dynamo.destroy();
      sfn.destroy();
    },
  };
}

async function tableOf(name: string, env: Env): Promise<string> {
  const client = new CloudFormationClient(clientConfig(env, 'CLOUDFORMATION'));
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: name }));
    const table = stack?.Outputs?.find(({ OutputKey }) => OutputKey === 'TableName')?.OutputValue;
    if (!table)
      throw new StackUnknown(`the stack "${name}" has no output TableName: is it one of Holdpoint's?`);
    return table;
  } catch (error) {
    // CloudFormation has no name of its own for this.
    if ((error as Error).name === 'ValidationError') throw new StackUnknown((error as Error).message);
    throw error;
  } finally {
    client.destroy();
  }
}

/** What the console asks of Step Functions. */
const machinesBy = (sfn: SFNClient): Machines => ({
  async definitionOf(executionArn) {
    const machine = await sfn.send(new DescribeStateMachineForExecutionCommand({ executionArn }));
    return JSON.parse(machine.definition ?? '');
  },
  async statesOf(executionArn) {
    const states: string[] = [];
    let nextToken: string | undefined;
    do {
      const page: GetExecutionHistoryCommandOutput = await sfn.send(
        // Inputs and outputs are not wanted: a token is in one of them.
        new GetExecutionHistoryCommand({
          executionArn,
          nextToken,
          includeExecutionData: false,
          maxResults: 1000,
        }),
      );
      states.push(...(page.events ?? []).flatMap((event) => event.stateEnteredEventDetails?.name ?? []));
      nextToken = page.nextToken;
    } while (nextToken);
    return states;
  },
});

export class StackUnknown extends Error {
  override readonly name = 'StackUnknown';
}
