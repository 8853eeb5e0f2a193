import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../lambda/define/json.ts';
import {
  call,
  endTurn,
  error,
  inOrder,
  maxTokens,
  pauseTurn,
  raw,
  refusal,
  type Script,
  type Step,
  stopped,
  toolUse,
} from '../../lib/local/messages-api.ts';
import { type Bench, openBench } from './bench.ts';
import { reportAt } from './observatory.ts';
import { decide } from './person.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

let day = 0;
/** A business date of its own for every case, so that no two are about the same task. */
const freshDate = () => new Date(Date.UTC(2031, 0, ++day)).toISOString().slice(0, 10);

const weather = call('get_hko_weather', { lang: 'tc' });
const draft = call('draft_bilingual_brief', { snapshot_id: 'weather-0001-0', audience: 'operations' });
const propose = (title = '香港早晨天氣簡報 Hong Kong morning brief', draft_id = 'draft-0002-0') =>
  call('create_review_task', { title, draft_id });
const good: readonly Step[] = [toolUse(weather), toolUse(draft), toolUse(propose())];
const lastWords = endTurn('That is all.');

/** Runs a script, and gives what became of it with the results the model was told, by turn. */
async function follow(script: Script) {
  const date = freshDate();
  const standing = await bench.run(date, script);
  return { ...standing, date, told: told(date) };
}

const told = (date: string) =>
  bench.asked(date).map(({ messages }) =>
    (messages.at(-1)?.content ?? []).flatMap((block) => {
      if (block.type !== 'tool_result') return [];
      const result = JSON.parse(String(block.content)) as { ok: boolean; error?: { code: string } };
      return [result.ok ? 'ok' : String(result.error?.code)];
    }),
  );
/** What the last request told. */
const toldLast = (date: string) => told(date).at(-1);

const nothingHappened = async (run: string) => {
  const { run: item, turns } = await bench.record(run);
  expect(item.state).not.toBe('DONE');
  for (const { turn } of turns) expect(await bench.decision(run, turn)).toBeUndefined();
  expect(await bench.tasks()).toEqual([]);
};

describe('a model that skips a step', () => {
  it('asks for the write first: it is told what is missing, and nobody is asked', async () => {
    const end = await follow(inOrder(toolUse(propose()), lastWords));
    expect(end).toMatchObject({ state: 'FAILED', code: 'EVIDENCE_MISSING', steps: 2, text: 'That is all.' });
    expect(end.told).toEqual([[], ['FACT_MISSING']]);
    expect((await bench.mailsAbout(end.run)).map(({ subject }) => subject)).toEqual([
      'No morning-brief for 1 Jan 2031',
      'No morning-brief for 1 Jan 2031',
    ]);
    await nothingHappened(end.run);
  });

  it.each([
    ['at once', []],
    ['after the observation', [toolUse(weather)]],
    ['after the draft', [toolUse(weather), toolUse(draft)]],
  ])('says %s that it is done: a run without its evidence is not', async (_, steps) => {
    const words = 'Done. I have created the review task, and it is 27 degrees.';
    const end = await follow(inOrder(...steps, endTurn(words)));
    expect(end).toMatchObject({
      state: 'FAILED',
      code: 'EVIDENCE_MISSING',
      steps: steps.length + 1,
      text: words,
    });
    await nothingHappened(end.run);
  });

  it.each([
    ['of a draft that never was', 'draft-0009-0', 'UNKNOWN_FACT'],
    ['of the observation in place of the draft', 'weather-0001-0', 'UNKNOWN_FACT'],
    ['that is empty', '', 'UNKNOWN_FACT'],
    ['of another run', 'morning-brief-2030-05-02/draft-0002-0', 'UNKNOWN_FACT'],
  ])('gives the id %s', async (_, id, code) => {
    const end = await follow(
      inOrder(toolUse(weather), toolUse(draft), toolUse(propose('A brief', id)), lastWords),
    );
    expect(end).toMatchObject({ state: 'FAILED', code: 'EVIDENCE_MISSING' });
    expect(end.told.at(-1)).toEqual([code]);
    await nothingHappened(end.run);
  });

  it('drafts from an observation that was never made', async () => {
    const invented = call('draft_bilingual_brief', { snapshot_id: 'weather-0001-0', audience: 'operations' });
    const end = await follow(inOrder(toolUse(invented), lastWords));
    expect(end.told.at(-1)).toEqual(['FACT_MISSING']);
    await nothingHappened(end.run);
  });

  it('puts all three steps into one message: only what stands on facts is run', async () => {
    const end = await follow(inOrder(toolUse(weather, draft, propose('A brief', 'draft-0001-1')), lastWords));
    expect(end.told.at(-1)).toEqual(['ok', 'FACT_MISSING', 'FACT_MISSING']);
    expect(end).toMatchObject({ state: 'FAILED', code: 'EVIDENCE_MISSING' });
    await nothingHappened(end.run);
  });
});

