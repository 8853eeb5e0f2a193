import { describe, expect, it } from 'vitest';
import type { Letter } from '../../lambda/gate/letter.tsx';
import {
  askLetter,
  deputyLetter,
  endedLetter,
  expiryLetter,
  receiptLetter,
  reminderLetter,
  unreachedLetter,
} from '../../lambda/gate/letters.tsx';
import { type Decided, standingOf } from '../../lambda/gate/standing.ts';
import type { DecisionItem } from '../../lambda/ledger/decision.ts';
import type { GateItem } from '../../lambda/ledger/gate.ts';
import type { WriteItem } from '../../lambda/ledger/write.ts';
import { chan, lee, openGate, task, wong } from './fixture.ts';

const link = 'https://gate.ops.example/g/BrF9Xj7iHyW-nKnpiF0YSrydT7FIGXQkxkpUOu4bXR4mQGAB';
const recorded: GateItem = { ...openGate, recording: { observedAt: '2026-11-30T07:02:00+08:00' } };

const decision: DecisionItem = {
  pk: 'DECISION#morning-brief-2026-11-30#0003#CONFIRM',
  sk: 'DECISION',
  run: 'morning-brief-2026-11-30',
  turn: 3,
  kind: 'CONFIRM',
  workflow: 'morning-brief',
  businessDate: '2026-11-30',
  people: [{ id: 'chan', name: 'Chan Tai Man', lang: 'en' }],
  outcome: 'DECIDED',
  rulings: [{ index: 0, ruling: 'APPROVED', shown: task.digest, digest: task.digest }],
  by: { approver: 'chan', name: 'Chan Tai Man', how: 'link' },
  at: '2026-11-29T23:10:00.000Z',
  executeBy: '2026-11-30T04:30:00.000Z',
  clockOffsetMs: 0,
  shown: [{ index: 0, key: task.key, tool: task.tool, act: task.preview.act, title: task.preview.title }],
};

const run = {
  run: 'morning-brief-2026-11-30',
  workflow: 'morning-brief',
  businessDate: '2026-11-30',
  state: 'DONE' as const,
};
const now = new Date('2026-11-29T23:11:00.000Z');

/** A decision and what came of its one proposal. */
const cameTo = (write: WriteItem | undefined, of: DecisionItem = decision): Decided => ({
  decision: of,
  standings: of.rulings.map((ruling) => standingOf(of, ruling, write, now)),
});

const done = {
  key: task.key,
  state: 'SUCCEEDED',
  receipt: { id: 'task-1', at: '2026-11-29T23:10:05.000Z' },
} as WriteItem;

const anchors = ({ html }: Letter) => [...html.matchAll(/<a\s[^>]*href="([^"]*)"/g)].map(([, href]) => href);
/** What a reader sees of the HTML part. */
const readable = ({ html }: Letter) =>
  html
    .replace(/<style>.*?<\/style>|<title>.*?<\/title>/gs, '')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

describe('the letter that asks', () => {
  it('says in English what is asked, by whom, until when, and how the draft begins', () => {
    const { subject, text } = askLetter(openGate, chan, link);
    expect(subject).toBe('Please decide by 12:00: Create 1 review task for 30 Nov 2026');
    expect(text).toContain('The workflow morning-brief of 30 Nov 2026 asks you to decide:');
    expect(text).toContain('Decide by 30 Nov 2026, 12:00, Hong Kong time. After that, nothing will be done.');
    expect(text).toContain('!! The Strong Monsoon Signal has been issued.');
    expect(text).toContain('  | Good morning. Monday, 30 November 2026.');
    expect(text).toContain(`Read and decide:\n${link}`);
    expect(text).toContain('This link is for Chan Tai Man alone.');
  });

  it('is in the approver’s own Chinese', () => {
    const tc = askLetter(openGate, lee, link);
    expect(tc.subject).toBe('請於 12:00 前決定：為 2026年11月30日建立 1 項覆核工作');
    expect(tc.text).toContain('請於香港時間 2026年11月30日 12:00 前決定。逾時則不會執行任何操作。');
    expect(tc.text).toContain('  | 早晨。2026年11月30日，星期一。');
    expect(tc.html).toContain('<html lang="zh-Hant-HK">');
    const sc = askLetter(openGate, wong, link);
    expect(sc.subject).toBe('请于 12:00 前决定：为 2026年11月30日创建 1 项复核任务');
    expect(sc.html).toContain('<html lang="zh-Hans">');
  });

  it('names the day when the time to decide is not today', () => {
    const { subject } = askLetter({ ...openGate, decideBy: '2026-12-01T04:00:00.000Z' }, chan, link);
    expect(subject).toBe('Please decide by 1 Dec 2026, 12:00: Create 1 review task for 30 Nov 2026');
  });

  it('says loudly that a recording is one, in subject and body', () => {
    const letter = askLetter(recorded, chan, link);
    expect(letter.subject).toMatch(/^\[REHEARSAL\] /);
    expect(letter.text).toMatch(
      /^\*\*\* REHEARSAL: This is a rehearsal with a recording of 30 Nov 2026, 07:02/,
    );
    expect(askLetter(recorded, lee, link).subject).toMatch(/^\[演練\] /);
    expect(askLetter(recorded, wong, link).subject).toMatch(/^\[演练\] /);
  });

  it('lists several acts, and asks a question in its own words', () => {
    const two = { ...openGate, proposals: [task, { ...task, index: 1 }] };
    expect(askLetter(two, chan, link).subject).toBe('Please decide by 12:00: Decide on 2 acts');
    expect(askLetter(two, chan, link).text).toContain('• Create 1 review task for 30 Nov 2026');
    const question = { question: 'Which district matters most?', choices: [] };
    const asked: GateItem = { ...openGate, kind: 'REVIEW', proposals: [{ ...task, question }] };
    expect(askLetter(asked, chan, link).subject).toBe('Please decide by 12:00: Which district matters most?');
  });

  it('cuts a long draft, and says so by an ellipsis', () => {
    const preview = { ...task.preview, texts: [{ lang: 'en' as const, text: '🔥'.repeat(2000) }] };
    const { text } = askLetter({ ...openGate, proposals: [{ ...task, preview }] }, chan, link);
    expect(text.match(/🔥+…/u)?.[0].length).toBe(801);
  });
});

