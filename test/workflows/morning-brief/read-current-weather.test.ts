import { describe, expect, it } from 'vitest';
import { ToolError } from '../../../lambda/define/tool-error.ts';
import { CurrentWeather } from '../../../lambda/workflows/morning-brief/observation/current-weather.ts';
import { readCurrentWeather } from '../../../lambda/workflows/morning-brief/observation/read-current-weather.ts';
import { type Lang, rained, report } from './synthetic-rhrread.ts';

const URL = 'https://data.weather.gov.hk/weatherAPI/opendata/weather.php?dataType=rhrread&lang=tc';
const read = (answer: unknown, lang: Lang = 'tc') =>
  readCurrentWeather(typeof answer === 'string' ? answer : JSON.stringify(answer), lang, URL);

/** The failure the reader answers with; a reading where a failure is wanted fails the test. */
function failure(answer: unknown, lang: Lang = 'tc') {
  try {
    read(answer, lang);
  } catch (error) {
    if (error instanceof ToolError) return error.failure;
    throw error;
  }
  throw new Error('a failure is wanted, the answer was read');
}

describe('a whole answer', () => {
  it.each(['en', 'tc', 'sc'] as const)('reads the same figures in %s', (lang) => {
    const weather = read(report(lang), lang);
    expect(weather).toMatchObject({
      source: { name: 'Hong Kong Observatory', feed: 'rhrread', url: URL, lang },
      updateTime: '2030-05-02T09:02:00+08:00',
      recordTime: '2030-05-02T09:00:00+08:00',
      temperatureC: 27,
      humidityPercent: 81,
      rainfall: { maxMm: 0, places: [], excluded: [] },
      uv: { value: 6, place: { en: "King's Park", tc: '京士柏', sc: '京士柏' } },
      warnings: [],
      warningsLang: lang,
      icon: [51],
    });
    expect(CurrentWeather.parse(weather)).toEqual(weather);
  });

  it('says of each figure where it was taken from, what stood there and when it was observed', () => {
    const answer = rained('tc', { 屯門: { max: '46' } });
    expect(read(answer).figures).toEqual([
      {
        name: 'temperature',
        value: 27,
        unit: '°C',
        field: 'temperature.data[place=香港天文台].value',
        received: '27',
        observedAt: '2030-05-02T09:00:00+08:00',
      },
      {
        name: 'humidity',
        value: 81,
        unit: '%',
        field: 'humidity.data[place=香港天文台].value',
        received: '81',
        observedAt: '2030-05-02T09:00:00+08:00',
      },
      {
        name: 'rainfall',
        value: 46,
        unit: 'mm',
        field: 'rainfall.data[place=屯門].max',
        received: '"46"',
        observedAt: '2030-05-02T08:45:00+08:00',
      },
      {
        name: 'uv',
        value: 6,
        unit: '',
        field: 'uvindex.data[place=京士柏].value',
        received: '6',
        observedAt: '2030-05-02T09:02:00+08:00',
      },
    ]);
  });

  it('reads past a byte order mark', () => {
    expect(read(`\uFEFF${JSON.stringify(report('tc'))}`).temperatureC).toBe(27);
  });
});

describe('an answer that is no report', () => {
  it('knows the plain text that answers wrong parameters, and never asks for the same again', () => {
    expect(failure('Please include valid parameters in API request.')).toEqual({
      kind: 'parameter',
      code: 'HKO_BAD_PARAMETERS',
      message: 'the API refused dataType or lang',
      retryable: false,
      field: 'lang',
    });
  });

  it('takes an error page for a passing trouble and quotes 80 characters of it at most', () => {
    const page = `<html><head><title>502 Bad Gateway</title></head>${'<p>x</p>'.repeat(50)}</html>`;
    const { kind, code, retryable, message } = failure(page);
    expect({ kind, code, retryable }).toEqual({ kind: 'transient', code: 'HKO_NOT_JSON', retryable: true });
    expect(message).toContain('502 Bad Gateway');
    expect(message).not.toContain('<p>x</p><p>x</p><p>x</p><p>x</p>');
  });

  it.each(['', JSON.stringify(report('tc')).slice(0, 700), '[]', 'null', '"text"', '31'])(
    'refuses %j',
    (body) => {
      expect(failure(body)).toMatchObject({ kind: 'transient', code: 'HKO_NOT_JSON' });
    },
  );

  it('refuses two values for one key, however the key is escaped, but not the same key in two rows', () => {
    const body = JSON.stringify(report('tc'));
    const twice = body.replace('"value":27,', '"value":27,"v\\u0061lue":12,');
    expect(failure(twice)).toMatchObject({ code: 'HKO_DUPLICATE_KEY', field: 'value' });
    const inText = report('tc', { warningMessage: ['「"value":1,"value":2」{"a":1,"a":2}'] });
    expect(read(inText).warnings).toEqual(['「"value":1,"value":2」{"a":1,"a":2}']);
  });
});

