import { afterEach, describe, expect, it } from 'vitest';
import { decide, readDecision } from '../../lambda/ledger/decision.ts';
import type { GateItem, Proposal } from '../../lambda/ledger/gate.ts';
import type { Items } from '../../lambda/ledger/items.ts';
import { approve, type Bench, bench, reject } from './bench.ts';
import { openGate, plannedSteps, task } from './fixture.ts';
import { dynamoTable, memoryTable } from './tables.ts';

let b: Bench;
afterEach(() => b.close());

/** Digests of the edits below: SHA-256 of the canonical JSON, computed once with Python's json and hashlib. */
const RETITLED = '7b33e21942702078a293fa91e6f1952f9ad726ce4f4f5699bbc32f72895a2a00';
const mail: Proposal = {
  ...task,
  index: 2,
  tool: 'send_note',
  key: 'b7'.repeat(32),
  digest: '6fb49a8ee4013c0050a2a90fde9a3f6d1dd306984f68d91f997aa72c971cead6',
  args: { to: 'ops', text: 'Windy today' },
  injected: {},
  preview: {
    act: { en: 'Send 1 note', tc: '發出 1 則通知', sc: '发出 1 则通知' },
    title: 'Windy today',
    texts: [],
  },
};

describe('an edit', () => {
  const edit = (title: string, from = task.digest) => ({
    '0.digest': from,
    '0.choice': 'EDITED',
    '0.edit.title': title,
  });

  it('is what is approved: its own digest, with the arguments before and after on record', async () => {
    b = await bench();
    expect((await b.post(edit('Check the brief'))).status).toBe(303);
    const decision = await readDecision(b.items, openGate);
    expect(decision?.rulings).toEqual([
      {
        index: 0,
        ruling: 'APPROVED',
        shown: task.digest,
        digest: RETITLED,
        edited: { title: 'Check the brief', draft_id: 'draft-2-0' },
        before: { title: 'Review the morning brief of 30 Nov 2026', draft_id: 'draft-2-0' },
      },
    ]);
    expect(b.sfn.received[0]?.output).toBe('{"verdict":"WRITE","writes":[0]}');
    const receipt = await (await b.get()).text();
    expect(receipt).toContain('Edited and approved');
    expect(receipt).toMatch(
      /<del>Review the morning brief of 30 Nov 2026<\/del>[\s\S]*<ins>Check the brief<\/ins>/,
    );
  });

  it('repeated is one decision; another edit after it is told which one stands', async () => {
    b = await bench();
    await b.post(edit('Check the brief'));
    expect((await b.post(edit('Check the brief'))).status).toBe(303);
    expect((await b.post(edit('Something else'))).status).toBe(409);
    expect((await b.post(approve(task.digest))).status).toBe(409);
  });

  it('that changes nothing is an approval of what was shown', async () => {
    b = await bench();
    await b.post(edit('Review the morning brief of 30 Nov 2026'));
    const decision = await readDecision(b.items, openGate);
    expect(decision?.rulings).toEqual([
      { index: 0, ruling: 'APPROVED', shown: task.digest, digest: task.digest },
    ]);
  });

  it('that does not fit comes back, and records nothing', async () => {
    b = await bench();
    const answer = await b.post({ lang: 'en', ...edit('x'.repeat(121)) });
    expect(answer.status).toBe(422);
    const text = await answer.text();
    expect(text).toContain('At most 120 characters, please.');
    expect(text).toContain(`\n${'x'.repeat(121)}</textarea>`);
    expect(await readDecision(b.items, openGate)).toBeUndefined();
  });

  it('cannot reach a fact-bound field', async () => {
    b = await bench();
    expect(await (await b.get()).text()).not.toContain('edit.draft_id');
    await b.post({ ...edit('Check the brief'), '0.edit.draft_id': 'draft-9-9' });
    const decision = await readDecision(b.items, openGate);
    expect(decision?.rulings[0]?.edited).toEqual({ title: 'Check the brief', draft_id: 'draft-2-0' });
  });
});

