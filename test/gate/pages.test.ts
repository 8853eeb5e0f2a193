import { afterEach, describe, expect, it } from 'vitest';
import { decide } from '../../lambda/ledger/decision.ts';
import { type GateItem, type Proposal, proposalDigest } from '../../lambda/ledger/gate.ts';
import { approve, type Bench, bench } from './bench.ts';
import { openGate, task } from './fixture.ts';

let b: Bench;
afterEach(() => b.close());

const pageOf = async (gate: GateItem = openGate, approver = 0, query = '') => {
  b = await bench(gate);
  return (await fetch(b.link(approver) + query)).text();
};
/** What is left when tags are taken away. */
const readable = (html: string) =>
  html
    .replace(/<(style|title)>.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ');

describe('the page shows', () => {
  it('act, time, warning, drafts, figures, fingerprint, history and model, in that order', async () => {
    const text = readable(await pageOf());
    const order = [
      'Waiting for your decision',
      'Create 1 review task for 30 Nov 2026',
      'Decide by 12:00, Hong Kong time',
      '4 h 53 min left',
      'Warnings in force',
      'The Strong Monsoon Signal has been issued.',
      'Good morning. Monday, 30 November 2026.',
      '早晨。2026年11月30日，星期一。',
      'd2d6ab6478c5a11fda7cf2b840a2a973236d246bed5fa38e6428d879a69d5538',
      'The air is dry: beware of fire.',
      'Air temperature',
      'Your decision',
      'get_hko_weather',
      '3,360 tokens',
      'claude-sonnet-5-5',
      'morning-brief-2026-11-30',
      'This link is for Chan Tai Man alone.',
    ];
    const places = order.map((words) => text.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, c) => a - c));
  });

  it('each figure with source, field, value as received, time and age', async () => {
    const text = readable(await pageOf());
    expect(text).toContain(
      'Air temperature19 °CHKO current weather reporttemperature.data[1].value reads 1930 Nov 2026, 07:00 · 6 min ago',
    );
  });

  it('what it has cost, where the price of every answer is known, and says so where it is not', async () => {
    expect(readable(await pageOf())).toContain('9,470 tokens; the price of this model is not known');
    await b.close();
    const moments = openGate.moments.map((moment) => ({ ...moment, usd: 0.0041 }));
    expect(readable(await pageOf({ ...openGate, moments }))).toContain('US$0.0123 for 9,470 tokens');
  });

  it('after a round of changes what was asked and which lines changed, in both languages', async () => {
    const [en, tc] = task.preview.texts;
    const earlier = {
      title: task.preview.title,
      texts: [
        { lang: 'en' as const, text: en?.text.replace('19 degrees', '18 degrees') ?? '' },
        { lang: 'tc' as const, text: tc?.text.replace('19 度', '18 度') ?? '' },
      ],
      asked: 'Please read it <b>again</b>.',
      by: 'Chan Tai Man',
    };
    const html = await pageOf({ ...openGate, proposals: [{ ...task, earlier }] });
    const [, shown = ''] = /<section class="revision".*?>(.*?)<\/section>/s.exec(html) ?? [];
    expect(readable(shown)).toBe(
      'What changedChan Tai Man asked: Please read it &lt;b&gt;again&lt;/b&gt;.' +
        'English' +
        'before: At 7 a.m. it was 18 degrees at the Hong Kong Observatory, with relative humidity of 78 per cent. It rained 0 millimetres in the past hour in the districts reported.' +
        'after: At 7 a.m. it was 19 degrees at the Hong Kong Observatory, with relative humidity of 78 per cent. It rained 0 millimetres in the past hour in the districts reported.' +
        '繁體中文' +
        'before: 上午七時，天文台錄得氣溫 18 度，相對濕度百分之 78。過去一小時，各區錄得雨量 0 毫米。' +
        'after: 上午七時，天文台錄得氣溫 19 度，相對濕度百分之 78。過去一小時，各區錄得雨量 0 毫米。',
    );
  });

  it('that not a word changed, when none did', async () => {
    const { title, texts } = task.preview;
    const earlier = { title, texts, asked: '請加上風速。', by: '李小玲' };
    const html = readable(await pageOf({ ...openGate, proposals: [{ ...task, earlier }] }, 1));
    expect(html).toContain('有何改動李小玲要求：請加上風速。內容與之前一字不差。');
  });

  it('names in Chinese words as Chinese sets them', async () => {
    expect(readable(await pageOf(openGate, 1))).toContain('這條連結只供李小玲使用。');
    await b.close();
    expect(readable(await pageOf(openGate, 0, '?lang=sc'))).toContain('此链接仅供 Chan Tai Man 使用。');
  });

  it('everything in the reader’s language, which a query can switch', async () => {
    const tc = await pageOf(openGate, 1);
    expect(tc).toContain('<html lang="zh-Hant-HK">');
    expect(readable(tc)).toContain('等待你決定');
    expect(readable(tc)).toContain('請於香港時間 12:00 前決定尚餘 4 小時 53 分鐘');
    expect(readable(tc)).toContain('氣溫19 °C');
    await b.close();
    const sc = await pageOf(openGate, 1, '?lang=sc');
    expect(sc).toContain('<html lang="zh-Hans">');
    expect(readable(sc)).toContain('等待您决定');
    expect(readable(sc)).toContain('要求修改');
    await b.close();
    expect(await pageOf(openGate, 0, '?lang=xx')).toContain('<html lang="en-HK">');
  });

  it('notices of every language when the reader’s own has fewer, so that no warning is lost', async () => {
    const text = readable(await pageOf(openGate, 2));
    expect(text).toContain('The Strong Monsoon Signal has been issued.');
    expect(text).toContain('強烈季候風信號現正生效。');
  });

  it('loudly that a recording is one, on page and receipt', async () => {
    const recorded = { ...openGate, recording: { observedAt: '2026-11-30T07:02:00+08:00' } };
    const page = await pageOf(recorded, 1);
    expect(page).toContain('<title>演練：');
    expect(readable(page)).toContain('這是演練，資料錄自香港時間 2026年11月30日 07:02，並非今日的情況');
    await b.post(approve(task.digest));
    expect(readable(await (await b.get()).text())).toContain(
      'This is a rehearsal with a recording of 30 Nov 2026, 07:02',
    );
  });

  it('the name of the decider to others, and their reason', async () => {
    b = await bench();
    const by = { approver: 'lee', name: '李小玲', how: 'link' as const };
    const rulings = [
      {
        index: 0,
        ruling: 'REJECTED' as const,
        shown: task.digest,
        digest: task.digest,
        comment: 'wrong day',
      },
    ];
    await decide(b.items, openGate, { outcome: 'DECIDED', rulings, by, at: '2026-11-29T23:05:00.000Z' });
    const text = readable(await (await b.get()).text());
    expect(text).toContain('李小玲 has decided');
    expect(text).toContain('wrong day');
    expect(text).toContain('30 Nov 2026, 07:05');
  });

  it('never the task token', async () => {
    expect(await pageOf()).not.toContain(openGate.token);
  });
});

