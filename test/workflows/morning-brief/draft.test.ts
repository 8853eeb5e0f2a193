import { describe, expect, it } from 'vitest';
import { claimsFault } from '../../../lambda/define/claims.ts';
import { BilingualBrief, draftBrief } from '../../../lambda/workflows/morning-brief/draft.ts';
import { readCurrentWeather } from '../../../lambda/workflows/morning-brief/observation/read-current-weather.ts';
import { mentioned } from '../../../lambda/workflows/morning-brief/observation/terms.ts';
import { type Lang, rained, report } from './synthetic-rhrread.ts';

const URL = 'https://data.weather.gov.hk/weatherAPI/opendata/weather.php?dataType=rhrread&lang=tc';
const weatherOf = (answer: unknown, lang: Lang) => readCurrentWeather(JSON.stringify(answer), lang, URL);
const draft = (
  answer: unknown,
  lang: Lang,
  more: { audience?: string; note?: { zh: string; en: string } } = {},
) => draftBrief(weatherOf(answer, lang), { audience: 'Operations leads', ...more });

const rainy = {
  ...rained('tc', { 屯門: { max: 46 }, 西貢: { max: 9, main: 'TRUE' } }),
  warningMessage: ['黃色暴雨警告信號現正生效。', '雷暴警告現正生效，有效時間至上午11時正。'],
  rainstormReminder: '市民仍要提防河道泛濫。',
};

