import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, endTurn, type Script, type Step, toolUse } from '../../../lib/local/messages-api.ts';
import { formOf, send } from '../../local/person.ts';
import { type Asker, openAsker } from '../asker.ts';
import { openMeteo } from './open-meteo.ts';

const SHANGHAI = { question: '我明天上午去上海见客户，需要带伞吗' };
const SPRINGFIELD = { question: 'I see a client in Springfield tomorrow morning. Do I need an umbrella?' };

let now = () => Date.parse('2026-08-25T11:02:00+08:00');
let asker: Asker;
let meteo: Awaited<ReturnType<typeof openMeteo>>;
beforeAll(async () => {
  meteo = await openMeteo(() => now());
  asker = await openAsker('travel-advice', { env: meteo.settings });
  now = () => asker.time.timers.now();
});
afterAll(async () => {
  await asker.close();
  await meteo.close();
});

/** Steps one after another; one that is a function hears the results of the calls before it. */
type Scripted = Step | ((data: Record<string, string>) => Step);
const steps = (...wanted: Scripted[]): Script => {
  const left = [...wanted];
  return ({ messages }) => {
    const next = left.shift();
    if (typeof next !== 'function') return next ?? endTurn('The script is over.');
    const [result] = messages.at(-1)?.content ?? [];
    const told = JSON.parse(
      String(
        (result?.content as { text: string }[] | undefined)?.[0]?.text ?? result?.content ?? result?.text,
      ),
    );
    return next(told.data ?? told.trip ?? told);
  };
};
const resolve = (more: Record<string, unknown> = {}) =>
  toolUse(
    call('resolve_trip', {
      city: '上海',
      day: 'tomorrow',
      part_of_day: 'morning',
      purpose: '见客户',
      ...more,
    }),
  );
const springfield = (more: Record<string, unknown> = {}) =>
  resolve({ city: 'Springfield', purpose: 'see a client', ...more });
const weather: Scripted = ({ id }) => toolUse(call('get_weather', { trip_id: id ?? '' }));
let forecastId = '';
const recommend =
  (umbrella: string, because = '降雨概率较高。'): Scripted =>
  ({ id }) => {
    forecastId = id ?? forecastId;
    return toolUse(call('recommend', { forecast_id: forecastId, umbrella, because }));
  };
const ask = toolUse(
  call('ask_human', {
    question: 'Which Springfield do you mean?',
    choices: ['Springfield, Illinois, United States', 'Springfield, Missouri, United States'],
  }),
);

const answerItem = (run: string) => asker.host.items.get({ pk: `RUN#${run}`, sk: 'ANSWER' });