describe('temperature and humidity', () => {
  it('finds the row by its name in the asked language, wherever it stands', () => {
    const answer = report('tc');
    answer.temperature.data.shift();
    expect(read(answer).temperatureC).toBe(27);
    answer.temperature.data.reverse();
    expect(read(answer).temperatureC).toBe(27);
  });

  it('names the stations that were there when the wanted one is out, and takes none in its stead', () => {
    const answer = report('en');
    answer.temperature.data = [{ place: "King's Park", value: 29, unit: 'C' }];
    expect(failure(answer, 'en')).toMatchObject({
      kind: 'business',
      code: 'HKO_ROW_MISSING',
      field: 'temperature.data',
      message: `temperature.data: no row "Hong Kong Observatory", the rows are: King's Park`,
    });
    expect(failure(report('tc'), 'en')).toMatchObject({ code: 'HKO_ROW_MISSING' });
  });

  it('does not take an answer in one script for the other, though the Observatory is spelt alike in both', () => {
    expect(failure(report('sc'), 'tc')).toMatchObject({ code: 'HKO_WRONG_LANGUAGE' });
    expect(failure(report('tc'), 'sc')).toMatchObject({ code: 'HKO_WRONG_LANGUAGE' });
  });

  it.each([
    ['no value', {}, 'HKO_FIELD_MISSING'],
    ['null', { value: null }, 'HKO_FIELD_MISSING'],
    ['an empty text', { value: '' }, 'HKO_FIELD_MISSING'],
    ['a number as text', { value: '31' }, 'HKO_WRONG_TYPE'],
    ['another unit', { value: 31, unit: 'F' }, 'HKO_WRONG_UNIT'],
    ['46', { value: 46, unit: 'C' }, 'HKO_OUT_OF_RANGE'],
    ['-6', { value: -6, unit: 'C' }, 'HKO_OUT_OF_RANGE'],
  ])('refuses a temperature row with %s', (_, row, code) => {
    const answer = report('tc');
    answer.temperature.data = [{ place: '香港天文台', ...row }];
    expect(failure(answer)).toMatchObject({ kind: 'business', code, retryable: false });
  });

  it('reads a true 0', () => {
    const answer = report('tc');
    answer.temperature.data = [{ place: ' 香港天文台 ', value: 0, unit: 'C' }];
    expect(read(answer).temperatureC).toBe(0);
  });

  it('refuses two rows for one place', () => {
    const answer = report('tc');
    answer.temperature.data.push({ place: '香港天文台', value: 12, unit: 'C' });
    expect(failure(answer)).toMatchObject({ code: 'HKO_DUPLICATE_ROW' });
  });

  it.each([
    ['""', '', 'HKO_FIELD_MISSING'],
    ['no rows', { recordTime: '2030-05-02T09:00:00+08:00', data: [] }, 'HKO_ROW_MISSING'],
    ['no time', { data: [{ unit: 'percent', value: 81, place: '香港天文台' }] }, 'HKO_FIELD_MISSING'],
  ])('never takes a humidity of %s for 0', (_, humidity, code) => {
    expect(failure(report('tc', { humidity }))).toMatchObject({ code });
  });
});

