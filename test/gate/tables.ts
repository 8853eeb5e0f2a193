import type { AddressInfo } from 'node:net';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { dynamoItems, LISTS_INDEX } from '../../lambda/ledger/dynamo-items.ts';
import type { Items } from '../../lambda/ledger/items.ts';
import { memoryItems } from '../../lambda/ledger/memory-items.ts';

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

/** A real DynamoDB client against dynalite; a request is a request on the wire. */
export async function dynaliteTable(): Promise<Table> {
  const server = dynalite({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'ap-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  await client.send(
    new CreateTableCommand({
      TableName: 'holdpoint',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', 'list', 'at'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: LISTS_INDEX,
          KeySchema: [
            { AttributeName: 'list', KeyType: 'HASH' },
            { AttributeName: 'at', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    }),
  );
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
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
