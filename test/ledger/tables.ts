import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CreateTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoItems } from '../../lambda/ledger/dynamo-items.ts';
import type { Items } from '../../lambda/ledger/items.ts';
import { memoryItems } from '../../lambda/ledger/memory-items.ts';
import { clientOf, startDynamo, TABLE } from '../../lib/local/dynamodb.ts';
import { openLevelStore } from '../../lib/local/store/level-store.ts';
import { startDynamoDbLocal } from './dynamodb-local.ts';
import { line, losesWrites, type Sent } from './line.ts';

export type Table = {
  /** The table through a client of its own: a client that has lost too many replies gives up for a while. */
  connect(): Items;
  readonly sent: readonly Sent[];
  close(): Promise<void>;
};

/** Every engine the ledger runs on; each has one table for a whole file, its tests use keys of their own. */
export const TABLES: readonly (readonly [name: string, open: () => Promise<Table>])[] = [
  ['memory', memory],
  ['LevelDB', level],
  ['DynamoDB', () => dynamo(() => false)],
  ['DynamoDB whose first reply to every write is lost', () => dynamo(losesWrites)],
  ...(process.env.DYNAMODB_LOCAL ? [["Amazon's DynamoDB Local", amazon] as const] : []),
];

async function memory(): Promise<Table> {
  const items = memoryItems();
  return { connect: () => items, sent: [], close: async () => {} };
}

async function level(): Promise<Table> {
  const directory = mkdtempSync(path.join(tmpdir(), 'holdpoint-'));
  const items = await openLevelStore(directory);
  return {
    connect: () => items,
    sent: [],
    close: async () => {
      await items.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The adapter with real clients, over HTTP, to the embedded DynamoDB. */
export async function dynamo(loses: (sent: Sent) => boolean): Promise<Table> {
  const server = await startDynamo(NAME);
  const wire = await line(server.url, loses);
  const table = over(wire.url);
  return {
    ...table,
    sent: wire.sent,
    close: async () => {
      await table.close();
      await wire.close();
      await server.close();
    },
  };
}

/** The same clients to the service's own engine. */
async function amazon(): Promise<Table> {
  const server = await startDynamoDbLocal();
  const maker = clientOf(server.url);
  await maker.send(new CreateTableCommand({ TableName: NAME, ...TABLE }));
  maker.destroy();
  const table = over(server.url);
  return {
    ...table,
    close: async () => {
      await table.close();
      await server.close();
    },
  };
}

const NAME = 'holdpoint';

function over(url: string): Table {
  const clients: DynamoDBClient[] = [];
  return {
    connect() {
      const client = clientOf(url);
      clients.push(client);
      return dynamoItems(client, NAME);
    },
    sent: [],
    close: async () => {
      for (const client of clients) client.destroy();
    },
  };
}