describe('a question about an umbrella', () => {
  it('is answered from the forecast for the place, its local date and its hours', async () => {
    meteo.says({ percent: 80, mm: 3.2 });
    const end = await asker.ask(SHANGHAI, steps(resolve(), weather, recommend('yes')));
    const text = `需要带伞。
理由：降雨概率较高。
上海, 上海市, 中国 2026年8月26日（星期三）上午 06:00–12:00（Asia/Shanghai 当地时间）预报：
降雨概率最高 80%，降水量共 3.2 毫米，气温 23.5 至 26°C。
天气数据来自 Open-Meteo（https://open-meteo.com/，CC BY 4.0），截至 2026-08-25 11:02。`;
    expect(end).toMatchObject({ state: 'DONE', steps: 3, text });
    expect(await answerItem(end.run)).toMatchObject({ text, outcome: 'DONE', delivered: {} });
    const { facts } = await asker.record(end.run);
    expect(facts.map(({ name, from }) => [name, Object.keys(from)])).toEqual([
      ['trip', []],
      ['forecast', ['trip']],
      ['recommendation', ['forecast']],
    ]);
    expect(facts[1]?.value).toMatchObject({
      grid: { latitude: 31.25, longitude: 121.375 },
      window: { begins: '2026-08-25T22:00:00.000Z', ends: '2026-08-26T04:00:00.000Z' },
      issuedAt: '2026-08-25T03:02:00.000Z',
    });
  });

  it('asks the services for the place’s own zone and days', async () => {
    meteo.says({ percent: 80, mm: 3.2 });
    await asker.ask(SHANGHAI, steps(resolve(), weather, recommend('yes')));
    const [search, forecast] = meteo.asked;
    expect(Object.fromEntries(search?.searchParams ?? [])).toEqual({
      name: '上海',
      count: '10',
      language: 'zh',
      format: 'json',
    });
    expect(Object.fromEntries(forecast?.searchParams ?? [])).toEqual({
      latitude: '31.2',
      longitude: '121.4',
      hourly: 'precipitation_probability,precipitation,temperature_2m',
      current: 'temperature_2m',
      timezone: 'Asia/Shanghai',
      timeformat: 'iso8601',
      start_date: '2026-08-26',
      end_date: '2026-08-27',
    });
  });

  it('is put to a person when the place has several meanings, and answered for the one they mean', async () => {
    meteo.says({ percent: 10, mm: 0 });
    const parked = await asker.ask(
      SPRINGFIELD,
      steps(springfield(), ask, springfield({ place_id: 12 }), weather, recommend('no', 'rain is unlikely.')),
    );
    expect(asker.results(1)).toMatchObject([
      {
        ok: false,
        error: {
          kind: 'business',
          code: 'PLACE_AMBIGUOUS',
          message:
            '2 places are called "Springfield": place_id 11 "Springfield, Illinois, United States"; place_id 12 "Springfield, Missouri, United States". Ask the person with ask_human which one is meant.',
        },
      },
    ]);
    expect(parked).toMatchObject({ state: 'PAUSED_FOR_REVIEW', pending_tools: ['ask_human'] });
    expect((await say(parked.link, 1)).status).toBe(303);
    const end = await asker.standing(parked.run);
    // It is still the 24th there: tomorrow is the 25th.
    expect(end).toMatchObject({
      state: 'DONE',
      text: `No, you do not need an umbrella.
Why: rain is unlikely.
Forecast for Springfield, Missouri, United States, Tuesday 2026-08-25, morning 06:00–12:00 (America/Chicago time):
rain probability up to 10 %, 0 mm of rain in all, 23.5 to 26 °C.
Weather data by Open-Meteo (https://open-meteo.com/, CC BY 4.0), as of 2026-08-24 22:02.`,
    });
  });
});

