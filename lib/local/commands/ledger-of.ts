import path from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { clientConfig } from '../../../lambda/functions/client-config.ts';
import { items as itemsOf } from '../../../lambda/functions/deps.ts';
import type { Items } from '../../../lambda/ledger/items.ts';
import { startDynamo } from '../dynamodb.ts';
import { dataDirectory } from './run.ts';
import { type Out, Usage } from './usage.ts';

/** Whose data a command looks at: this machine's rehearsals, or its real runs. */
export type Where = { readonly dry: boolean; readonly home: string; readonly out: Out };

/** Opens the ledger alone, for as long as it is looked at; nothing runs meanwhile. */
export async function withLedger<T>(
  { dry, home }: Where,
  look: (items: Items, table: { client: DynamoDBClient; table: string }) => Promise<T>,
): Promise<T> {
  const directory = dataDirectory(home, dry);
  const dynamo = await startDynamo('holdpoint', path.join(directory, 'dynamodb')).catch((error: Error) => {
    throw new Usage(`the data of ${directory} cannot be opened; is a host serving it? (${error.message})`);
  });
  const env = {
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: dynamo.url,
    TABLE_NAME: 'holdpoint',
  };
  const client = new DynamoDBClient(clientConfig(env, 'DYNAMODB'));
  try {
    const items = itemsOf({ env, clock: { now: () => new Date(0) } });
    return await look(items, { client, table: env.TABLE_NAME });
  } finally {
    client.destroy();
    await dynamo.close();
  }
}
