import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dynamoItems } from '../../lambda/ledger/dynamo-items.ts';
import { readGate } from '../../lambda/ledger/gate.ts';
import { memoryItems } from '../../lambda/ledger/memory-items.ts';
import { readRecord } from '../../lambda/ledger/record.ts';
import { expiring } from '../../lambda/ledger/retention.ts';
import { beginRun } from '../../lambda/ledger/run.ts';
import { inThisVersion } from '../../lambda/ledger/schema.ts';
import { propose, type WriteItem } from '../../lambda/ledger/write.ts';
import { approve } from '../../lib/local/approve.ts';
import { startDynamo } from '../../lib/local/dynamodb.ts';
import { eraseRun, removeFromTable } from '../../lib/local/erase.ts';
import type { LocalHost } from '../../lib/local/host.ts';
import { Progress } from '../../lib/local/progress.ts';
import { summarize } from '../../lib/local/summary.ts';
import { briefOf, rehearsing } from '../local/rehearsing.ts';

const TABLE = 'holdpoint';
const root = mkdtempSync(path.join(tmpdir(), 'data-care-'));
const [before, after] = [path.join(root, 'before'), path.join(root, 'after')];
afterAll(() => rmSync(root, { recursive: true, force: true }));

const clientOf = (endpoint: string) =>
  new DynamoDBClient({
    endpoint,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
const everything = async (client: DynamoDBClient) =>
  (await client.send(new ScanCommand({ TableName: TABLE, ConsistentRead: true }))).Items ?? [];

const progress = new Progress(() => {});
const open = async (directory: string) => (await rehearsing(directory, { store: 'dynamodb', progress })).host;
const start = (host: LocalHost, businessDate: string) => host.start(briefOf(businessDate));
async function decided(host: LocalHost, run: string): Promise<string> {
  const { link = '' } = await summarize(host, run);
  progress.leaves(run);
  await approve(link);
  await progress.end(run);
  return (await summarize(host, run)).state;
}

const DONE = 'morning-brief-2026-08-26';
const PARKED = 'morning-brief-2026-08-27';

describe('a table with one run that is done and one that waits', () => {
  let host: LocalHost;
  let client: DynamoDBClient;
  let whole: readonly Record<string, unknown>[];
  beforeAll(async () => {
    host = await open(before);
    client = clientOf(String(host.env.AWS_ENDPOINT_URL_DYNAMODB));
    for (const date of ['2026-08-26', '2026-08-27']) await progress.settled((await start(host, date)).run);
    await decided(host, DONE);
    whole = (await everything(client)).map((item) => unmarshall(item));
  }, 60_000);

  it('has a version on every item', () => {
    expect(whole.length).toBeGreaterThan(20);
    expect(whole.filter(({ v }) => v !== 1)).toEqual([]);
  });

  it('does not lose the run that waits', async () => {
    const parts = { items: host.items, remove: removeFromTable(client, TABLE) };
    await expect(eraseRun(parts, PARKED, '2026-09-01')).rejects.toMatchObject({ name: 'StillRunning' });
    await expect(eraseRun(parts, 'none', '2026-09-01')).rejects.toMatchObject({ name: 'RunUnknown' });
    expect(await everything(client)).toHaveLength(whole.length);
  });

  it('forgets what the other said, and keeps that it was there and what it did', async () => {
    const parts = { items: host.items, remove: removeFromTable(client, TABLE) };
    const { deleted, kept } = await eraseRun(parts, DONE, '2026-09-01');
    expect(deleted).toBeGreaterThan(8);
    expect(kept).toEqual([`RUN#${DONE}`, expect.stringMatching(/^WRITE#[0-9a-f]{64}$/)]);
    const items = (await everything(client)).map((item) => unmarshall(item));
    const mine = items.filter((item) => JSON.stringify(item).includes('2026-08-26') && item.sk !== 'TASK');
    expect(mine.map(({ pk, sk }) => `${String(pk).split('#')[0]} ${sk}`).sort()).toEqual([
      'RUN RUN',
      'WRITE WRITE',
    ]);
    expect(JSON.stringify(mine)).not.toMatch(/香港|brief for|Approver|weather|operations/);
    // done again it changes nothing
    expect(await eraseRun(parts, DONE, '2026-09-01')).toMatchObject({ deleted: 0 });
  });

  it('lets neither the date run again nor its act happen again after that', async () => {
    const { run } = await readRecord(host.items, DONE);
    const again = await beginRun(host.items, { ...run, executionArn: 'arn:another' });
    expect([again.mine, again.run.state]).toEqual([false, 'DONE']);
    const write = whole.find((item) => item.sk === 'WRITE' && item.state === 'SUCCEEDED') as WriteItem;
    const proposed = await propose(host.items, { ...write, gate: 'GATE#another' });
    expect([proposed.won, proposed.write.state, proposed.write.receipt?.id]).toEqual([
      false,
      'SUCCEEDED',
      write.receipt?.id,
    ]);
  });

  it('is restored into a new table, and the run that waits goes on there', async () => {
    client.destroy();
    await host.close();
    const old = await startDynamo(TABLE, path.join(before, 'dynamodb'));
    const exported = clientOf(old.url);
    const items = await everything(exported);
    exported.destroy();
    await old.close();

    cpSync(before, after, { recursive: true, filter: (file) => !file.includes('dynamodb') });
    const fresh = await startDynamo(TABLE, path.join(after, 'dynamodb'));
    const restored = clientOf(fresh.url);
    for (const Item of items) await restored.send(new PutItemCommand({ TableName: TABLE, Item }));
    restored.destroy();
    await fresh.close();

    const next = await open(after);
    try {
      expect((await summarize(next, PARKED)).state).toBe('WAITING_CONFIRM');
      expect(await decided(next, PARKED)).toBe('DONE');
      expect((await start(next, '2026-08-26')).started).toBe(false);
      const { items: tasks } = await next.items.list('TASK', { limit: 10 });
      expect(tasks).toHaveLength(2);
    } finally {
      await next.close();
    }
  }, 60_000);
});

describe('an item of an older version', () => {
  it('is read as this version has it', async () => {
    const items = memoryItems();
    const old = {
      pk: 'GATE#orders-2026-11-30#0002#CONFIRM',
      sk: 'GATE',
      token: 't',
      proposals: [],
      approvers: [],
    };
    await items.put(old, [{ absent: 'pk' }]);
    await items.put({ pk: 'RUN#orders-2026-11-30', sk: 'RUN', run: 'orders-2026-11-30', turn: 2 }, [
      { absent: 'pk' },
    ]);
    await items.put({ pk: 'RUN#orders-2026-11-30', sk: 'CALL#0002#0000', turn: 2, index: 0 }, [
      { absent: 'pk' },
    ]);
    const gate = await readGate(items, { run: 'orders-2026-11-30', turn: 2, kind: 'CONFIRM' });
    expect(gate).toMatchObject({ token: 't', asked: 1, roundsLeft: 0, quorum: 1, mails: [] });
    const { run, calls } = await readRecord(items, 'orders-2026-11-30');
    expect(run).toMatchObject({ turn: 2, control: 'RUN', attempt: 0, spent: 0 });
    expect(calls[0]).toMatchObject({ standing: 'final' });
  });

  it('that is newer is refused, not guessed at', () => {
    const newer = { pk: 'RUN#orders-2026-11-30', sk: 'RUN', v: 2 };
    expect(() => inThisVersion(newer)).toThrow(
      'the item RUN#orders-2026-11-30 RUN has version 2, this code reads versions up to 1',
    );
  });

  it('is left alone in a table that is no ledger', () => {
    expect(inThisVersion({ pk: 'PRODUCT#7', sk: 'PRODUCT' })).toEqual({ pk: 'PRODUCT#7', sk: 'PRODUCT' });
  });
});

describe('the time a record is kept', () => {
  it('is written on what happened in a run, and never on what keeps an act from happening twice', async () => {
    const dynamo = await startDynamo(TABLE);
    const client = clientOf(dynamo.url);
    const clock = { now: () => new Date('2026-11-30T00:00:00Z') };
    const items = dynamoItems(client, TABLE, expiring(400, clock));
    for (const pk of ['RUN#a', 'GATE#a', 'DECISION#a', 'WRITE#a', 'TASK#a'])
      await items.put({ pk, sk: 'X', v: 1 }, [{ absent: 'pk' }]);
    const stored = (await everything(client)).map((item) => unmarshall(item));
    expect(Object.fromEntries(stored.map(({ pk, ttl }) => [pk, ttl]))).toEqual({
      'RUN#a': 1_830_556_800,
      'GATE#a': 1_830_556_800,
      'DECISION#a': 1_830_556_800,
      'WRITE#a': undefined,
      'TASK#a': undefined,
    });
    client.destroy();
    await dynamo.close();
  });
});