describe('a model that makes things up', () => {
  const titles = {
    'Brief: 31 °C in Hong Kong': 'UNGROUNDED_FIGURE',
    'Brief: thirty-one degrees': 'UNGROUNDED_FIGURE',
    '簡報：氣溫３１度': 'UNGROUNDED_FIGURE',
    '簡報：氣溫三十一度': 'UNGROUNDED_FIGURE',
    '簡報：卅一度': 'UNGROUNDED_FIGURE',
    'Brief: no. XXXI': 'UNGROUNDED_FIGURE',
    'Brief: a dozen warnings': 'UNGROUNDED_FIGURE',
    明天會下大雨: 'PROMISES_FUTURE',
  };

  it('invents figures in the title, in digits, words, full width and Chinese, and promises weather', async () => {
    const calls = Object.keys(titles).map((title) => propose(title));
    const end = await follow(inOrder(toolUse(weather), toolUse(draft), toolUse(...calls), lastWords));
    expect(end.told.at(-1)).toEqual(Object.values(titles));
    expect(end).toMatchObject({ state: 'FAILED', code: 'EVIDENCE_MISSING' });
    await nothingHappened(end.run);
  });

  it('invents figures in the note and in the audience of the draft', async () => {
    const noted = (note: Json, audience = 'operations') =>
      call('draft_bilingual_brief', { snapshot_id: 'weather-0001-0', audience, note });
    const end = await follow(
      inOrder(
        toolUse(weather),
        toolUse(
          noted({ zh: '氣溫四十度', en: 'It is hot.' }),
          noted({ zh: '很熱。', en: 'It is forty degrees.' }),
          noted({ zh: '很熱。', en: 'It will rain tomorrow.' }),
          noted({ zh: '很熱。', en: 'It is hot.' }, 'operations (99 mm fell)'),
        ),
        lastWords,
      ),
    );
    expect(end.told.at(-1)).toEqual([
      'UNGROUNDED_FIGURE',
      'UNGROUNDED_FIGURE',
      'PROMISES_FUTURE',
      'UNGROUNDED_FIGURE',
    ]);
    await nothingHappened(end.run);
  });

  it('may repeat a figure that is a fact', async () => {
    const end = await follow(
      inOrder(toolUse(weather), toolUse(draft), toolUse(propose('Brief: 27 °C, ８１%'))),
    );
    expect(end).toMatchObject({ state: 'WAITING_CONFIRM', steps: 3 });
  });

  it.each(['send_email', 'constructor', '__proto__', 'CREATE_REVIEW_TASK', 'review'])(
    'calls the tool "%s", which is none of its tools',
    async (name) => {
      const end = await follow(inOrder(toolUse(call(name, { to: 'everybody' })), lastWords));
      expect(end.told.at(-1)).toEqual(['UNKNOWN_TOOL']);
      expect(end).toMatchObject({ state: 'FAILED', code: 'EVIDENCE_MISSING' });
      await nothingHappened(end.run);
    },
  );

  it('sends arguments that do not fit, and sends them again unchanged', async () => {
    const wrong = [
      call('get_hko_weather', { lang: 'fr' }),
      call('get_hko_weather', {}),
      call('get_hko_weather', { lang: 'tc', station: "King's Park" }),
      call('get_hko_weather', { lang: ['tc'] }),
      propose('x'.repeat(121)),
      propose(''),
    ];
    const end = await follow(inOrder(toolUse(...wrong), toolUse(...wrong), lastWords));
    expect(end.told[1]).toEqual(Array(6).fill('INVALID_ARGUMENTS'));
    expect(end.told[2]).toEqual(expect.arrayContaining(['INVALID_ARGUMENTS']));
    expect(bench.feed.asked).not.toContain('rhrread fr');
    await nothingHappened(end.run);
  });

  it('never gets the same refused arguments through a second time', async () => {
    const wrong = propose('A brief', 'draft-0009-0');
    const end = await follow(
      inOrder(toolUse(weather), toolUse(draft), toolUse(wrong), toolUse(wrong), lastWords),
    );
    expect(end.told.slice(-2)).toEqual([['UNKNOWN_FACT'], ['RESENT_UNCHANGED']]);
  });
});

