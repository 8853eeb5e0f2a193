import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BilingualBrief } from '../../lambda/workflows/morning-brief/draft.ts';
import { call, endTurn, inOrder, type Script, toolUse } from '../../lib/local/messages-api.ts';
import { type Bench, openBench } from './bench.ts';
import { type Answer, hangUp, htmlPage, reportAt, status } from './observatory.ts';
import { decide } from './person.ts';

const shared = process.env.HOLDPOINT_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url));
const captures = `${shared}/hko`;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

let day = 0;
const freshDate = () => new Date(Date.UTC(2033, 0, ++day)).toISOString().slice(0, 10);
type Lang = 'en' | 'tc' | 'sc';

const reads = (lang: Lang): Script =>
  inOrder(
    toolUse(call('get_hko_weather', { lang })),
    toolUse(call('draft_bilingual_brief', { snapshot_id: 'weather-0001-0', audience: 'operations' })),
    toolUse(call('create_review_task', { title: '早晨簡報 Morning brief', draft_id: 'draft-0002-0' })),
    endTurn('Done.'),
  );
/** What a model says that was told of a failure and stops. */
const givesUp = () =>
  inOrder(toolUse(call('get_hko_weather', { lang: 'tc' })), endTurn('It could not be read.'));
const toldLast = (date: string) => {
  const [block] = bench.asked(date).at(-1)?.messages.at(-1)?.content ?? [];
  return { isError: block?.is_error === true, result: JSON.parse(String(block?.content)) };
};

describe.skipIf(!existsSync(captures))('the captures of the real feed', () => {
  const read = (name: string) => readFileSync(`${captures}/${name}`, 'utf8');
  type Expected = {
    updateTime: string;
    recordTime: string;
    temperatureC: number;
    humidityPercent: number;
    rainfallMaxMm: number;
    rainfallMaxPlaceIfPositive: string | null;
    rainfallStart: string;
    rainfallEnd: string;
    uvIndex: number | null;
    warnings: string[];
  };
  const expected: Record<string, Expected> = existsSync(captures) ? JSON.parse(read('expected.json')) : {};

  it.each(Object.entries(expected))('%s: a run parks with a draft of its figures', async (name, wanted) => {
    const lang = name.slice(-2) as Lang;
    bench.feed.answers(() => read(`${name}.json`));
    bench.time.setClock(new Date(Date.parse(wanted.updateTime) + 3 * 60_000));
    const parked = await bench.run(freshDate(), reads(lang), { input: { lang, audience: 'operations' } });
    expect(parked).toMatchObject({ state: 'WAITING_CONFIRM', steps: 3 });
    const gate = await bench.gate(parked.run, 3);
    const draft = gate?.proposals[0]?.injected.draft as unknown as BilingualBrief;

    const figureOf = (figure: string) => draft.figures.find((each) => each.name === figure)?.value ?? null;
    expect({
      ...draft.times,
      temperatureC: figureOf('temperature'),
      humidityPercent: figureOf('humidity'),
      rainfallMaxMm: figureOf('rainfall'),
      uvIndex: figureOf('uv'),
    }).toEqual({
      updateTime: wanted.updateTime,
      recordTime: wanted.recordTime,
      rainfallStart: wanted.rainfallStart,
      rainfallEnd: wanted.rainfallEnd,
      temperatureC: wanted.temperatureC,
      humidityPercent: wanted.humidityPercent,
      rainfallMaxMm: wanted.rainfallMaxMm,
      uvIndex: wanted.uvIndex,
    });
    expect(draft.zh.lang).toBe(lang === 'sc' ? 'sc' : 'tc');
    for (const text of [draft.zh.text, draft.en.text]) {
      expect(text).toMatch(new RegExp(`[^\\d.]${wanted.temperatureC} ?°C`));
      expect(text).toMatch(new RegExp(`[^\\d.]${wanted.humidityPercent}%`));
      expect(text).toContain(wanted.rainfallMaxMm === 0 ? '0' : String(wanted.rainfallMaxMm));
      for (const sentence of wanted.warnings) expect(text).toContain(sentence);
      if (wanted.uvIndex !== null)
        expect(text).toMatch(new RegExp(`[^\\d.]${String(wanted.uvIndex).replace('.', '\\.')}[^\\d.]`));
    }
    if (wanted.rainfallMaxPlaceIfPositive) {
      expect(draft.zh.text).toContain(wanted.rainfallMaxPlaceIfPositive);
      expect(draft.en.text).toContain('Tuen Mun');
    }
    const page = await (await fetch(parked.link ?? '')).text();
    for (const { value, observedAt } of gate?.exhibit.figures ?? []) {
      expect(page).toContain(String(value));
      expect([wanted.updateTime, wanted.recordTime, wanted.rainfallEnd]).toContain(observedAt);
    }
  });

  it('the error text for wrong parameters: the run ends FAILED and says so', async () => {
    bench.feed.answers(() => read('error-invalid-params-NOTJSON.json'));
    const before = bench.feed.asked.length;
    const asksTwice = inOrder(
      toolUse(call('get_hko_weather', { lang: 'tc' })),
      toolUse(call('get_hko_weather', { lang: 'tc' })),
      endTurn('The feed refuses the request.'),
    );
    const date = freshDate();
    const end = await bench.run(date, asksTwice);
    expect(end).toMatchObject({
      state: 'FAILED',
      code: 'EVIDENCE_MISSING',
      message: expect.stringContaining('no valid weather is on record; the last failed call answered'),
      text: 'The feed refuses the request.',
    });
    expect((await bench.record(end.run)).calls[0]?.result).toMatchObject({
      ok: false,
      error: { kind: 'parameter', code: 'HKO_BAD_PARAMETERS', retryable: false },
    });
    expect(toldLast(date)).toMatchObject({ isError: true, result: { error: { code: 'RESENT_UNCHANGED' } } });
    expect(bench.feed.asked.length - before).toBe(1);
    expect(
      (await bench.mailsAbout(end.run)).map(({ body }) => body.text.includes('HKO_BAD_PARAMETERS')),
    ).toEqual([true, true]);
    expect(await bench.tasks()).toEqual([]);
  });
});