describe('rainfall', () => {
  it('reports the highest and where it fell, in all three languages', () => {
    expect(read(rained('tc', { 葵青: { max: 41 }, 屯門: { max: 46, min: 0 } })).rainfall).toEqual({
      startTime: '2030-05-02T07:45:00+08:00',
      endTime: '2030-05-02T08:45:00+08:00',
      maxMm: 46,
      places: [{ en: 'Tuen Mun', tc: '屯門', sc: '屯门' }],
      excluded: [],
    });
  });

  it('names every district of a tie', () => {
    const { rainfall } = read(rained('tc', { 灣仔: { max: 1 }, 東區: { max: 1 } }));
    expect(rainfall.places.map(({ en }) => en)).toEqual(['Eastern District', 'Wan Chai']);
  });

  it('reads main FALSE as "in service", not as "no rain"', () => {
    expect(read(rained('en', { 'Sha Tin': { max: 41, main: 'FALSE' } }), 'en').rainfall.maxMm).toBe(41);
  });

  it('counts the two districts whose flag is "" in Chinese', () => {
    expect(read(rained('tc', { 深水埗: { max: 30, main: '' } })).rainfall).toMatchObject({
      maxMm: 30,
      places: [{ en: 'Sham Shui Po' }],
    });
  });

  it('leaves out a row under maintenance and says so', () => {
    const { rainfall } = read(rained('tc', { 西貢: { max: 88, main: ' true ' }, 沙田: { max: 3 } }));
    expect(rainfall.maxMm).toBe(3);
    expect(rainfall.excluded).toEqual([
      { place: { en: 'Sai Kung', tc: '西貢', sc: '西贡' }, reason: 'UNDER_MAINTENANCE', received: '88' },
    ]);
  });

  it.each([
    ['an empty text', { max: '' }, 'BAD_VALUE', '""'],
    ['nothing', { max: undefined }, 'BAD_VALUE', ''],
    ['null', { max: null }, 'BAD_VALUE', 'null'],
    ['a text with a unit', { max: '5 mm' }, 'BAD_VALUE', '"5 mm"'],
    ['a negative number', { max: -1 }, 'BAD_VALUE', '-1'],
    ['a sentinel', { max: 9999 }, 'BAD_VALUE', '9999'],
    ['an unknown flag', { max: 5, main: 'MAYBE' }, 'UNKNOWN_FLAG', '5'],
    ['no flag', { max: 5, main: undefined }, 'UNKNOWN_FLAG', '5'],
  ])('leaves out and names a row with %s', (_, change, reason, received) => {
    const { rainfall } = read(rained('en', { 'Sai Kung': change }), 'en');
    expect(rainfall.maxMm).toBe(0);
    expect(rainfall.excluded).toEqual([
      { place: { en: 'Sai Kung', tc: '西貢', sc: '西贡' }, reason, received },
    ]);
  });

  it('accepts a decimal and a text that is exactly a number', () => {
    expect(read(rained('tc', { 元朗: { max: '0.5' } })).rainfall.maxMm).toBe(0.5);
  });

  it('names a district that is not listed at all', () => {
    const answer = report('tc');
    answer.rainfall.data = answer.rainfall.data.filter(({ place }) => place !== '北區');
    expect(read(answer).rainfall.excluded).toEqual([
      { place: { en: 'North District', tc: '北區', sc: '北区' }, reason: 'NOT_LISTED', received: '' },
    ]);
  });

  it('fails when no row can be used', () => {
    const answer = report('tc');
    answer.rainfall.data = answer.rainfall.data.map((row) => ({ ...row, main: 'TRUE' }));
    expect(failure(answer)).toMatchObject({ kind: 'business', code: 'HKO_NO_USABLE_RAINFALL' });
    expect(failure(report('tc', { rainfall: '' }))).toMatchObject({ code: 'HKO_FIELD_MISSING' });
  });

  it.each([
    'Central &amp; Western District',
    'Central & Western District',
    ' Central &#38; Western District ',
  ])('shows "%s" with its ampersand', (place) => {
    const answer = report('en');
    answer.rainfall.data[0] = { unit: 'mm', place, max: 7, main: 'FALSE' };
    expect(read(answer, 'en').rainfall.places).toEqual([
      { en: 'Central & Western District', tc: '中西區', sc: '中西区' },
    ]);
  });

  it('refuses a district it has no name for, one of another language, and one twice', () => {
    const change = (place: string) => {
      const answer = report('tc');
      answer.rainfall.data[5] = { unit: 'mm', place, max: 80, main: 'FALSE' };
      return failure(answer).code;
    };
    expect(change('新界')).toBe('HKO_UNKNOWN_PLACE');
    expect(change('Sai Kung')).toBe('HKO_WRONG_LANGUAGE');
    expect(change('沙田')).toBe('HKO_DUPLICATE_ROW');
  });

  it('accepts a window across midnight and refuses one that ends before it begins', () => {
    const across = report('tc');
    across.rainfall.startTime = '2030-05-01T23:45:00+08:00';
    across.rainfall.endTime = '2030-05-02T00:45:00+08:00';
    expect(read(across).rainfall.startTime).toBe('2030-05-01T23:45:00+08:00');
    across.rainfall.startTime = '2030-05-02T23:45:00+08:00';
    expect(failure(across)).toMatchObject({ code: 'HKO_BAD_TIME', field: 'rainfall.endTime' });
  });
});

