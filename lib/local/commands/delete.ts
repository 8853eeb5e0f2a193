import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoItems } from '../../../lambda/ledger/dynamo-items.ts';
import { eraseRun, removeFromTable, StillRunning } from '../erase.ts';
import { type Where, withLedger } from './ledger-of.ts';
import { Usage } from './usage.ts';

/** Deletes what is on record of a run that has ended, here or in a deployed table; what has to stay stays. */
export async function deleteRun({
  run,
  table,
  at,
  ...where
}: Where & { run: string; table: string | undefined; at: Date }): Promise<number> {
  const erase = (parts: Parameters<typeof eraseRun>[0]) =>
    eraseRun(parts, run, at.toISOString()).catch((error: unknown) => {
      throw error instanceof StillRunning ? new Usage(error.message) : error;
    });
  if (table !== undefined) {
    const client = new DynamoDBClient({});
    const erased = await erase({ items: dynamoItems(client, table), remove: removeFromTable(client, table) });
    where.out.result({ run, ...erased });
    return 0;
  }
  return withLedger(where, async (items, remove) => {
    where.out.result({ run, ...(await erase({ items, remove })) });
    return 0;
  });
}