describe('several proposals', () => {
  const gate: GateItem = {
    ...openGate,
    proposals: [task, mail, { ...mail, index: 1, standing: 'done', note: 'n-1' }],
  };

  it('are decided in one submit: approved ones run, the others return as results', async () => {
    b = await bench(gate);
    const page = await (await b.get()).text();
    expect(page).toContain('Decide on 2 acts');
    expect(page).toContain('Done already; it will not be done again.');
    expect(page).not.toContain('1.digest');
    const answer = await b.post({ ...approve(task.digest), ...reject(mail.digest, 'not today', 2) });
    expect(answer.status).toBe(303);
    expect((await readDecision(b.items, gate))?.rulings).toEqual([
      { index: 0, ruling: 'APPROVED', shown: task.digest, digest: task.digest },
      { index: 2, ruling: 'REJECTED', shown: mail.digest, digest: mail.digest, comment: 'not today' },
    ]);
    // a mixed decision is for CLOSE_GATE to record before anything runs
    expect(b.sfn.received[0]?.output).toBe('{"verdict":"CLOSE","writes":[]}');
    const receipt = await (await b.get()).text();
    expect(receipt).toContain('Send 1 note');
    expect(receipt).toContain('not today');
  });

  it('are all approved straight to the writes', async () => {
    b = await bench({ ...gate, proposals: [task, mail] });
    await b.post({ ...approve(task.digest), ...approve(mail.digest, 2) });
    expect(b.sfn.received[0]?.output).toBe('{"verdict":"WRITE","writes":[0,2]}');
  });

  it('are all approved by way of the record, where one was done before and still needs its result', async () => {
    b = await bench(gate);
    await b.post({ ...approve(task.digest), ...approve(mail.digest, 2) });
    expect(b.sfn.received[0]?.output).toBe('{"verdict":"CLOSE","writes":[]}');
  });

  it('must each be answered: a form with one missing, doubled or foreign is not taken', async () => {
    b = await bench(gate);
    expect((await b.post(approve(task.digest))).status).toBe(409);
    expect(
      (await b.post({ ...approve(task.digest), ...approve(mail.digest, 2), '7.digest': mail.digest })).status,
    ).toBe(409);
    expect((await b.post({ ...approve(task.digest), '2.digest': mail.digest })).status).toBe(422);
    const doubled = await fetch(b.link(), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `0.digest=${task.digest}&0.choice=APPROVED&0.choice=REJECTED&2.digest=${mail.digest}&2.choice=APPROVED`,
    });
    expect(doubled.status).toBe(400);
    expect(await readDecision(b.items, gate)).toBeUndefined();
  });
});