describe('a question that goes wrong', () => {
  const NO_DATA = '目前没有可靠的天气数据，无法给出建议。请稍后再问。';
  const UNCLEAR = '没有弄清您问的是哪个地方、哪一天。请写明后再问。';

  it('gets no advice that contradicts the forecast, but the advice that fits once the model mends it', async () => {
    meteo.says({ percent: 80, mm: 3.2 });
    const end = await asker.ask(SHANGHAI, steps(resolve(), weather, recommend('no'), recommend('yes')));
    expect(asker.results()).toMatchObject([
      {
        ok: false,
        error: {
          kind: 'parameter',
          code: 'CONTRADICTS_FACT',
          message: '"no" is for a rain probability under 30 % and less than 0.5 mm in all the hours',
        },
      },
    ]);
    expect(end).toMatchObject({ state: 'DONE', text: expect.stringMatching(/^需要带伞。/) });
  });

  it('fails without advice when the model insists on what contradicts the forecast', async () => {
    meteo.says({ percent: 80, mm: 3.2 });
    const script = steps(resolve(), weather, recommend('no'), recommend('no'), endTurn('不用带伞，放心。'));
    const end = await asker.ask(SHANGHAI, script);
    expect(asker.results()[0]?.error?.code).toBe('RESENT_UNCHANGED');
    expect(end).toMatchObject({
      state: 'FAILED',
      code: 'NO_ADVICE',
      text: '您的问题没有得到回答，已通知负责人。',
    });
  });

  it.each([
    [
      'a figure the forecast has not',
      '降雨概率 90%。',
      'UNGROUNDED_FIGURE',
      'the forecast says nothing of "90"; give the reason in its figures, or without any',
    ],
    [
      'the wrong language',
      'It will rain.',
      'OTHER_LANGUAGE',
      'the question is in Simplified Chinese; give the reason in it',
    ],
    ['what cannot be seen', '会下雨。\u200b', 'HIDDEN_TEXT', 'the reason hides the unseen character U+200B'],
  ])('gets no reason with %s', async (_, because, code, message) => {
    meteo.says({ percent: 80, mm: 3.2 });
    await asker.ask(SHANGHAI, steps(resolve(), weather, recommend('yes', because), recommend('yes')));
    expect(asker.results()).toMatchObject([{ ok: false, error: { kind: 'parameter', code, message } }]);
  });

  it('is told that there is no reliable data when the service is down, whatever the model says', async () => {
    meteo.says({ percent: 80, mm: 3.2 });
    meteo.isDown();
    const made = endTurn('上海明天 25 度，不用带伞。');
    const end = await asker.ask(SHANGHAI, steps(resolve(), weather, made));
    expect(asker.results()).toMatchObject([
      { ok: false, error: { kind: 'transient', code: 'HTTP_503', retryable: true } },
    ]);
    expect(end).toMatchObject({ state: 'FAILED', code: 'NO_RELIABLE_DATA', text: NO_DATA });
    expect(await answerItem(end.run)).toMatchObject({ text: NO_DATA, outcome: 'FAILED' });
    // Once, and three times again.
    expect(meteo.asked.filter(({ pathname }) => pathname === '/v1/forecast')).toHaveLength(4);
    expect(await asker.mailsAbout(end.run)).not.toEqual([]);
  });

  it('does not mind a service that falters', async () => {
    meteo.says({ percent: 80, mm: 3.2 });
    meteo.first(
      { status: 503, body: '' },
      { status: 200, body: '<html>maintenance</html>' },
      { status: 429, body: '' },
    );
    expect((await asker.ask(SHANGHAI, steps(resolve(), weather, recommend('yes')))).state).toBe('DONE');
  });

  it('takes a stale forecast for none', async () => {
    meteo.says({ percent: 80, mm: 3.2, age: 181 });
    const end = await asker.ask(SHANGHAI, steps(resolve(), weather, recommend('yes')));
    expect(end).toMatchObject({ state: 'FAILED', code: 'STALE', text: NO_DATA });
    expect(end.message).toMatch(/^the forecast is of 2026-08-\S+Z, 181 minutes ago; at most 180 are taken$/);
  });

  it.each([
    [
      'for another zone',
      (answer: Record<string, unknown>) => ({ ...answer, timezone: 'GMT' }),
      'WRONG_TIMEZONE',
    ],
    ['with an hour left out', holed, 'FORECAST_INCOMPLETE'],
    [
      'in other units',
      (answer: Record<string, unknown>) => ({
        ...answer,
        hourly_units: { ...(answer.hourly_units as object), precipitation: 'inch' },
      }),
      'UNREADABLE_ANSWER',
    ],
    [
      'that is a refusal',
      () => ({ error: true, reason: 'Latitude must be in range of -90 to 90°.' }),
      'OPEN_METEO_REFUSED',
    ],
  ])('gets no advice from an answer %s', async (_, bend, code) => {
    meteo.says({ percent: 80, mm: 3.2, bend });
    const end = await asker.ask(SHANGHAI, steps(resolve(), weather, endTurn('没有数据。')));
    expect(asker.results()).toMatchObject([{ ok: false, error: { kind: 'business', code } }]);
    expect(end).toMatchObject({ state: 'FAILED', code: 'NO_RELIABLE_DATA', text: NO_DATA });
  });

  it.each([
    ['nowhere', '火星', 'PLACE_NOT_FOUND', /^no place is called "火星"\. Ask the person/],
    [
      'no place exactly',
      'Samarra',
      'PLACE_NOT_EXACT',
      /^no place is called exactly "Samarra"; there are: place_id 21 "Samara, Samara Oblast, Russia"\./,
    ],
  ])('about %s is told that the place is unclear', async (_, city, code, message) => {
    const end = await asker.ask(SHANGHAI, steps(resolve({ city }), endTurn('不知道是哪里。')));
    expect(asker.results()).toMatchObject([
      { ok: false, error: { kind: 'business', code, message: expect.stringMatching(message) } },
    ]);
    expect(end).toMatchObject({ state: 'FAILED', code: 'NOT_UNDERSTOOD', text: UNCLEAR });
  });

  it('does not let the model choose the place: it is sent back to ask', async () => {
    meteo.says({ percent: 80, mm: 3.2 });
    const script = steps(
      springfield(),
      springfield({ place_id: 11 }),
      ask,
      weather,
      recommend('yes', 'rain is likely.'),
    );
    const parked = await asker.ask(SPRINGFIELD, script);
    expect(asker.told()).toContain('A place was taken that no person named.');
    expect(asker.told()).toContain('place_id 12 "Springfield, Missouri, United States"');
    expect(parked.state).toBe('PAUSED_FOR_REVIEW');
    await say(parked.link, 0);
    expect(await asker.standing(parked.run)).toMatchObject({
      state: 'DONE',
      text: expect.stringContaining('Springfield, Illinois, United States'),
    });
  });

  it('is looked for by the asker’s own word, not by another the model has for it', async () => {
    meteo.says({ percent: 80, mm: 3.2 });
    const script = steps(resolve({ city: 'Shanghai' }), resolve(), weather, recommend('yes'));
    const end = await asker.ask(SHANGHAI, script);
    expect(asker.told(1)).toContain('A place was taken that no person named.');
    expect(end).toMatchObject({ state: 'DONE', text: expect.stringContaining('上海, 上海市, 中国') });
  });

  it('is not answered for another place than the person named', async () => {
    meteo.says({ percent: 80, mm: 3.2 });
    const script = steps(springfield(), ask, springfield({ place_id: 11 }), endTurn('It was Illinois.'));
    const parked = await asker.ask(SPRINGFIELD, script);
    await say(parked.link, 1);
    expect(await asker.standing(parked.run)).toMatchObject({ state: 'FAILED', code: 'NOT_UNDERSTOOD' });
  });

  it('does not take an id that is none of the candidates', async () => {
    await asker.ask(SPRINGFIELD, steps(springfield({ place_id: 99 }), endTurn('?')));
    expect(asker.results()).toMatchObject([
      { ok: false, error: { kind: 'parameter', code: 'PLACE_ID_UNKNOWN' } },
    ]);
  });

  it.each([
    ['2026-08-24', 'parameter', 'DAY_IS_PAST'],
    ['2026-02-30', 'parameter', 'BAD_DAY'],
    ['next week', 'parameter', 'BAD_DAY'],
    ['2026-09-09', 'business', 'DAY_TOO_FAR'],
  ])('is not about the day %s', async (day, kind, code) => {
    await asker.ask(SHANGHAI, steps(resolve({ day }), endTurn('?')));
    expect(asker.results()).toMatchObject([{ ok: false, error: { kind, code } }]);
  });

  it('is not about hours that are over there', async () => {
    await asker.ask(SHANGHAI, steps(resolve({ day: 'today', part_of_day: 'early_morning' }), endTurn('?')));
    expect(asker.results()).toMatchObject([
      { ok: false, error: { kind: 'business', code: 'HOURS_ARE_PAST' } },
    ]);
  });

  it('cannot be advised on before it is understood, nor from a forecast that is not on record', async () => {
    meteo.says({ percent: 80, mm: 3.2 });
    const early = toolUse(
      call('recommend', { forecast_id: 'forecast-0001-0', umbrella: 'yes', because: '下雨。' }),
    );
    await asker.ask(SHANGHAI, steps(early, resolve(), early, endTurn('?')));
    expect(asker.results(1)[0]?.error?.code).toBe('TOOL_NOT_IN_STAGE');
    expect(asker.results(3)[0]?.error?.code).toBe('FACT_MISSING');
  });

  it('means the day it was asked on, however long a person takes to answer', async () => {
    meteo.says({ percent: 80, mm: 3.2 });
    const script = steps(
      springfield(),
      ask,
      springfield({ place_id: 12 }),
      weather,
      recommend('yes', 'rain is likely.'),
    );
    const parked = await asker.ask(SPRINGFIELD, script);
    // From 11:02 to 14:02 in Hong Kong, past midnight in Missouri.
    asker.time.timers.advance(3 * 3600_000);
    await say(parked.link, 1);
    const end = await asker.standing(parked.run);
    expect(end.state).toBe('DONE');
    expect(end.text).toContain('Tuesday 2026-08-25, morning');
  });

  it('expires when nobody answers what it has to ask', async () => {
    const parked = await asker.ask(SPRINGFIELD, steps(springfield(), ask));
    asker.time.timers.advance(5 * 3600_000);
    const end = await asker.standing(parked.run);
    expect(end).toMatchObject({
      state: 'EXPIRED',
      text: 'Your question was not answered; a person has been told.',
    });
  });
});

/** The answer without a figure for 10:00. */
function holed(answer: Record<string, unknown>) {
  const hourly = answer.hourly as { time: string[]; precipitation: (number | null)[] };
  const precipitation = hourly.precipitation.map((mm, index) =>
    hourly.time[index]?.endsWith('T10:00') ? null : mm,
  );
  return { ...answer, hourly: { ...hourly, precipitation } };
}

/** A person picks one of the choices. */
async function say(link: string | undefined, choice: number): Promise<Response> {
  const form = await formOf(link ?? '');
  return send(link ?? '', { ...form, '0.choice': `ANSWERED.${choice}` });
}