describe('a model that asks for too much', () => {
  it('loops on one call: its turns run out, and the history stays short', async () => {
    const end = await follow(() => toolUse(weather));
    expect(end).toMatchObject({ state: 'FAILED', code: 'BUDGET_TURNS', steps: 6 });
    expect(bench.asked(end.date)).toHaveLength(6);
    expect(bench.time.events(end.run).length).toBeLessThan(200);
    await nothingHappened(end.run);
  });

  it('talks without end: its tokens run out before the call that they would pay for', async () => {
    const end = await follow(() => toolUse('blah '.repeat(20_000), weather));
    expect(end).toMatchObject({ state: 'FAILED', code: 'BUDGET_TOKENS' });
    expect(bench.asked(end.date).length).toBeLessThanOrEqual(3);
    await nothingHappened(end.run);
  });

  it.each([1, 2, 10, 16])('makes %i calls in one message: each is answered, in order', async (n) => {
    const langs = ['tc', 'en', 'sc'];
    const calls = Array.from({ length: n }, (_, index) =>
      call('get_hko_weather', { lang: langs[index % 3] ?? 'tc' }, `toolu_many_${index}`),
    );
    const end = await follow(inOrder(toolUse(...calls), lastWords));
    expect(end.told.at(-1)).toEqual(Array(n).fill('ok'));
    const results = bench.asked(end.date).at(-1)?.messages.at(-1)?.content ?? [];
    expect(results.map(({ tool_use_id }) => tool_use_id)).toEqual(calls.map(({ id }) => id));
  });

  it('makes seventeen calls in one message: sixteen run, the last is refused', async () => {
    const before = bench.feed.asked.length;
    const end = await follow(inOrder(toolUse(...Array.from({ length: 17 }, () => weather)), lastWords));
    expect(end.told.at(-1)).toEqual([...Array(16).fill('ok'), 'TOO_MANY_CALLS']);
    expect(bench.feed.asked.length - before).toBe(16);
  });

  it('proposes the same act twice in one message, with another title', async () => {
    const end = await follow(
      inOrder(toolUse(weather), toolUse(draft), toolUse(propose('A brief'), propose('Another brief'))),
    );
    expect(end).toMatchObject({ state: 'WAITING_CONFIRM', pending_tools: ['create_review_task'] });
    const { turns } = await bench.record(end.run);
    expect(
      turns
        .at(-1)
        ?.calls.map((each) =>
          each.standing === 'refused' && !each.result.ok ? each.result.error.code : each.standing,
        ),
    ).toEqual(['propose', 'SAME_ACT_TWICE']);
  });

  it('gets a result that is too large to keep, and is told so before anything of it is written', async () => {
    bench.feed.first(reportAt('tc', bench.time.timers.now(), { warningMessage: ['雨'.repeat(350_000)] }));
    const end = await follow(inOrder(toolUse(weather), lastWords));
    expect(end.told.at(-1)).toEqual(['RESULT_TOO_LARGE']);
    expect(end).toMatchObject({ state: 'FAILED', code: 'EVIDENCE_MISSING' });
    const sizes = bench.time.events(end.run).map((event) => Buffer.byteLength(JSON.stringify(event)));
    expect(Math.max(...sizes)).toBeLessThan(4_000);
    await nothingHappened(end.run);
  });

  it('gets an answer beyond what is read at all: the run ends and says why', async () => {
    bench.feed.first('x'.repeat(2 * 1024 * 1024 + 1));
    const end = await follow(inOrder(toolUse(weather), lastWords));
    expect(end).toMatchObject({ state: 'FAILED', code: 'ANSWER_TOO_LARGE' });
    await nothingHappened(end.run);
  });

  it('says more than one turn can keep: the run ends by that name', async () => {
    const end = await follow(
      inOrder(
        toolUse('x'.repeat(150_000), call('get_hko_weather', { lang: 'y'.repeat(200_000) })),
        lastWords,
      ),
    );
    expect(end).toMatchObject({ state: 'FAILED', code: 'ITEM_TOO_LARGE' });
    await nothingHappened(end.run);
  });
});