describe('every letter', () => {
  const evil =
    '</p><a href="https://evil.example">Approve here</a> https://evil.example/x \u202eevil" onload="x';
  const hostile: GateItem = {
    ...openGate,
    workflow: evil,
    run: evil,
    banner: evil,
    approvers: [{ ...chan, name: evil }],
    proposals: [
      {
        ...task,
        preview: { act: { en: evil, tc: evil, sc: evil }, title: evil, texts: [{ lang: 'en', text: evil }] },
      },
    ],
    exhibit: { figures: [], notices: [{ kind: 'warning', lang: 'en', text: evil }] },
  };
  const named = { ...chan, name: evil };
  const evilDecision: DecisionItem = {
    ...decision,
    workflow: evil,
    by: { ...decision.by, name: evil },
    shown: [{ index: 0, key: task.key, tool: evil, act: { en: evil, tc: evil, sc: evil }, title: evil }],
  };
  const later = new Date('2026-11-30T00:04:10.000Z');
  const evilRun = { ...run, run: evil, workflow: evil, businessDate: evil };
  const evilDone = { ...done, receipt: { id: evil, at: evil } } as WriteItem;
  const letters: [string, Letter, number][] = [
    ['ask', askLetter(hostile, named, link), 1],
    ['reminder', reminderLetter(hostile, named, link, later), 1],
    ['deputy', deputyLetter(hostile, { ...named, deputyOf: 'chan' }, link), 1],
    ['receipt', receiptLetter(evilRun, [cameTo(evilDone, evilDecision)], named), 0],
    ['unreached', unreachedLetter(hostile, named, named), 0],
    ['expiry', expiryLetter(hostile, named), 0],
    [
      'end',
      endedLetter({ ...evilRun, state: 'FAILED', code: evil, message: evil }, named, [
        cameTo(evilDone, evilDecision),
      ]),
      0,
    ],
  ];

  it.each(letters)('%s: has one link at the most, to our own page', (_, letter, count) => {
    expect(anchors(letter)).toEqual(Array(count).fill(link));
    const own = new RegExp(link, 'g');
    expect(letter.text.match(own) ?? []).toHaveLength(count);
    expect(letter.text.replace(own, '')).not.toMatch(/:\/\/|evil\.example/);
    expect(letter.html.replaceAll(link, '')).not.toMatch(/:\/\/|evil\.example/);
  });

  it.each(letters)('%s: shows hostile words as words, and loads nothing', (_, letter) => {
    const tags = letter.html.replace(/>[^<]*</g, '><');
    expect(letter.html).toContain('&lt;/p&gt;&lt;a href=&quot;https[:]//evil[.]example&quot;&gt;');
    expect(tags).not.toMatch(/<(img|script|iframe|object|form|link|base)\b|\son\w+=|url\(|@import/i);
    expect(letter.html + letter.text + letter.subject).not.toContain('\u202e');
    expect(letter.text).toContain('[U+202E]evil');
  });

  it.each(letters)('%s: says the same in both parts', (_, letter) => {
    const words = (text: string) =>
      text
        .replace(/^\*\*\* | \*\*\*$|^!! |^ {2}\| /gm, '')
        .replaceAll(`:\n${link}`, '')
        .split(/\s+/)
        .filter(Boolean);
    expect(words(readable(letter))).toEqual(words(letter.text));
  });

  it.each(letters)('%s: carries no task token', (_, letter) => {
    expect(letter.html + letter.text + letter.subject).not.toContain(openGate.token);
  });
});

describe('the other letters', () => {
  it('remind with the time that is left', () => {
    const { subject, text } = reminderLetter(openGate, chan, link, new Date('2026-11-30T01:50:00.000Z'));
    expect(subject).toBe('Reminder, 2 h 10 min left: Create 1 review task for 30 Nov 2026');
    expect(text).toContain('nobody has decided yet, 2 h 10 min left.');
  });

  it('tell a deputy whom they stand in for', () => {
    const { subject, text } = deputyLetter(openGate, wong, link);
    expect(subject).toBe('请代 Chan Tai Man 于 12:00 前决定：为 2026年11月30日创建 1 项复核任务');
    expect(text).toContain('Chan Tai Man 仍未作决定，而您是指定的代理人。');
  });

  it('give a receipt that repeats the record and nothing better', () => {
    const receipt = (write: WriteItem | undefined) => receiptLetter(run, [cameTo(write)], chan).text;
    const text = receipt(done);
    expect(text).toContain('• Create 1 review task for 30 Nov 2026: Approved. Done. (Task task-1)');
    expect(text).toContain('Decided by: Chan Tai Man, 30 Nov 2026, 07:10 (Hong Kong time)');
    const failure = { code: 'TARGET_DOWN', message: 'no' };
    const failed = { ...done, state: 'FAILED', receipt: undefined, failure } as unknown as WriteItem;
    expect(receipt(failed)).toContain('Approved. It failed; it was not done. (TARGET_DOWN)');
    const unknown = { ...failed, state: 'UNKNOWN' } as WriteItem;
    expect(receiptLetter(run, [cameTo(unknown)], lee).text).toContain(
      '建立 1 項覆核工作：已批准。尚未確定是否已完成',
    );
    expect(receipt(undefined)).toContain('Approved. Recorded. It has not begun yet.');
    const [ruling] = decision.rulings;
    const no = { ...decision, rulings: [{ ...ruling, ruling: 'REJECTED' }] } as DecisionItem;
    expect(receiptLetter({ ...run, state: 'REJECTED' }, [cameTo(undefined, no)], wong).text).toContain(
      '创建 1 项复核任务：已拒绝。没有执行。',
    );
  });

  it('give the receipt of several people with all their names', () => {
    const first = { by: { ...decision.by, approver: 'lee', name: '李小玲' }, at: decision.at, rulings: [] };
    const { text } = receiptLetter(run, [cameTo(done, { ...decision, earlier: [first] })], chan);
    expect(text).toContain('Decided by: 李小玲, Chan Tai Man, 30 Nov 2026, 07:10');
  });

  it('tell a deputy when the one stood in for cannot be reached', () => {
    const undelivered = [
      { to: 'chan', why: 'BOUNCED', lasting: true, at: '2026-11-29T23:05:00.000Z' },
    ] as const;
    const { text } = deputyLetter({ ...openGate, undelivered }, wong, link);
    expect(text).toContain('发给 Chan Tai Man 的电邮未能送达，而您是指定的代理人。');
  });

  it('tell the owner who cannot be asked, and what to do', () => {
    const { subject, text } = unreachedLetter(openGate, chan, { ...lee, lang: 'en' });
    expect(subject).toBe('Chan Tai Man cannot be asked: Create 1 review task for 30 Nov 2026');
    expect(text).toContain('The e-mail that asks Chan Tai Man to decide could not be delivered');
    expect(text).toContain('What next: Correct the address or name a deputy');
    expect(text).not.toContain('http');
  });

  it('say what is out of the ordinary in the reader’s words, not as a code', () => {
    const gate = { ...openGate, banner: 'NOT_A_WORKING_DAY' };
    expect(askLetter(gate, chan, link).text).toContain(
      'This is not a working day; the run was started by hand.',
    );
    expect(askLetter(gate, lee, link).text).toContain('當日並非工作天');
    expect(askLetter({ ...openGate, banner: 'NOT_IN_CALENDAR' }, wong, link).text).toContain(
      '无法确定当天是否为工作日',
    );
  });

  it('say when nobody decided that nothing was done', () => {
    const { subject, text } = expiryLetter(openGate, lee);
    expect(subject).toBe('已逾時，沒有執行：為 2026年11月30日建立 1 項覆核工作');
    expect(text).toContain('截至香港時間 2026年11月30日 12:00 無人作出決定，因此沒有執行任何操作。');
  });

  it('say why there is no brief today, and what next', () => {
    const run = {
      run: 'morning-brief-2026-11-30',
      workflow: 'morning-brief',
      businessDate: '2026-11-30',
      state: 'FAILED' as const,
      code: 'STALE',
      message: 'the report is 5 h old',
    };
    const { subject, text } = endedLetter(run, chan);
    expect(subject).toBe('No morning-brief for 30 Nov 2026');
    expect(text).toContain('The run could not be completed.');
    expect(text).toContain('Why: STALE: the report is 5 h old');
    expect(text).toContain('What next: If it is still wanted,');
    const after = endedLetter({ ...run, state: 'EXPIRED' }, chan, [cameTo(done)]).text;
    expect(after).toContain('Approved. Done. (Task task-1)');
    expect(after).not.toMatch(/nothing was done/i);
    expect(endedLetter({ ...run, state: 'EXPIRED' }, wong).subject).toBe(
      '2026年11月30日 的 morning-brief 没有完成',
    );
  });
});
