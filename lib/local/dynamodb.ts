import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceInUseException,
} from '@aws-sdk/client-dynamodb';
import { AbstractKeyIterator, AbstractValueIterator } from 'abstract-level';
import dynalite from 'dynalite';
import { LISTS_INDEX } from '../../lambda/ledger/dynamo-items.ts';
import { inFlight } from './in-flight.ts';
import { guardPrograms } from './listen.ts';

/**
 * dynalite 4.0 ends an iterator by its `return`, which abstract-level's have not: each query's would stay open, with all
 * that was read, until the host ends (90 KB a run).
 */
for (const { prototype } of [AbstractKeyIterator, AbstractValueIterator])
  Object.assign(prototype, {
    return(this: { close(): Promise<void> }) {
      return this.close();
    },
  });

export type LocalDynamo = { readonly url: string; close(): Promise<void> };

/** The one table, as lib/aws deploys it. */
export const TABLE = {
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' as const },
    { AttributeName: 'sk', KeyType: 'RANGE' as const },
  ],
  AttributeDefinitions: ['pk', 'sk', 'list', 'at'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S' as const,
  })),
  GlobalSecondaryIndexes: [
    {
      IndexName: LISTS_INDEX,
      KeySchema: [
        { AttributeName: 'list', KeyType: 'HASH' as const },
        { AttributeName: 'at', KeyType: 'RANGE' as const },
      ],
      Projection: { ProjectionType: 'ALL' as const },
    },
  ],
  BillingMode: 'PAY_PER_REQUEST' as const,
};

/** DynamoDB on loopback, kept under `path` (in memory without one), with the ledger's table in it. */
export async function startDynamo(table: string, path?: string): Promise<LocalDynamo> {
  const server = dynalite({ createTableMs: 0, ...(path ? { path } : {}) });
  // it would let the pages of any site in: it answers every Origin with a permission
  guardPrograms(server);
  const answered = inFlight(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = clientOf(url);
  try {
    await client.send(new CreateTableCommand({ TableName: table, ...TABLE })).catch((error) => {
      if (!(error instanceof ResourceInUseException)) throw error;
    });
    await untilActive(client, table, path);
  } finally {
    client.destroy();
  }
  return {
    url,
    close: async () => {
      // what it is at work on when its store is closed is thrown where nobody can catch it
      await answered();
      server.closeAllConnections();
      await new Promise<void>((resolve, reject) =>
        server.close((error) => (error ? reject(error) : resolve())),
      );
    },
  };
}

export const clientOf = (url: string): DynamoDBClient =>
  new DynamoDBClient({
    endpoint: url,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

const DESCRIPTIONS = 1_000;

/** A new table answers "not found" for a moment. One whose host was killed in that moment stays so for good. */
async function untilActive(client: DynamoDBClient, table: string, path = 'memory'): Promise<void> {
  for (let asked = 0; asked < DESCRIPTIONS; asked += 1) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
    if (Table?.TableStatus === 'ACTIVE') return;
  }
  throw new Error(`the table in ${path} was never finished and holds nothing: remove that directory`);
}