describe('an answer that is not what it seems', () => {
  const cutOff = maxTokens(propose());

  it('is cut off inside a call that would be valid: nothing of it is proposed', async () => {
    const end = await follow(inOrder(toolUse(weather), toolUse(draft), cutOff, cutOff));
    expect(end).toMatchObject({ state: 'FAILED', code: 'TRUNCATED', steps: 2 });
    expect(bench.asked(end.date).map(({ max_tokens }) => max_tokens)).toEqual([4096, 4096, 4096, 16384]);
    await nothingHappened(end.run);
  });

  it('is cut off once and whole with more room', async () => {
    const end = await follow(
      inOrder(toolUse(weather), toolUse(draft), cutOff, toolUse(propose('With room'))),
    );
    expect(end).toMatchObject({ state: 'WAITING_CONFIRM', steps: 3 });
    const { turns } = await bench.record(end.run);
    expect(turns.at(-1)?.calls[0]?.args).toEqual({ title: 'With room', draft_id: 'draft-0002-0' });
  });

  const endings: readonly (readonly [what: string, step: Step, code: string])[] = [
    ['is a refusal', refusal('cyber'), 'REFUSED'],
    ['is a refusal with a call in it', refusal(null, propose()), 'REFUSED'],
    ['stops for a reason nobody knows', stopped('solar_flare', 'Hello'), 'UNKNOWN_STOP'],
    ['stops for a reason nobody knows, with a call in it', stopped('solar_flare', propose()), 'UNKNOWN_STOP'],
    [
      'stops for a tool and calls none',
      toolUse('I will now call create_review_task({"title":"x"}).'),
      'TOOL_USE_WITHOUT_CALL',
    ],
    ['ends and yet calls', endTurn('Done.', propose()), 'CALL_WITHOUT_TOOL_USE'],
    ['exceeds the context', stopped('model_context_window_exceeded', 'Hel'), 'CONTEXT_EXCEEDED'],
    ['pauses for a server tool', pauseTurn('One moment.'), 'PAUSED_TURN'],
    [
      'calls twice under one id',
      toolUse(call('get_hko_weather', { lang: 'tc' }, 'a'), call('get_hko_weather', { lang: 'en' }, 'a')),
      'MALFORMED_CALL',
    ],
    ['calls with a list for arguments', toolUse(call('get_hko_weather', ['tc'])), 'MALFORMED_CALL'],
    ['calls with text for arguments', toolUse(call('get_hko_weather', '{"lang":"tc"}')), 'MALFORMED_CALL'],
  ];
  it.each(endings)('%s: the run ends by name after one request', async (_, step, code) => {
    const end = await follow(inOrder(toolUse(weather), toolUse(draft), step));
    expect(end).toMatchObject({ state: 'FAILED', code, steps: 2 });
    expect(bench.asked(end.date)).toHaveLength(3);
    const mails = await bench.mailsAbout(end.run);
    expect(mails.map(({ body }) => body.text.includes(code))).toEqual([true, true]);
    await nothingHappened(end.run);
  });

  it('says nothing twice', async () => {
    const end = await follow(inOrder(toolUse(weather), endTurn(), endTurn(' \n')));
    expect(end).toMatchObject({ state: 'FAILED', code: 'EMPTY_ANSWER', steps: 1 });
    await nothingHappened(end.run);
  });

  it('says nothing once and is asked to go on', async () => {
    const end = await follow(inOrder(toolUse(weather), endTurn(), toolUse(draft), toolUse(propose())));
    expect(end).toMatchObject({ state: 'WAITING_CONFIRM', steps: 3 });
  });

  it('says something beside its call: the call runs, and the words are nobody’s answer', async () => {
    const end = await follow(
      inOrder(toolUse('It is 99 °C. All done!', weather), toolUse(draft), toolUse('Shipped.', propose())),
    );
    expect(end).toMatchObject({ state: 'WAITING_CONFIRM', text: '' });
    const page = await (await fetch(end.link ?? '')).text();
    expect(page).not.toContain('99 °C');
    expect(page).not.toContain('Shipped.');
    for (const { body } of await bench.mailsAbout(end.run)) expect(body.text).not.toContain('99 °C');
  });

  it('thinks, and is sent its thoughts back to the letter', async () => {
    const content = [
      { type: 'thinking', thinking: '', signature: 'c2lnbmF0dXJl' },
      { type: 'redacted_thinking', data: '7YQ=' },
      { type: 'text', text: '  好。🌧️ \u2028 ', citations: null, made_up: { z: 1, a: [null] } },
      { ...weather, id: 'toolu_kept', caller: { type: 'direct' } },
    ];
    const end = await follow(inOrder(toolUse(...content), toolUse(draft), toolUse(propose())));
    expect(end.state).toBe('WAITING_CONFIRM');
    const texts = bench.model.requests.filter(({ body }) =>
      JSON.stringify(body.messages[0]).includes(end.date),
    );
    for (const request of texts.slice(1)) expect(request.text).toContain(JSON.stringify(content));
  });
});

