import { DeleteItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Item, Items, Key } from '../../lambda/ledger/items.ts';
import { type RunItem, readRecord, runKey } from '../../lambda/ledger/record.ts';
import { type WriteItem, writeKey } from '../../lambda/ledger/write.ts';
import { gatesOfRun } from '../../lambda/states/revoke.ts';

/** Takes an item away. The ledger itself never does, so it is no part of its port. */
export type Remove = (key: Key) => Promise<void>;

export const removeFromTable =
  (client: DynamoDBClient, table: string): Remove =>
  async ({ pk, sk }) => {
    await client.send(new DeleteItemCommand({ TableName: table, Key: marshall({ pk, sk }) }));
  };

/** What is left of a run's head: that there was one on this date, and how it ended. */
const LEFT_OF_RUN =
  'pk sk v run workflow businessDate executionArn trigger model state code startedAt endedAt clockOffsetMs control turn attempt spent list at'.split(
    ' ',
  );
/** What is left of an act: that it happened or not, under which key, and its receipt's number. */
const LEFT_OF_WRITE = 'pk sk v key tool state gate digest executeBy clockOffsetMs leaseUntil'.split(' ');

/**
 * Deletes what a run said, read, asked and was told. What stays is what keeps its date from running again and its acts from
 * happening again: the head of the run and the keys of its acts, without a word of their content. What a target keeps
 * (TASK#) is the target's. Begun and interrupted, it is done by doing it again.
 *
 * @throws {RunUnknown}
 * @throws {StillRunning}
 */
export async function eraseRun(
  { items, remove: removeFrom }: { readonly items: Items; readonly remove: Remove },
  run: string,
  at: string,
): Promise<{ readonly deleted: number; readonly kept: readonly string[] }> {
  const record = await readRecord(items, run);
  if (record.run.state === 'RUNNING') throw new StillRunning(run);
  const remove = async ({ pk, sk }: Key) => {
    await removeFrom({ pk, sk });
    deleted += 1;
  };
  let deleted = 0;
  const kept: string[] = [];
  for (const gate of await gatesOfRun(items, record)) {
    for (const { key, question } of gate.proposals) {
      if (!question && (await strip(items, key, gate.run))) kept.push(writeKey(key).pk);
    }
    for (const item of await items.query(gate.pk.replace(/^GATE#/, 'DECISION#'))) await remove(item);
    await remove(gate);
  }
  // the turns name the gates: they go when those are gone
  for (const item of await items.query(runKey(run).pk)) if (item.sk !== 'RUN') await remove(item);
  const left = only(record.run, LEFT_OF_RUN);
  await items.put({ ...left, ...runKey(run), input: null, erasedAt: at }, [
    { equals: ['state', record.run.state] },
  ]);
  return { deleted, kept: [runKey(run).pk, ...kept] };
}

/** An act of this run loses its content; one that another run has proposed since is that run's. */
async function strip(items: Items, key: string, run: string): Promise<boolean> {
  const write = (await items.get(writeKey(key))) as WriteItem | undefined;
  if (!write || write.for.run !== run) return false;
  const { receipt } = write;
  const stripped = {
    ...only(write, LEFT_OF_WRITE),
    ...writeKey(key),
    args: {},
    injected: {},
    for: write.for,
    ...(receipt ? { receipt: { id: receipt.id, at: receipt.at } } : {}),
  };
  return (await items.put(stripped, [{ equals: ['state', write.state] }, { equals: ['gate', write.gate] }]))
    .won;
}

const only = (item: RunItem | WriteItem, names: readonly string[]): Partial<Item> =>
  Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));

/** A run that is on its way is cancelled first. */
export class StillRunning extends Error {
  override readonly name = 'StillRunning';
  constructor(run: string) {
    super(`"${run}" has not ended: cancel it first`);
  }
}