describe('a quorum of two', () => {
  const gate: GateItem = { ...openGate, quorum: 2 };
  const start = async () => {
    b = await bench(gate, { table: await dynamoTable() });
  };
  const rulings = async () => (await readDecision(b.items, gate))?.rulings;

  it('needs two people: the first waits, the second decides', async () => {
    await start();
    const before = b.requests();
    expect((await b.post(approve(task.digest))).status).toBe(303);
    expect(b.requests() - before).toBe(4);
    expect(await rulings()).toBeUndefined();
    const waiting = await (await b.get()).text();
    expect(waiting).toContain('Your answer is on record. It waits for others.');
    expect(waiting).toContain('Needs 2 approvals; 1 so far. Chan Tai Man');
    expect((await b.post(approve(task.digest), 1)).status).toBe(303);
    expect(await rulings()).toEqual([
      { index: 0, ruling: 'APPROVED', shown: task.digest, digest: task.digest },
    ]);
    expect(await readDecision(b.items, gate)).toMatchObject({
      by: { approver: 'lee' },
      earlier: [{ by: { approver: 'chan' } }],
    });
    expect(b.sfn.received).toHaveLength(1);
    expect(await (await b.get()).text()).toContain('Chan Tai Man, 李小玲');
    expect((await b.post(approve(task.digest))).status).toBe(303);
    expect((await b.post(approve(task.digest), 1)).status).toBe(303);
  });

  it('counts one person once, however often, and a deputy in the place of the one stood in for', async () => {
    await start();
    for (let i = 0; i < 3; i += 1) expect((await b.post(approve(task.digest))).status).toBe(303);
    expect((await b.post(approve(task.digest), 2)).status).toBe(303);
    expect(await rulings()).toBeUndefined();
    expect(b.sfn.received).toEqual([]);
  });

  it('is complete when both approve at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      await start();
      const answers = await Promise.all([b.post(approve(task.digest)), b.post(approve(task.digest), 1)]);
      expect(answers.map(({ status }) => status)).toEqual([303, 303]);
      expect(await rulings()).toHaveLength(1);
      expect(b.sfn.received).toHaveLength(1);
      if (round < 4) await b.close();
    }
  });

  it('is vetoed by one rejection, before or after an approval', async () => {
    await start();
    await b.post(approve(task.digest));
    expect((await b.post(reject(task.digest), 1)).status).toBe(303);
    expect(await rulings()).toMatchObject([{ ruling: 'REJECTED' }]);
    expect((await b.post(approve(task.digest))).status).toBe(409);
    expect(b.sfn.received[0]?.output).toBe('{"verdict":"CLOSE","writes":[]}');
  });

  it('can be left by the person who had approved', async () => {
    await start();
    await b.post(approve(task.digest));
    expect((await b.post(reject(task.digest))).status).toBe(303);
    expect(await rulings()).toMatchObject([{ ruling: 'REJECTED', comment: 'the date is wrong' }]);
  });

  it('counts approvals of one version: an edit voids the earlier ones', async () => {
    await start();
    await b.post(approve(task.digest));
    const edit = { '0.digest': task.digest, '0.choice': 'EDITED', '0.edit.title': 'Check the brief' };
    expect((await b.post(edit, 1)).status).toBe(303);
    expect((await b.post(edit, 1)).status).toBe(303);
    expect(await rulings()).toBeUndefined();
    const page = await (await b.get()).text();
    expect(page).toContain('李小玲 has edited this. Earlier approvals no longer count.');
    expect(page).toContain('The request was edited after your approval.');
    expect(page).toContain(`name="0.digest" value="${RETITLED}"`);
    expect((await b.post(approve(task.digest))).status).toBe(409);
    expect((await b.post(approve(RETITLED))).status).toBe(303);
    expect(await rulings()).toEqual([
      {
        index: 0,
        ruling: 'APPROVED',
        shown: task.digest,
        digest: RETITLED,
        edited: { title: 'Check the brief', draft_id: 'draft-2-0' },
        before: { title: 'Review the morning brief of 30 Nov 2026', draft_id: 'draft-2-0' },
      },
    ]);
  });

  it('with several proposals keeps a veto on one while the other waits', async () => {
    const two: GateItem = { ...gate, proposals: [task, mail] };
    b = await bench(two, { table: await dynamoTable() });
    await b.post({ ...approve(task.digest), ...reject(mail.digest, 'never', 2) });
    expect(await readDecision(b.items, two)).toBeUndefined();
    const page = await (await b.get(1)).text();
    expect(page).toContain('Chan Tai Man 已表示不同意。');
    expect(page).not.toContain('2.digest');
    expect((await b.post(approve(task.digest), 1)).status).toBe(303);
    expect((await readDecision(b.items, two))?.rulings).toMatchObject([
      { index: 0, ruling: 'APPROVED' },
      { index: 2, ruling: 'REJECTED', comment: 'never' },
    ]);
  });

  it('tells a voter the truth when the run is cancelled in the same moment', async () => {
    const table = await memoryTable();
    const cancelling: Items = {
      ...table.items,
      put: async (item, when) => {
        const written = await table.items.put(item, when);
        const by = { approver: 'operator', name: 'operator', how: 'operator' as const };
        if (item.sk.startsWith('VOTE#'))
          await decide(table.items, gate, {
            outcome: 'CANCELLED',
            rulings: [],
            by,
            at: '2026-11-29T23:06:10.000Z',
          });
        return written;
      },
    };
    b = await bench(gate, { table: { ...table, items: cancelling } });
    const answer = await b.post(approve(task.digest));
    expect(answer.status).toBe(410);
    expect(await answer.text()).toContain('Cancelled: nothing was done');
  });

  it('that is not reached in time decides nothing', async () => {
    await start();
    await b.post(approve(task.digest));
    b.at('2026-11-30T04:00:00.000Z');
    expect((await b.post(approve(task.digest), 1)).status).toBe(410);
    expect(await rulings()).toBeUndefined();
  });
});