describe('times', () => {
  it.each([
    '2030-05-02T09:02:00',
    '2030-05-02 09:02:00',
    '2030-05-02T09:02+08:00',
    '2030-02-30T09:02:00+08:00',
    '2030-05-02T24:02:00+08:00',
    '2030-05-02T09:02:00+99:00',
    1904000000,
    ['2030-05-02T09:02:00+08:00'],
  ])('refuses %j, which is no time with an offset', (updateTime) => {
    expect(failure(report('tc', { updateTime }))).toMatchObject({
      code: 'HKO_BAD_TIME',
      field: 'updateTime',
    });
  });

  it.each(['updateTime', 'temperature', 'icon', 'warningMessage', 'rainfall'])(
    'wants %s to be there',
    (field) => {
      expect(failure(report('tc', { [field]: undefined }))).toMatchObject({
        code: 'HKO_FIELD_MISSING',
        field,
      });
    },
  );
});

describe('what is told besides figures', () => {
  it('omits the UV index at night, without an error, and keeps a decimal by day', () => {
    expect(read(report('tc', { uvindex: '' }))).toMatchObject({ uv: null });
    expect(read(report('tc', { uvindex: '' })).figures.map(({ name }) => name)).not.toContain('uv');
    const uvindex = { data: [{ place: '京士柏', value: 0.4, desc: '低' }], recordDesc: '過去一小時' };
    expect(read(report('tc', { uvindex })).uv).toMatchObject({ value: 0.4, desc: '低' });
  });

  it('keeps all warnings, in order and as issued', () => {
    const warningMessage = ['雷暴警告現正生效。', '黃色暴雨警告信號  現正生效。'];
    expect(read(report('tc', { warningMessage })).warnings).toEqual(warningMessage);
    expect(read(report('tc', { warningMessage: [] })).warnings).toEqual([]);
    expect(read(report('tc', { warningMessage: '雷暴警告現正生效。' })).warnings).toEqual([
      '雷暴警告現正生效。',
    ]);
  });

  it('keeps a warning on one line, so that it cannot pass for another line of a brief', () => {
    const warningMessage = ['Thunderstorm Warning.\r\nSource: somebody &amp;amp; else'];
    expect(read(report('en', { warningMessage }), 'en').warnings).toEqual([
      'Thunderstorm Warning. Source: somebody &amp; else',
    ]);
  });

  it.each([null, [7], [null], { 0: 'x' }])('refuses warnings given as %j', (warningMessage) => {
    expect(failure(report('tc', { warningMessage }))).toMatchObject({ code: 'HKO_WRONG_TYPE' });
  });

  it('keeps the after-cancel reminder apart from what is in force', () => {
    const weather = read(
      report('tc', {
        rainstormReminder: '雖然暴雨警告信號已取消，市民仍要提防河道泛濫。',
        specialWxTips: ['天氣炎熱，請多喝水。'],
        tcmessage: ['熱帶氣旋在香港以南海域。'],
      }),
    );
    expect(weather.warnings).toEqual([]);
    expect(weather.reminders).toEqual(['雖然暴雨警告信號已取消，市民仍要提防河道泛濫。']);
    expect(weather.tips).toEqual(['天氣炎熱，請多喝水。']);
    expect(weather.tropicalCyclone).toEqual(['熱帶氣旋在香港以南海域。']);
  });

  it('accepts two icons and refuses one that is not documented', () => {
    expect(read(report('tc', { icon: [54, 65] })).icon).toEqual([54, 65]);
    expect(failure(report('tc', { icon: [999] }))).toMatchObject({ code: 'HKO_UNKNOWN_ICON' });
    expect(failure(report('tc', { icon: ['51'] }))).toMatchObject({ code: 'HKO_UNKNOWN_ICON' });
  });
});