describe('a feed that fails', () => {
  const now = () => bench.time.timers.now();
  beforeEach(() => {
    bench.feed.answers((lang) => reportAt(lang, now()));
    bench.time.setClock(new Date('2033-06-01T09:05:00+08:00'));
  });
  const halfJson: Answer = (_, response) =>
    void response.end('{"temperature":{"data":[{"place":"香港天文台","val');

  it.each<[string, Answer]>([
    ['503', status(503)],
    ['429', status(429)],
    ['502 with a page', status(502, '<html>Bad gateway</html>', 'text/html')],
    ['a page of HTML with status 200', htmlPage],
    ['half a JSON', halfJson],
    ['a closed connection', hangUp],
    ['nothing', (_, response) => void response.end()],
  ])(
    'answers %s three times and then the report: the machine asks again, and the run parks',
    async (_, answer) => {
      bench.feed.first(answer, answer, answer);
      const before = bench.feed.asked.length;
      const parked = await bench.run(freshDate(), reads('tc'));
      expect(parked).toMatchObject({ state: 'WAITING_CONFIRM', steps: 3 });
      expect(bench.feed.asked.length - before).toBe(4);
    },
  );

  it.each<[string, Answer, string]>([
    ['503', status(503), 'HTTP_503'],
    ['a page of HTML', htmlPage, 'HKO_NOT_JSON'],
    ['half a JSON', halfJson, 'HKO_NOT_JSON'],
    ['a closed connection', hangUp, 'UNREACHABLE'],
  ])(
    'answers %s for ever: the model is told after four requests, and nothing is drafted',
    async (_, answer, code) => {
      bench.feed.answers(() => answer);
      const before = bench.feed.asked.length;
      const date = freshDate();
      const end = await bench.run(date, givesUp());
      expect(bench.feed.asked.length - before).toBe(4);
      expect(toldLast(date)).toMatchObject({
        isError: true,
        result: { ok: false, error: { kind: 'transient', code } },
      });
      expect(end).toMatchObject({
        state: 'FAILED',
        code: 'EVIDENCE_MISSING',
        steps: 2,
        text: 'It could not be read.',
      });
      expect(end.message).toContain(code);
      const { facts } = await bench.record(end.run);
      expect(facts).toEqual([]);
    },
  );

  it('fails for a while, and the model asks once more', async () => {
    bench.feed.first(...Array(4).fill(status(503)));
    const again = inOrder(
      toolUse(call('get_hko_weather', { lang: 'tc' })),
      toolUse(call('get_hko_weather', { lang: 'tc' })),
      toolUse(call('draft_bilingual_brief', { snapshot_id: 'weather-0002-0', audience: 'operations' })),
      toolUse(call('create_review_task', { title: 'Morning brief', draft_id: 'draft-0003-0' })),
    );
    expect(await bench.run(freshDate(), again)).toMatchObject({ state: 'WAITING_CONFIRM', steps: 4 });
  });

  it('answers one read of two: the one that fails stops no other', async () => {
    bench.feed.answers((lang) => (lang === 'en' ? status(503) : reportAt(lang, now())));
    const date = freshDate();
    const both = inOrder(
      toolUse(call('get_hko_weather', { lang: 'en' }), call('get_hko_weather', { lang: 'tc' })),
      endTurn('One came.'),
    );
    await bench.run(date, both);
    const results = bench.asked(date).at(-1)?.messages.at(-1)?.content ?? [];
    expect(results.map(({ is_error }) => is_error === true)).toEqual([true, false]);
  });
});