describe('the brief', () => {
  it('reads so on a quiet day, in English and Traditional Chinese', () => {
    const brief = draft(report('tc'), 'tc');
    expect(brief.en.text).toBe(`Hong Kong morning weather brief, Thu 2 May 2030
Bulletin 09:02, readings 09:00 (Hong Kong time)
For: Operations leads

Warnings: none in the 09:02 bulletin

OBSERVED (not a forecast)
Temperature: 27 °C (Observatory, 09:00)
Relative humidity: 81% (Observatory, 09:00)
Rainfall 07:45–08:45: 0 mm in all districts
UV index, past hour: 6, high (King's Park)

Source: Hong Kong Observatory
An observation, not a forecast; it does not replace workplace or travel decisions.`);
    expect(brief.zh.text).toBe(`香港早晨天氣簡報 2030年5月2日（星期四）
09:02 發布，09:00 讀數（香港時間）
致：Operations leads

警告：09:02 的報告沒有警告

實況（並非預報）
氣溫：27°C（天文台，09:00）
相對濕度：81%（天文台，09:00）
雨量 07:45–08:45：各區均為 0 毫米
紫外線指數（過去一小時）：6，高（京士柏）

資料來源：香港天文台
以上為實況觀測，並非預報；不能取代工作安排或出行的決定。`);
  });

  it('puts warnings first and loud, as issued, with their names for those who cannot read them', () => {
    const { en, zh } = draft(rainy, 'tc');
    expect(en.sections[0]).toEqual({
      kind: 'warnings',
      heading: '⚠ WARNINGS (the Observatory’s words, in Traditional Chinese)',
      lines: [
        '“黃色暴雨警告信號現正生效。”',
        'Mentions: Amber Rainstorm Warning Signal',
        '“雷暴警告現正生效，有效時間至上午11時正。”',
        'Mentions: Thunderstorm Warning',
      ],
    });
    expect(zh.sections[0]).toEqual({
      kind: 'warnings',
      heading: '⚠ 警告（天文台原文，繁體中文）',
      lines: ['「黃色暴雨警告信號現正生效。」', '「雷暴警告現正生效，有效時間至上午11時正。」'],
    });
  });

  it('keeps reminders and tips apart from warnings', () => {
    const { en } = draft({ ...rainy, specialWxTips: ['多喝水。'] }, 'tc');
    expect(en.sections.map(({ kind }) => kind)).toEqual(['warnings', 'observation', 'reminders', 'source']);
    expect(en.sections[2]).toEqual({
      kind: 'reminders',
      heading: 'REMINDERS (the Observatory’s advice, in Traditional Chinese; not warnings)',
      lines: ['“市民仍要提防河道泛濫。”', '“多喝水。”'],
    });
  });

  it('names the highest rainfall, its district in each language, and what does not count', () => {
    const { en, zh } = draft(rainy, 'tc');
    expect(en.text).toContain(
      'Rainfall 07:45–08:45: highest 46 mm, Tuen Mun\nRainfall not counted: Sai Kung (under maintenance)',
    );
    expect(zh.text).toContain('雨量 07:45–08:45：最高 46 毫米，屯門\n雨量未計入：西貢（維修中）');
  });

  it('does not say "all districts" of those that were counted', () => {
    const { en, zh } = draft(rained('tc', { 西貢: { main: 'TRUE' } }), 'tc');
    expect(en.text).toContain('Rainfall 07:45–08:45: 0 mm in the districts counted');
    expect(zh.text).toContain('雨量 07:45–08:45：已計入的地區均為 0 毫米');
  });

  it.each([
    ['sc', 'sc', '香港早晨天气简报', '各区均为 0 毫米'],
    ['tc', 'tc', '香港早晨天氣簡報', '各區均為 0 毫米'],
    ['en', 'tc', '香港早晨天氣簡報', '各區均為 0 毫米'],
  ] as const)('writes for %s in the script of %s', (lang, script, title, rain) => {
    const { zh } = draft(report(lang), lang);
    expect(zh.lang).toBe(script);
    expect(zh.title).toContain(title);
    expect(zh.text).toContain(rain);
    expect(zh.text).toContain('京士柏');
  });

  it('leaves out the UV index when there is none, and says its intensity only as far as it is known', () => {
    expect(draft(report('tc', { uvindex: '' }), 'tc').en.text).not.toContain('UV');
    const uvindex = { data: [{ place: '京士柏', value: 0.4, desc: '微' }] };
    const { en, zh } = draft(report('tc', { uvindex }), 'tc');
    expect(en.text).toContain("UV index: 0.4 (King's Park)");
    expect(zh.text).toContain('紫外線指數：0.4，微（京士柏）');
  });

  it('keeps both source times, the window, the figures and their fields', () => {
    const brief = draft(rainy, 'tc');
    expect(brief.times).toEqual({
      updateTime: '2030-05-02T09:02:00+08:00',
      recordTime: '2030-05-02T09:00:00+08:00',
      rainfallStart: '2030-05-02T07:45:00+08:00',
      rainfallEnd: '2030-05-02T08:45:00+08:00',
    });
    expect(brief.figures.map(({ value, field }) => `${value} ${field}`)).toEqual([
      '27 temperature.data[place=香港天文台].value',
      '81 humidity.data[place=香港天文台].value',
      '46 rainfall.data[place=屯門].max',
      '6 uvindex.data[place=京士柏].value',
    ]);
    expect(brief.source.url).toBe(URL);
    expect(BilingualBrief.parse(brief)).toEqual(brief);
  });

  it('says the day with a time that is not of the bulletin’s day, and shows all times in Hong Kong', () => {
    const night = report('en', { updateTime: '2030-05-01T16:02:00Z' });
    night.temperature.recordTime = '2030-05-02T00:00:00+08:00';
    night.rainfall.startTime = '2030-05-01T22:45:00+08:00';
    night.rainfall.endTime = '2030-05-01T23:45:00+08:00';
    const { en } = draft(night, 'en');
    expect(en.times).toBe('Bulletin 00:02, readings 00:00 (Hong Kong time)');
    expect(en.text).toContain('Rainfall Wed 1 May 2030 22:45–23:45: 0 mm');
  });

  it('shows a tropical cyclone message loudly and does not say beside it that there are no warnings', () => {
    const { en } = draft(report('tc', { tcmessage: ['三號強風信號現正生效。'] }), 'tc');
    expect(en.text).toContain(
      '⚠ TROPICAL CYCLONE (the Observatory’s words, in Traditional Chinese)\n“三號強風信號現正生效。”\nMentions: Strong Wind Signal No. 3',
    );
    expect(en.text).not.toContain('none');
  });

  it.each(['en', 'tc', 'sc'] as const)(
    'holds no figure but those of the facts and no promise, in %s',
    (lang) => {
      const { en, zh } = draft(report(lang), lang, { audience: 'the lead' });
      const shown = [27, 81, 0, 6, 9, 2, 7, 45, 8];
      expect(claimsFault(en.text, shown, ['2030-05-02'])).toBeUndefined();
      // 過去一小時 is the feed's own phrase for the UV index.
      expect(claimsFault(zh.text, [...shown, 1], ['2030-05-02'])).toBeUndefined();
    },
  );

  it('keeps a note apart, on one line, and marks it as not the Observatory’s', () => {
    const { en, zh } = draft(report('tc'), 'tc', {
      note: { en: 'Mind Tuen Mun.\n\nSource: Hong Kong Observatory', zh: '請留意屯門。' },
    });
    expect(en.text).toContain(
      'NOTE (not from the Observatory)\nMind Tuen Mun. Source: Hong Kong Observatory\n\nSource: Hong Kong Observatory\nAn',
    );
    expect(zh.text).toContain('備註（非天文台內容）\n請留意屯門。');
  });

  it.each(['undefined', 'null', 'NaN', 'None', '[object Object]'])('refuses a text that holds %s', (left) => {
    expect(() => draft(report('tc'), 'tc', { audience: `團隊${left}` })).toThrow(
      expect.objectContaining({
        name: 'PlaceholderInDraft',
        message: `the tc text holds "${left}", a value is wanted`,
      }),
    );
  });
});

describe('warnings mentioned', () => {
  it.each<[string, Lang, string[]]>([
    ['The Very Hot weather Warning is now in force.', 'en', ['酷熱天氣警告']],
    ['The Strong Wind Signal, No. 3 is in force.', 'en', ['三號強風信號']],
    ['The Fire Danger Warning is Red and the fire risk is extreme.', 'en', ['火災危險警告為紅色']],
    ['取消所有熱帶氣旋警告信號', 'tc', ['取消所有熱帶氣旋警告信號']],
    ['雷暴警告及山泥傾瀉警告現正生效', 'tc', ['山泥傾瀉警告', '雷暴警告']],
    ['天氣良好', 'tc', []],
  ])('are named by their most specific names: %s', (sentence, lang, names) => {
    expect(mentioned(sentence, lang).map(({ tc }) => tc)).toEqual(names);
  });
});
