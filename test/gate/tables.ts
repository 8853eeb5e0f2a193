import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoItems } from '../../lambda/ledger/dynamo-items.ts';
import type { Items } from '../../lambda/ledger/items.ts';
import { memoryItems } from '../../lambda/ledger/memory-items.ts';
import { startDynamo } from '../../lib/local/dynamodb.ts';

export type Table = {
  readonly items: Items;
  readonly requests: () => number;
  readonly close: () => Promise<void>;
};

/** The port in memory; a request is a call of the port. */
export async function memoryTable(): Promise<Table> {
  let requests = 0;
  const items = new Proxy(memoryItems(), {
    get: (target, name: keyof Items) => {
      const method = target[name] as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        requests += 1;
        return method(...args);
      };
    },
  });
  return { items, requests: () => requests, close: async () => {} };
}

/** A real DynamoDB client against the embedded server; a request is a request on the wire. */
export async function dynamoTable(): Promise<Table> {
  const server = await startDynamo('holdpoint');
  const client = new DynamoDBClient({
    endpoint: server.url,
    region: 'ap-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  let requests = 0;
  client.middlewareStack.add(
    (next) => (args) => {
      requests += 1;
      return next(args);
    },
    { step: 'finalizeRequest', name: 'count' },
  );
  return {
    items: dynamoItems(client, 'holdpoint'),
    requests: () => requests,
    close: async () => {
      client.destroy();
      await server.close();
    },
  };
}