describe('an observation that cannot be used', () => {
  const now = () => bench.time.timers.now();
  beforeEach(() => bench.time.setClock(new Date('2033-06-01T09:05:00+08:00')));
  type Change = (weather: Record<string, object>) => void;
  const with_ = (change: Change) => (lang: Lang) => {
    const answer = JSON.parse(reportAt(lang, now()));
    change(answer);
    return JSON.stringify(answer);
  };

  it.each<[string, Change, string, string]>([
    [
      'an old bulletin',
      (w) => Object.assign(w, { updateTime: '2033-06-01T06:54:00+08:00' }),
      'STALE',
      'updateTime',
    ],
    [
      'old temperatures in a fresh bulletin',
      (w) => Object.assign(w.temperature as object, { recordTime: '2033-06-01T06:54:00+08:00' }),
      'STALE',
      'recordTime',
    ],
    [
      'an old rainfall window',
      (w) =>
        Object.assign(w.rainfall as object, {
          startTime: '2033-06-01T05:30:00+08:00',
          endTime: '2033-06-01T06:30:00+08:00',
        }),
      'STALE',
      'rainfall.endTime',
    ],
    [
      'a bulletin of the future',
      (w) => Object.assign(w, { updateTime: '2033-06-01T09:30:00+08:00' }),
      'BAD_TIME',
      'updateTime',
    ],
    [
      'a time without its offset',
      (w) => Object.assign(w, { updateTime: '2033-06-01T09:02:00' }),
      'HKO_BAD_TIME',
      'updateTime',
    ],
    [
      'no row of the Observatory',
      (w) => Object.assign(w.temperature as object, { data: [{ place: '京士柏', value: 29, unit: 'C' }] }),
      'HKO_ROW_MISSING',
      'temperature',
    ],
    ['no humidity', (w) => Object.assign(w, { humidity: '' }), 'HKO_FIELD_MISSING', 'humidity'],
    [
      'no word on warnings',
      (w) => Object.assign(w, { warningMessage: undefined }),
      'HKO_FIELD_MISSING',
      'warningMessage',
    ],
  ])(
    'has %s: the run ends by a code and a field, and the model is not asked to make do',
    async (_, change, code, field) => {
      bench.feed.answers(with_(change));
      const date = freshDate();
      const end = await bench.run(date, reads('tc'));
      expect(end).toMatchObject({ state: 'FAILED', code, steps: 1, text: '' });
      expect(end.message).toContain(field);
      expect(bench.asked(date)).toHaveLength(1);
      const { facts } = await bench.record(end.run);
      expect(facts.filter(({ name }) => name === 'draft')).toEqual([]);
      expect((await bench.mailsAbout(end.run)).map(({ body }) => body.text.includes(code))).toEqual([
        true,
        true,
      ]);
      expect(await bench.tasks()).toEqual([]);
    },
  );

  it('was fresh when it was judged: a slow approver does not make it stale', async () => {
    bench.feed.answers((lang) => reportAt(lang, now()));
    const parked = await bench.run(freshDate(), reads('tc'));
    bench.time.timers.advance(170 * 60_000);
    expect((await decide(parked.link ?? '', 'APPROVED')).status).toBe(303);
    expect((await bench.standing(parked.run)).state).toBe('DONE');
    expect((await bench.record(parked.run)).facts[0]?.verdict).toEqual({ ok: true });
  });
});