describe('a provider that fails', () => {
  const then = (...steps: Step[]) => inOrder(...steps, ...good);

  it.each([
    ['429 three times', [error(429), error(429, { 'retry-after': '7' }), error(429)], 6],
    ['529 five times', Array(5).fill(error(529)), 8],
    ['500 twice', [error(500), error(500)], 5],
    [
      'a page of HTML, and half an answer',
      [raw(200, 'text/html', '<p>busy</p>'), raw(200, 'application/json', '{"type":"mess')],
      5,
    ],
  ] as const)('answers %s and then works: the run parks', async (_, steps, requests) => {
    const end = await follow(then(...steps));
    expect(end).toMatchObject({ state: 'WAITING_CONFIRM', steps: 3 });
    expect(bench.asked(end.date)).toHaveLength(requests);
  });

  it.each([
    ['429 for ever', error(429), 'OVERLOADED', 8],
    ['529 for ever', error(529), 'OVERLOADED', 8],
    ['500 for ever', error(500), 'MODEL_UNAVAILABLE', 3],
    ['a wait of half an hour', error(429, { 'retry-after': '1800' }), 'OVERLOADED', 1],
    ['HTML for ever', raw(200, 'text/html', '<p>busy</p>'), 'MODEL_UNAVAILABLE', 3],
    ['nothing at all', raw(200, 'application/json', '{}'), 'MODEL_UNAVAILABLE', 3],
    ['that the request is wrong', error(400), 'MODEL_REFUSED_REQUEST', 1],
    [
      'that the account is spent',
      error(429, {}, { error_code: 'enforced_spend_limit_reached' }),
      'MODEL_REFUSED_REQUEST',
      1,
    ],
  ] as const)('answers %s: the run ends by name, and people are told', async (_, step, code, requests) => {
    const end = await follow(() => step);
    expect(end).toMatchObject({ state: 'FAILED', code, steps: 0 });
    expect(bench.asked(end.date)).toHaveLength(requests);
    const mails = await bench.mailsAbout(end.run);
    expect(mails.map(({ destination }) => destination.to)).toEqual([
      ['approver@holdpoint.example'],
      ['owner@holdpoint.example'],
    ]);
    expect(mails.every(({ body }) => body.text.includes(code))).toBe(true);
    await nothingHappened(end.run);
  });

  it('refuses the key: nobody is told the key', async () => {
    const end = await follow(() => error(401));
    expect(end).toMatchObject({ state: 'FAILED', code: 'MODEL_REFUSED_REQUEST' });
    const said = JSON.stringify([
      await bench.record(end.run),
      await bench.mailsAbout(end.run),
      bench.time.events(end.run),
    ]);
    expect(said).not.toContain('sk-test-key-of-the-bench');
  });
});

