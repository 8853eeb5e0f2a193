import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoItems } from '../../lambda/ledger/dynamo-items.ts';
import type { Items } from '../../lambda/ledger/items.ts';
import { memoryItems } from '../../lambda/ledger/memory-items.ts';
import { startDynamo } from '../../lib/local/dynamodb.ts';
import { openLevelStore } from '../../lib/local/store/level-store.ts';
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
  const server = await startDynamo('holdpoint');
  const wire = await line(server.url, loses);
  const clients: DynamoDBClient[] = [];
  return {
    connect() {
      const client = new DynamoDBClient({
        endpoint: wire.url,
        region: 'ap-east-1',
        credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      });
      clients.push(client);
      return dynamoItems(client, 'holdpoint');
    },
    sent: wire.sent,
    close: async () => {
      for (const client of clients) client.destroy();
      await wire.close();
      await server.close();
    },
  };
}
