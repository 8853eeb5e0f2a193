import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { digest } from '../../../lambda/define/json.ts';
import { dynamoItems } from '../../../lambda/ledger/dynamo-items.ts';
import { ABSENT } from '../../../lambda/ledger/items.ts';
import { readRecord, type TurnItem } from '../../../lambda/ledger/record.ts';
import { recordTurn } from '../../../lambda/ledger/run.ts';
import { readWrite } from '../../../lambda/ledger/write.ts';
import { memoryParts } from '../../../lib/local/crash/parts.ts';
import { linksIn } from '../../../lib/local/crash/story.ts';
import { startDynamo } from '../../../lib/local/dynamodb.ts';
import { call, endTurn, toolUse } from '../../../lib/local/messages-api-script.ts';
import { line, losesWrites } from '../../ledger/line.ts';
import { openBazaar } from '../adversary/subject.ts';
import { filled, say, scripted, send, shop, stage } from './stage.ts';

const TABLE = 'holdpoint';
const client = (endpoint: string) =>
  new DynamoDBClient({
    endpoint,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

describe('an item', () => {
  it('C1 that is too large is refused before anything of it is written: a result, and a whole turn', async () => {
    const chinese = '文'.repeat(200_000);
    const { script, asked } = scripted(
      toolUse(call('get_stock', { item: 'paper' })),
      endTurn(chinese.slice(0, 10)),
      endTurn('{"verdict":"badly"}'),
    );
    const result = openBazaar({ script, stock: () => ({ item: chinese, left: 1 }) });
    const s = await stage(result.subject);
    await s.start();
    await s.ended();
    const told = JSON.stringify(asked[1]?.messages.at(-1));
    expect(told).toContain('RESULT_TOO_LARGE');
    expect(told).toContain('is_error');
    expect(told.length).toBeLessThan(1_000);
    expect((await s.record()).facts).toEqual([]);

    const long = scripted(toolUse(chinese, call('pay', { to: 'me', cents: 1 })));
    const turn = openBazaar({ script: long.script });
    const t = await stage(turn.subject);
    await t.start();
    await t.ended();
    expect(await t.record()).toMatchObject({
      turns: [],
      calls: [],
      run: { state: 'FAILED', code: 'ITEM_TOO_LARGE' },
    });
    expect([turn.effects(), t.gates()]).toEqual([[], []]);
  });

  it('C2 beyond the first megabyte is read: eight turns of 300 KB are all in the thread, in order', async () => {
    const dynamo = await startDynamo(TABLE);
    const sdk = client(dynamo.url);
    const items = dynamoItems(sdk, TABLE);
    await items.put({ pk: 'RUN#orders-2026-08-25', sk: 'RUN', run: 'orders-2026-08-25' }, ABSENT);
    for (let turn = 1; turn <= 8; turn++) {
      const content = JSON.stringify([{ type: 'text', text: `${turn}${'x'.repeat(300_000)}` }]);
      await recordTurn(items, 'orders-2026-08-25', { turn, visit: 1, content } as unknown as TurnItem);
    }
    const { turns } = await readRecord(items, 'orders-2026-08-25');
    expect(turns.map(({ turn, content }) => `${turn} ${JSON.parse(content)[0].text[0]}`)).toEqual([
      ...['1 1', '2 2', '3 3', '4 4', '5 5', '6 6', '7 7', '8 8'],
    ]);
    sdk.destroy();
    await dynamo.close();
  });
});

describe('a write to the ledger', () => {
  it('C4 whose reply is lost is known as one’s own: every transition of a run, and one effect', async () => {
    const dynamo = await startDynamo(TABLE);
    const lossy = await line(dynamo.url, losesWrites);
    const sdk = client(lossy.url);
    const { subject, placed } = shop();
    const s = await stage(subject, {
      parts: async (...given) => ({ ...(await memoryParts(...given)), items: dynamoItems(sdk, TABLE) }),
    });
    await s.start();
    await say(s, await s.parked(), 'APPROVED');
    await s.ended();
    expect([(await s.record()).run.state, placed.length]).toEqual(['DONE', 1]);
    expect(lossy.sent.filter(losesWrites).length).toBeGreaterThan(15);
    sdk.destroy();
    await lossy.close();
    await dynamo.close();
  });
});

describe('an act that was begun and not recorded', () => {
  it.each([
    { side: 'after', placed: 1 },
    { side: 'before', placed: 0 },
  ] as const)(
    'C5 is in doubt and not done again, whenever it is looked at: killed $side it happened',
    async ({ side, placed: times }) => {
      const deaf = { keyed: false, answers: false };
      const probe = await stage(shop({ kind: deaf }).subject);
      await probe.start();
      await say(probe, await probe.parked(), 'APPROVED');
      await probe.ended();
      const at = probe.world.points.find(({ request }) => request === 'target place')?.n ?? 0;

      const { subject, placed } = shop({ kind: deaf });
      const s = await stage(subject, { crashes: [{ at, side, takes: 'process' }] });
      await s.start();
      await say(s, await s.parked(), 'APPROVED');
      await s.parked(2);
      expect(placed).toHaveLength(times);
      const key = s.gates()[0]?.proposals[0]?.key ?? '';
      expect((await readWrite(s.world.items, key))?.state).toBe('UNKNOWN');
      // One letter asked for the approval, one asks what became of it; each with its own link.
      const links = s.world.mails.flatMap(linksIn);
      expect([s.world.mails.length, new Set(links).size]).toEqual([2, 2]);
      await s.ended();
      expect(placed).toHaveLength(times);
      expect((await s.record()).run).toMatchObject({ state: 'FAILED', code: 'OUTCOME_UNKNOWN' });
    },
  );
});

describe('what is over', () => {
  it('C6 is over by its time, not by its row: a gate past its hour takes nothing though it is still there', async () => {
    const { subject, placed } = shop();
    const s = await stage(subject);
    await s.start();
    const link = await s.parked();
    const form = await filled(s.world, link, 'APPROVED');
    const before = s.writes();
    // Past the hour people are told, before any timer has put EXPIRED.
    s.world.timers.advance(120 * 60_000);
    expect((await send(s.world, link, form)).status).toBe(410);
    expect(s.gates()).toHaveLength(1);
    expect(
      s.world.ledger
        .slice(before)
        .some(({ after }) => after.sk === 'DECISION' && after.outcome === 'DECIDED'),
    ).toBe(false);
    expect(placed).toEqual([]);
  });

  it('C6 stays over when its row is gone: an old form revives nothing', async () => {
    const { subject } = shop();
    const s = await stage(subject);
    await s.start();
    const link = await s.parked();
    const form = await filled(s.world, link, 'APPROVED');
    const later = shop();
    const t = await stage(later.subject);
    expect((await send(t.world, link, form)).status).toBe(410);
    expect([t.writes(), later.placed]).toEqual([0, []]);
  });
});

describe('a digest', () => {
  const base = { tool: 'pay', args: { to: 'é', cents: 5, tags: ['a', 'b'] } };
  it.each<[string, unknown]>([
    ['keys in another order', { args: { tags: ['a', 'b'], cents: 5, to: 'é' }, tool: 'pay' }],
    ['a member that is undefined', { ...base, note: undefined }],
    ['5 written as 5.0', { ...base, args: { ...base.args, cents: 5.0 } }],
    ['5 written as 0.5e1', { ...base, args: { ...base.args, cents: 0.5e1 } }],
    ['what JSON made of it', JSON.parse(JSON.stringify(base))],
    ['a copy with a prototype of its own', Object.assign(Object.create({ more: 1 }), base)],
  ])('C7 is the same for the same act: %s', (_, same) => {
    expect(digest(same)).toBe(digest(base));
  });

  it.each<[string, unknown]>([
    ['one byte', { ...base, tool: 'pax' }],
    ['NFD for NFC', { ...base, args: { ...base.args, to: 'e\u0301' } }],
    ['"5" for 5', { ...base, args: { ...base.args, cents: '5' } }],
    ['null for absent', { ...base, note: null }],
    ['"" for absent', { ...base, note: '' }],
    ['"" for null', { ...base, args: { ...base.args, to: '' } }],
    ['another order of a list', { ...base, args: { ...base.args, tags: ['b', 'a'] } }],
    ['one element for the list of it', { ...base, args: { ...base.args, tags: 'a' } }],
    ['an empty list', { ...base, args: { ...base.args, tags: [] } }],
    ['a key of another case', { ...base, args: { To: 'é', cents: 5, tags: ['a', 'b'] } }],
    ['a trailing space', { ...base, args: { ...base.args, to: 'é ' } }],
    ['a full-width digit', { ...base, args: { ...base.args, to: '５' } }],
    ['true for "true"', { ...base, args: { ...base.args, to: true } }],
    ['a level more', { ...base, args: { args: base.args } }],
  ])('C7 differs for another act: %s', (_, other) => {
    expect(digest(other)).not.toBe(digest(base));
  });

  it('C7 is these 64 characters on every machine, whatever its language', () => {
    // computed once with Python's hashlib over its own canonical JSON
    const known = 'f3b94ea66e33a3a3dae9b02aa5dc4b4f6c87b1a15f21cc2133210c110c8d99c0';
    expect(digest({ ä: 1, z: 2, Z: 3 })).toBe(known);
  });
});