describe('odd but honest', () => {
  it('names the date of the run in the title, as people write it', async () => {
    const date = freshDate();
    const [, month, dayOfMonth] = date.split('-').map(Number);
    const title = `${month}月${dayOfMonth}日早晨簡報 Morning brief ${date}`;
    const parked = await bench.run(date, inOrder(toolUse(weather), toolUse(draft), toolUse(propose(title))));
    expect(parked).toMatchObject({ state: 'WAITING_CONFIRM', steps: 3 });
  });

  it('uses one id for calls of two messages: the thread would be refused, and the run ends by that name', async () => {
    const once = { ...weather, id: 'toolu_same' };
    const end = await follow(inOrder(toolUse(once), toolUse({ ...draft, id: 'toolu_same' }), lastWords));
    expect(end).toMatchObject({ state: 'FAILED', code: 'MODEL_REFUSED_REQUEST', steps: 2 });
    await nothingHappened(end.run);
  });
});

describe('a model that mixes reads and a write in one message', () => {
  /** Two reads and a write that stands on the facts of before; the weather has changed meanwhile. */
  const mixed = async (...after: Step[]) => {
    const date = freshDate();
    const changed = (value: number) =>
      reportAt('tc', bench.time.timers.now()).replace('"value":27', `"value":${value}`);
    bench.feed.first(changed(27), changed(31));
    const parked = await bench.run(
      date,
      inOrder(toolUse(weather), toolUse(draft), toolUse(weather, draft, propose()), ...after),
    );
    return { ...parked, date };
  };

  it('shows the person the figures of the very draft that is proposed', async () => {
    const parked = await mixed();
    expect(parked).toMatchObject({ state: 'WAITING_CONFIRM', pending_tools: ['create_review_task'] });
    const gate = await bench.gate(parked.run, 3);
    expect(gate?.proposals[0]?.preview.texts[1]?.text).toContain('Temperature: 27 °C');
    expect(gate?.exhibit.figures.find(({ label }) => label.en.includes('emperature'))?.value).toBe(27);
  });

  it('may put into the title what the draft says, not what was read since', async () => {
    const changed = reportAt('tc', bench.time.timers.now()).replace('"value":27', '"value":31');
    bench.feed.first(reportAt('tc', bench.time.timers.now()), changed);
    const titles = toolUse(propose('Brief: 31 °C'), propose('Brief: 27 °C'));
    const end = await follow(inOrder(toolUse(weather), toolUse(draft), toolUse(weather), titles));
    expect(end).toMatchObject({ state: 'WAITING_CONFIRM', steps: 4 });
    expect((await bench.gate(end.run, 4))?.proposals.map(({ args }) => args.title)).toEqual(['Brief: 27 °C']);
  });

  it('answers all three in order once the person has decided, and ends as the task does', async () => {
    const parked = await mixed(lastWords);
    const before = (await bench.tasks()).length;
    await decide(parked.link ?? '', 'APPROVED');
    const end = await bench.standing(parked.run);
    expect(toldLast(parked.date)).toEqual(['ok', 'ok', 'ok']);
    expect(await bench.tasks()).toHaveLength(before + 1);
    expect((await bench.tasks()).join()).toContain('Temperature: 27 °C');
    expect(end).toMatchObject({ state: 'DONE' });
  });
});

describe('a model that goes on after the act', () => {
  it('proposes it again under another title: nobody is asked again, and there is one task', async () => {
    const date = freshDate();
    const parked = await bench.run(
      date,
      inOrder(...good, toolUse(propose('Quite another title')), lastWords),
    );
    const before = (await bench.tasks()).length;
    await decide(parked.link ?? '', 'APPROVED');
    expect(await bench.standing(parked.run)).toMatchObject({ state: 'DONE', steps: 5, text: 'That is all.' });
    expect(toldLast(date)).toEqual(['ok']);
    const tasks = await bench.tasks();
    expect(tasks).toHaveLength(before + 1);
    expect(tasks.join()).not.toContain('Quite another title');
    expect(await bench.mailsAbout(parked.run)).toMatchObject([
      { subject: expect.not.stringContaining('What came of it: ') },
      { subject: expect.stringContaining('What came of it: ') },
    ]);
  });

  it('reads and drafts again instead of stopping: the task stands, and so does the run', async () => {
    const date = freshDate();
    const again = call('draft_bilingual_brief', { snapshot_id: 'weather-0004-0', audience: 'operations' });
    const parked = await bench.run(date, inOrder(...good, toolUse(weather), toolUse(again), lastWords));
    await decide(parked.link ?? '', 'APPROVED');
    expect(await bench.standing(parked.run)).toMatchObject({ state: 'DONE', steps: 6 });
  });
});
