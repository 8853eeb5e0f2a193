import { afterEach, describe, expect, it } from 'vitest';
import { readDecision } from '../../lambda/ledger/decision.ts';
import { readGate } from '../../lambda/ledger/gate.ts';
import { approve, type Bench, bench, reject } from './bench.ts';
import { openGate, task } from './fixture.ts';
import { dynamoTable, memoryTable } from './tables.ts';

let b: Bench;
afterEach(() => b.close());

describe.each([
  ['memory', memoryTable],
  ["DynamoDB's API", dynamoTable],
])('the gate site over %s', (_, table) => {
  it('shows the page in two requests, and changes nothing by it', async () => {
    b = await bench(openGate, { table: await table() });
    const before = b.requests();
    const page = await b.get();
    expect(page.status).toBe(200);
    expect(b.requests() - before).toBe(2);
    expect(await page.text()).toContain('Create 1 review task for 30 Nov 2026');
    expect(await readDecision(b.items, openGate)).toBeUndefined();
    expect(b.sfn.received).toEqual([]);
  });

  it('takes an approval in four requests, and tells the machine', async () => {
    b = await bench(openGate, { table: await table() });
    const before = b.requests();
    const answer = await b.post(approve(task.digest));
    expect(answer.status).toBe(303);
    expect(b.requests() - before).toBe(4);
    expect(await readDecision(b.items, openGate)).toMatchObject({
      outcome: 'DECIDED',
      rulings: [{ index: 0, ruling: 'APPROVED', digest: task.digest, shown: task.digest }],
      by: { approver: 'chan', name: 'Chan Tai Man', how: 'link' },
      at: '2026-11-29T23:06:10.000Z',
    });
    expect(b.sfn.received).toEqual([
      { taskToken: 'AQC+/ab==first', output: '{"verdict":"WRITE","writes":[0]}' },
    ]);
    expect(await readGate(b.items, openGate)).toMatchObject({ resumedAt: '2026-11-29T23:06:10.000Z' });
    const receipt = await b.get();
    expect(await receipt.text()).toContain('Recorded. It has not begun yet.');
  });

  it('takes one decision of twenty approvals sent at once', async () => {
    b = await bench(openGate, { table: await table() });
    const answers = await Promise.all(Array.from({ length: 20 }, () => b.post(approve(task.digest))));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(303));
    expect(b.sfn.received).toHaveLength(1);
  });

  it('keeps a rejection with its reason, and runs nothing', async () => {
    b = await bench(openGate, { table: await table() });
    expect((await b.post(reject(task.digest))).status).toBe(303);
    expect(b.sfn.received.map(({ output }) => output)).toEqual(['{"verdict":"CLOSE","writes":[]}']);
    expect(await readDecision(b.items, openGate)).toMatchObject({
      rulings: [{ ruling: 'REJECTED', comment: 'the date is wrong' }],
    });
  });
});