describe('a question', () => {
  const asked = (choices: string[]): GateItem => ({
    ...openGate,
    kind: 'REVIEW',
    pk: 'GATE#morning-brief-2026-11-30#0003#REVIEW',
    proposals: [{ ...task, question: { question: 'Which district matters most?', choices }, editable: {} }],
  });

  it('is answered by one of its choices, in the choice’s own words', async () => {
    b = await bench(asked(['Central', '沙田 <Sha Tin>']));
    const page = await (await b.get()).text();
    expect(page).toContain('Which district matters most?');
    expect(page).toContain('沙田 &lt;Sha Tin&gt;');
    expect((await b.post({ '0.digest': task.digest, '0.choice': 'ANSWERED.1' })).status).toBe(303);
    expect((await readDecision(b.items, asked([])))?.rulings).toMatchObject([
      { ruling: 'ANSWERED', comment: '沙田 <Sha Tin>' },
    ]);
    expect(b.sfn.received[0]?.output).toBe('{"verdict":"CLOSE","writes":[]}');
  });

  it('without choices is answered in words, and not without', async () => {
    b = await bench(asked([]));
    expect((await b.post({ '0.digest': task.digest, '0.choice': 'ANSWERED' })).status).toBe(422);
    expect((await b.post({ '0.digest': task.digest, '0.choice': 'ANSWERED.0' })).status).toBe(400);
    const answer = { '0.digest': task.digest, '0.choice': 'ANSWERED', '0.comment.ANSWERED': 'Central' };
    expect((await b.post(answer)).status).toBe(303);
    expect((await readDecision(b.items, asked([])))?.rulings).toMatchObject([
      { ruling: 'ANSWERED', comment: 'Central' },
    ]);
  });

  it('cannot be approved', async () => {
    b = await bench(asked([]));
    expect((await b.post(approve(task.digest))).status).toBe(400);
  });
});

describe('an unknown outcome', () => {
  const unsettled: GateItem = {
    ...openGate,
    kind: 'SETTLE',
    pk: 'GATE#morning-brief-2026-11-30#0003#SETTLE',
    proposals: [{ ...task, note: 'it may have happened: the target could not say' }],
  };

  it('is settled by a person who has seen that it happened, and says where', async () => {
    b = await bench(unsettled);
    const page = await (await b.get()).text();
    expect(page).toContain('Did this happen? Create 1 review task for 30 Nov 2026');
    expect(page).toContain('it may have happened: the target could not say');
    expect(page).not.toContain('value="APPROVED"');
    expect((await b.post({ '0.digest': task.digest, '0.choice': 'HAPPENED' })).status).toBe(422);
    const seen = {
      '0.digest': task.digest,
      '0.choice': 'HAPPENED',
      '0.comment.HAPPENED': 'task 17 is there',
    };
    expect((await b.post(seen)).status).toBe(303);
    expect((await readDecision(b.items, unsettled))?.rulings).toMatchObject([
      { ruling: 'HAPPENED', comment: 'task 17 is there' },
    ]);
    expect(b.sfn.received[0]?.output).toBe('{"verdict":"CLOSE","writes":[]}');
  });

  it('is run again, or left, only on a person’s word that it did not happen', async () => {
    b = await bench(unsettled);
    expect((await b.post(approve(task.digest))).status).toBe(400);
    expect((await b.post({ '0.digest': task.digest, '0.choice': 'REDO' })).status).toBe(303);
    expect(b.sfn.received[0]?.output).toBe('{"verdict":"WRITE","writes":[0]}');
  });
});

describe('a plan', () => {
  const plan: Proposal = {
    ...plannedSteps,
    preview: {
      act: {
        en: 'Let x go on after PLANNING',
        tc: '讓 x 在 PLANNING 之後繼續',
        sc: '让 x 在 PLANNING 之后继续',
      },
      title: 'after the plan',
      texts: [],
    },
    editable: {
      type: 'object',
      properties: { steps: { type: 'array', items: { type: 'string' } } },
      required: ['steps'],
      additionalProperties: false,
    },
  };
  const review: GateItem = {
    ...openGate,
    kind: 'REVIEW',
    pk: 'GATE#morning-brief-2026-11-30#0003#REVIEW',
    proposals: [plan],
  };

  it('is put in another order by its reader, who approves that', async () => {
    b = await bench(review);
    expect(await (await b.get()).text()).toContain('The run goes on with this.');
    const edit = { '0.digest': plan.digest, '0.choice': 'EDITED', '0.edit.steps': 'write\r\nread\r\ncheck' };
    expect((await b.post(edit)).status).toBe(303);
    expect((await readDecision(b.items, review))?.rulings).toMatchObject([
      {
        ruling: 'APPROVED',
        edited: { steps: ['write', 'read', 'check'] },
        before: { steps: ['read', 'write'] },
      },
    ]);
    expect(b.sfn.received[0]?.output).toBe('{"verdict":"CLOSE","writes":[]}');
  });
});