describe('hostile words in every field', () => {
  const evil = `"><script>alert(1)</script></td></textarea><a href="https://evil.example">Approve here</a>' onfocus='x \u202edecoy\u200b`;
  const three = { en: evil, tc: evil, sc: evil };
  const proposal = (over: Partial<Proposal>): Proposal => {
    const made = {
      ...task,
      tool: evil,
      args: { title: evil, [evil]: evil },
      injected: { [evil]: { a: evil } },
      ...over,
    };
    return { ...made, digest: proposalDigest(made) };
  };
  const hostile: GateItem = {
    ...openGate,
    workflow: evil,
    banner: evil,
    businessDate: evil,
    model: evil,
    approvers: [{ id: 'evil', name: evil, email: 'x@ops.example', lang: 'en' }],
    proposals: [
      proposal({
        note: evil,
        preview: { act: three, title: evil, texts: [{ lang: 'en', text: evil }] },
        editable: {
          type: 'object',
          properties: { title: { type: 'string', description: evil }, [evil]: { enum: [evil, 'other'] } },
        },
      }),
      proposal({ index: 1, question: { question: evil, choices: [evil] } }),
      proposal({ index: 2, standing: 'blocked', note: evil }),
    ],
    exhibit: {
      figures: [
        {
          label: three,
          value: 1,
          unit: evil,
          source: evil,
          url: 'javascript:alert(1)',
          field: evil,
          received: evil,
          observedAt: '2026-11-30T07:00:00+08:00',
          oldAfterMinutes: 1,
        },
      ],
      notices: [
        { kind: 'warning', lang: 'en', text: evil },
        { kind: 'reminder', lang: 'en', text: evil },
      ],
    },
    moments: [
      {
        at: '2026-11-29T23:03:30.000Z',
        stage: evil,
        turn: 1,
        tools: [evil],
        usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 },
      },
    ],
  };

  const harmless = (html: string) => {
    expect(html).not.toMatch(/<script|<a href="https:\/\/evil|href="javascript/i);
    // every quote that came from outside is escaped: no tag carries a handler
    expect(html.replace(/="[^"]*"/g, '').match(/<[^>]*\son\w+/gi)).toBeNull();
    const visible = html.replace(/="[^"]*"|<textarea[^>]*>[^<]*/g, '');
    expect(visible).not.toMatch(/\u202e|\u200b/);
    expect(html).toContain('<mark>U+202E</mark>decoy<mark>U+200B</mark>');
    const own = [...html.matchAll(/<a[^>]*href="([^"]*)"/g)].map(([, href]) => href);
    expect(own.filter((href) => !/^\?lang=(en|tc|sc)$/.test(href ?? '') && href !== '#decide')).toEqual([]);
  };

  it('are words on the page', async () => {
    const html = await pageOf(hostile);
    harmless(html);
    expect(html.match(/<form\b/g)).toHaveLength(1);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('are words on the form that comes back, and on the receipt', async () => {
    b = await bench(hostile);
    const [first, second] = hostile.proposals;
    const fields = {
      '0.digest': first?.digest ?? '',
      '0.choice': 'REJECTED',
      '0.comment.REJECTED': evil,
      '1.digest': second?.digest ?? '',
    };
    const back = await b.post(fields);
    expect(back.status).toBe(422);
    harmless(await back.text());
    expect((await b.post({ ...fields, '1.choice': 'ANSWERED.0' })).status).toBe(303);
    harmless(await (await b.get()).text());
  });
});
