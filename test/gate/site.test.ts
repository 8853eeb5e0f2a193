import { afterEach, describe, expect, it } from 'vitest';
import { decide, readDecision } from '../../lambda/ledger/decision.ts';
import { type GateItem, proposalDigest, readGate } from '../../lambda/ledger/gate.ts';
import type { Item } from '../../lambda/ledger/items.ts';
import { approve, type Bench, bench, reject } from './bench.ts';
import { openGate, task, tokens } from './fixture.ts';
import { dynamoTable, memoryTable } from './tables.ts';

let b: Bench;
afterEach(() => b.close());

const succeeded: Item = {
  pk: `WRITE#${task.key}`,
  sk: 'WRITE',
  state: 'SUCCEEDED',
  key: task.key,
  gate: openGate.pk,
  digest: task.digest,
  receipt: { id: 'task-20261130', at: '2026-11-29T23:06:12.000Z' },
};

describe.each([
  ['memory', memoryTable],
  ["DynamoDB's API", dynamoTable],
])('the gate site over %s', (_, table) => {
  const start = async (gate: GateItem = openGate) => {
    b = await bench(gate, { table: await table() });
  };

  it('shows the page in two requests, and changes nothing by it', async () => {
    await start();
    const before = b.requests();
    const page = await b.get();
    expect(page.status).toBe(200);
    expect(b.requests() - before).toBe(2);
    expect(await page.text()).toContain('Create 1 review task for');
    expect(await readDecision(b.items, openGate)).toBeUndefined();
    expect(b.sfn.received).toEqual([]);
  });

  it('takes an approval in four requests, and tells the machine', async () => {
    await start();
    const before = b.requests();
    const answer = await b.post(approve(task.digest), 0, {
      'x-forwarded-for': '203.0.113.9, 198.51.100.7',
      'user-agent': 'Phone/1.0',
    });
    expect(answer.status).toBe(303);
    expect(b.requests() - before).toBe(4);
    expect(await readDecision(b.items, openGate)).toMatchObject({
      outcome: 'DECIDED',
      rulings: [{ index: 0, ruling: 'APPROVED', digest: task.digest, shown: task.digest }],
      by: { approver: 'chan', name: 'Chan Tai Man', how: 'link', ip: '198.51.100.7', userAgent: 'Phone/1.0' },
      at: '2026-11-29T23:06:10.000Z',
      executeBy: '2026-11-30T04:30:00.000Z',
    });
    expect(b.sfn.received).toEqual([{ taskToken: tokens.first, output: '{"verdict":"WRITE","writes":[0]}' }]);
    expect(await readGate(b.items, openGate)).toMatchObject({ resumedAt: '2026-11-29T23:06:10.000Z' });
  });

  it('leaves neither link nor task token in the record of the decision, nor on any page', async () => {
    await start();
    const secrets = [b.link().split('/').at(-1) ?? '', tokens.first];
    const pages = [await (await b.get()).text(), await (await b.post({ '0.digest': task.digest })).text()];
    await b.post(approve(task.digest));
    pages.push(await (await b.get()).text(), JSON.stringify(await readDecision(b.items, openGate)));
    for (const text of pages) for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it('shows the receipt in two requests, and leads there after the decision', async () => {
    await start();
    const { status, headers } = await b.post(approve(task.digest));
    expect(status).toBe(303);
    const place = new URL(headers.get('location') ?? '', b.url);
    expect(place.href).toBe(b.link());
    await b.items.put(succeeded, [{ absent: 'pk' }]);
    const before = b.requests();
    const text = await (await fetch(place)).text();
    expect(b.requests() - before).toBe(2);
    expect(text).toContain('Your decision is on record');
    expect(text).toContain('Done.');
    expect(text).toContain('task-20261130');
  });

  it('takes one decision of twenty approvals sent at once, and answers all alike', async () => {
    await start();
    const answers = await Promise.all(Array.from({ length: 20 }, () => b.post(approve(task.digest))));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(303));
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
    expect(b.sfn.received).toHaveLength(1);
  });

  it('has one winner in each of fifty races between approving and rejecting', async () => {
    await start();
    for (let turn = 1; turn <= 50; turn += 1) {
      const gate = { ...openGate, turn, pk: `GATE#${openGate.run}#${String(turn).padStart(4, '0')}#CONFIRM` };
      if (turn !== openGate.turn) await b.items.put(gate, [{ absent: 'pk' }]);
      const answers = await Promise.all([
        b.postTo(gate, approve(task.digest), turn % 2),
        b.postTo(gate, reject(task.digest), 1 - (turn % 2)),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
      const decision = await readDecision(b.items, gate);
      const won = answers[0].status === 303 ? 'APPROVED' : 'REJECTED';
      expect(decision?.rulings.map(({ ruling }) => ruling)).toEqual([won]);
    }
  });

  it('answers the same person’s same answer with the receipt, and any other with the one that stands', async () => {
    await start();
    await b.post(approve(task.digest));
    expect((await b.post(approve(task.digest))).status).toBe(303);
    const conflict = await b.post(reject(task.digest));
    expect(conflict.status).toBe(409);
    expect(await conflict.text()).toContain(
      'Your answer was not taken. The decision that stands is this one:',
    );
    const second = await b.post(approve(task.digest), 1);
    expect(second.status).toBe(409);
    expect(await second.text()).toContain('Chan Tai Man');
    expect(b.sfn.received).toHaveLength(1);
  });

  it('shows the outcome to the other approver’s link', async () => {
    await start();
    await b.post(reject(task.digest));
    const page = await b.get(1);
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text).toContain('Chan Tai Man 已作決定');
    expect(text).toContain('沒有執行。');
  });

  it('keeps a rejection with its reason, and runs nothing', async () => {
    await start();
    expect((await b.post(reject(task.digest))).status).toBe(303);
    expect(b.sfn.received.map(({ output }) => output)).toEqual(['{"verdict":"CLOSE","writes":[]}']);
    expect(await readDecision(b.items, openGate)).toMatchObject({
      rulings: [{ ruling: 'REJECTED', comment: 'the date is wrong' }],
    });
  });

  it('refuses by the gate’s own time once it is over, with or without a decision on record', async () => {
    await start();
    b.at('2026-11-30T04:00:00.000Z');
    const late = await b.post(approve(task.digest));
    expect(late.status).toBe(410);
    const said = await late.text();
    expect(said).toContain('Expired: nothing was done');
    expect(said).toContain('Nobody decided by 30 Nov 2026, 12:00, Hong Kong time.');
    expect(said).toContain('Create 1 review task for <span class="date">30 Nov 2026</span>');
    expect((await b.get()).status).toBe(410);
    expect(await readDecision(b.items, openGate)).toBeUndefined();
    const by = { approver: 'clock', name: 'clock', how: 'clock' as const };
    await decide(b.items, openGate, { outcome: 'EXPIRED', rulings: [], by, at: '2026-11-30T04:05:00.000Z' });
    const later = await b.post(approve(task.digest));
    expect(later.status).toBe(410);
    expect(await later.text()).toContain('Expired: nothing was done');
    expect((await b.get()).status).toBe(200);
    expect(b.sfn.received.map(({ output }) => output)).toEqual(['{"verdict":"CLOSE","writes":[]}']);
  });

  it('takes the last moment before', async () => {
    await start();
    b.at('2026-11-30T03:59:59.999Z');
    expect((await b.post(approve(task.digest))).status).toBe(303);
  });

  it('measures a recording by the run’s clock, not the host’s', async () => {
    await start({ ...openGate, clockOffsetMs: -86_400_000 });
    b.at('2026-12-01T03:59:59.999Z');
    expect((await b.get()).status).toBe(200);
    b.at('2026-12-01T04:00:00.000Z');
    expect((await b.post(approve(task.digest))).status).toBe(410);
  });

  it('refuses after a cancel', async () => {
    await start();
    const by = { approver: 'operator', name: 'operator', how: 'operator' as const };
    await decide(b.items, openGate, {
      outcome: 'CANCELLED',
      rulings: [],
      by,
      at: '2026-11-29T23:05:00.000Z',
    });
    const answer = await b.post(approve(task.digest));
    expect(answer.status).toBe(410);
    expect(await answer.text()).toContain('Cancelled: nothing was done');
  });

  it('reads and takes a gate of another version of the code: a tool that is gone, fields that are new', async () => {
    const args = { words: 'as they were' };
    const old = { ...task, tool: 'a_tool_of_yesterday', args, injected: {} };
    await start({
      ...openGate,
      ...{ madeBy: 'a later version' },
      proposals: [{ ...old, ...{ somethingNew: true }, digest: proposalDigest(old) }],
    } as GateItem);
    const page = await b.get();
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('a_tool_of_yesterday');
    expect((await b.post(approve(proposalDigest(old)))).status).toBe(303);
    expect((await b.get()).status).toBe(200);
    expect((await readDecision(b.items, openGate))?.rulings).toMatchObject([{ ruling: 'APPROVED' }]);
  });

  it('refuses when the row is gone: an old form finds nothing to decide', async () => {
    b = await bench({ ...openGate, pk: 'GATE#another#0001#CONFIRM' }, { table: await table() });
    const answer = await b.postTo(openGate, approve(task.digest));
    expect(answer.status).toBe(410);
    expect(await answer.text()).toContain('Nothing was done.');
  });

  it('refuses what is not what was shown', async () => {
    await start();
    const answer = await b.post(approve('0'.repeat(64)));
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('This is not what you were shown');
    expect(await readDecision(b.items, openGate)).toBeUndefined();
    expect(b.sfn.received).toEqual([]);
  });

  it('refuses what was altered on record after it was frozen, and says so before anyone tries', async () => {
    await start({ ...openGate, proposals: [{ ...task, args: { ...task.args, title: 'Pay the bearer' } }] });
    expect((await b.get()).status).toBe(409);
    const answer = await b.post(approve(task.digest));
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('This request was altered');
    expect(await readDecision(b.items, openGate)).toBeUndefined();
  });

  it('tells the machine at the next answer when the first callback failed', async () => {
    await start();
    b.sfn.failNext('ThrottlingException');
    expect((await b.post(approve(task.digest))).status).toBe(303);
    expect(b.sfn.received).toEqual([]);
    expect(await (await b.get()).text()).toContain('Recorded. It has not begun yet.');
    expect((await b.post(approve(task.digest))).status).toBe(303);
    expect(b.sfn.received).toHaveLength(1);
  });

  it('is right about a late callback: the decision stands although the token has timed out', async () => {
    await start();
    b.sfn.failNext('TaskTimedOut');
    expect((await b.post(approve(task.digest))).status).toBe(303);
    expect((await readGate(b.items, openGate))?.resumedAt).toBeUndefined();
    expect(await readDecision(b.items, openGate)).toMatchObject({ outcome: 'DECIDED' });
  });
});

describe('an answer that is not complete', () => {
  it('comes back with what was typed and what is missing, and records nothing', async () => {
    b = await bench();
    const fields = {
      lang: 'tc',
      '0.digest': task.digest,
      '0.choice': 'CHANGES',
      '0.comment.CHANGES': '  ',
      '0.comment.REJECTED': '<b>typed</b>',
    };
    const answer = await b.post(fields);
    expect(answer.status).toBe(422);
    const text = await answer.text();
    expect(text).toContain('尚未記錄任何決定');
    expect(text).toContain('請說明需要修改甚麼。');
    expect(text).toContain('&lt;b&gt;typed&lt;/b&gt;');
    expect(text).toMatch(/id="0-CHANGES"[^>]*checked/);
    expect(await readDecision(b.items, openGate)).toBeUndefined();
  });

  it('wants a choice, and a reason for a rejection', async () => {
    b = await bench();
    const nothing = await b.post({ lang: 'en', '0.digest': task.digest });
    expect(nothing.status).toBe(422);
    expect(await nothing.text()).toContain('Choose one of these first.');
    const unreasoned = await b.post(reject(task.digest, ''));
    expect(unreasoned.status).toBe(422);
    expect(await unreasoned.text()).toContain('Please give a reason.');
  });
});

describe('changes', () => {
  it('are asked for with a comment, while rounds are left', async () => {
    b = await bench();
    const comment = 'Say that it is windy.\r\nAnd shorter.';
    expect(
      (await b.post({ '0.digest': task.digest, '0.choice': 'CHANGES', '0.comment.CHANGES': comment })).status,
    ).toBe(303);
    expect(await readDecision(b.items, openGate)).toMatchObject({
      rulings: [{ ruling: 'CHANGES', comment: 'Say that it is windy.\nAnd shorter.' }],
    });
    expect(await (await b.get()).text()).toContain('A new draft will come by e-mail.');
  });

  it('are not offered, nor taken, when no round is left', async () => {
    b = await bench({ ...openGate, roundsLeft: 0 });
    expect(await (await b.get()).text()).not.toContain('CHANGES');
    const asked = await b.post({
      '0.digest': task.digest,
      '0.choice': 'CHANGES',
      '0.comment.CHANGES': 'more',
    });
    expect(asked.status).toBe(400);
    expect(await readDecision(b.items, openGate)).toBeUndefined();
  });

  it.each([
    ['a gate without figures', { exhibit: { figures: [], notices: [] } }],
    ['a look at a plan', { kind: 'REVIEW', pk: 'GATE#morning-brief-2026-11-30#0003#REVIEW' }],
  ] as const)('have no refresh where nothing can be read again: in %s', async (_, more) => {
    const gate = { ...openGate, ...more };
    b = await bench(gate);
    b.at('2026-11-30T02:00:01.000Z');
    const page = await b.get();
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain('REFRESH');
    const forged = { '0.digest': task.digest, '0.choice': 'REFRESH' };
    expect((await b.postTo(gate, forged)).status).toBe(400);
    expect(await readDecision(b.items, gate)).toBeUndefined();
  });

  it('say what is out of the ordinary about the day in words', async () => {
    b = await bench({ ...openGate, banner: 'NOT_A_WORKING_DAY' });
    expect(await (await b.get(1)).text()).toContain('當日並非工作天；這次流程由人手啟動。');
    expect(await (await b.get(0)).text()).not.toContain('NOT_A_WORKING_DAY');
  });

  it('have a refresh of old figures among them, offered once a figure is old', async () => {
    b = await bench();
    expect(await (await b.get()).text()).not.toContain('REFRESH');
    b.at('2026-11-30T02:00:01.000Z');
    const page = await (await b.get()).text();
    expect(page).toContain('3 h ago · old');
    expect(page).toContain('Some figures are older than they should be.');
    expect(page).toContain('REFRESH');
    expect((await b.post({ '0.digest': task.digest, '0.choice': 'REFRESH' })).status).toBe(303);
    expect(await readDecision(b.items, openGate)).toMatchObject({
      rulings: [
        {
          ruling: 'CHANGES',
          comment:
            'The figures have become old. Read the sources again and make a new draft from them; change nothing else.',
        },
      ],
    });
  });
});

describe('the receipt follows the write’s own record', () => {
  const write = (over: object): Item => ({ ...succeeded, receipt: undefined, ...over });
  const states: [string, Item | undefined, string, boolean][] = [
    ['nothing yet', undefined, 'Recorded. It has not begun yet.', true],
    ['proposed', write({ state: 'PROPOSED' }), 'Recorded. It has not begun yet.', true],
    ['executing', write({ state: 'EXECUTING' }), 'It is being done now.', true],
    ['succeeded', succeeded, 'Done.', false],
    [
      'failed',
      write({ state: 'FAILED', failure: { code: 'NO', message: 'full' } }),
      'It failed; it was not done.',
      false,
    ],
    ['unknown', write({ state: 'UNKNOWN' }), 'It is not known yet whether it was done.', true],
    ['cancelled', write({ state: 'CANCELLED' }), 'It was withdrawn before it began', false],
    [
      'proposed by another gate',
      write({ state: 'PROPOSED', gate: 'GATE#x' }),
      'Another request has taken its place',
      false,
    ],
  ];

  it.each(states)('%s', async (_, item, text, looking) => {
    b = await bench();
    await b.post(approve(task.digest));
    if (item) await b.items.put(item, [{ absent: 'pk' }]);
    const page = await b.get();
    expect(await page.text()).toContain(text);
    expect(page.headers.has('refresh')).toBe(looking);
  });

  it('says that it did not begin in time once its time to run is over', async () => {
    b = await bench();
    await b.post(approve(task.digest));
    b.at('2026-11-30T04:30:00.000Z');
    const page = await b.get();
    expect(await page.text()).toContain('It did not begin in time and will not be done.');
    expect(page.headers.has('refresh')).toBe(false);
  });

  it('looks again by itself six times, about a minute in all, and then only when asked', async () => {
    b = await bench();
    await b.post(approve(task.digest));
    const seconds: number[] = [];
    let url = `${b.link()}?lang=sc`;
    for (let looks = 0; looks < 20; looks += 1) {
      const refresh = (await fetch(url)).headers.get('refresh');
      if (!refresh) break;
      const [, wait, next] = /^(\d+); url=(.+)$/.exec(refresh) ?? [];
      seconds.push(Number(wait));
      url = new URL(next ?? '', url).href;
      expect(url).toContain('lang=sc');
    }
    expect(seconds).toEqual([2, 3, 5, 8, 13, 21]);
    expect(await (await fetch(url)).text()).toContain('重新查看');
  });

  it('leads to the task where the host shows tasks', async () => {
    b = await bench(openGate, { taskUrl: (id) => `/tasks/${encodeURIComponent(id)}` });
    await b.post(approve(task.digest));
    await b.items.put(succeeded, [{ absent: 'pk' }]);
    expect(await (await b.get()).text()).toContain('<a href="/tasks/task-20261130">');
  });
});
