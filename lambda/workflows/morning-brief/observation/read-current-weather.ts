import type { Lang } from '../../../define/preview.ts';
import { parseAnswer } from './answer.ts';
import type { CurrentWeather, SourcedFigure } from './current-weather.ts';
import {
  type Block,
  block,
  business,
  instant,
  list,
  measure,
  optionalSentences,
  required,
  rowOf,
  rows,
  sentence,
  sentences,
} from './fields.ts';
import { isForeign, KINGS_PARK, OBSERVATORY, STATIONS } from './places.ts';
import { readRainfall } from './read-rainfall.ts';
import { ICONS, PAST_HOUR } from './terms.ts';

/**
 * Reads one answer of the Observatory's current weather report. Rows are found by name in the asked language, and
 * nothing is ever defaulted: what the brief needs is there, or the reader says what is missing.
 *
 * @throws {ToolError} with an HKO_ code and the field at fault
 */
export function readCurrentWeather(body: string, lang: Lang, url: string): CurrentWeather {
  const report: Block = { path: '', fields: parseAnswer(body) };
  const updateTime = instant(report, 'updateTime');
  const temperature = readTemperature(report, lang);
  const humidity = readHumidity(report, lang);
  const { rainfall, figure } = readRainfall(report, lang);
  const { uv, figures: uvFigures } = readUv(report, lang, updateTime);
  return {
    source: { name: 'Hong Kong Observatory', feed: 'rhrread', url, lang },
    updateTime,
    recordTime: temperature.observedAt,
    humidityRecordTime: humidity.observedAt,
    temperatureC: temperature.value,
    humidityPercent: humidity.value,
    rainfall,
    uv,
    warnings: sentences(report, 'warningMessage'),
    warningsLang: lang,
    tropicalCyclone: optionalSentences(report, 'tcmessage'),
    tips: optionalSentences(report, 'specialWxTips'),
    reminders: optionalSentences(report, 'rainstormReminder'),
    icon: readIcons(report),
    figures: [temperature, humidity, figure, ...uvFigures],
  };
}

function readTemperature(report: Block, lang: Lang): SourcedFigure {
  const temperature = block(report, 'temperature');
  const observedAt = instant(temperature, 'recordTime');
  const all = rows(temperature);
  const row = rowOf(all, OBSERVATORY[lang], 'temperature.data');
  // 香港天文台 is the same in both scripts, so the other rows tell which one was answered.
  const foreign = all.find(({ place }) => isForeign(STATIONS, place, lang));
  if (foreign) {
    const message = `stations in "${lang}" are wanted, "${foreign.place}" was given`;
    throw business('HKO_WRONG_LANGUAGE', 'temperature.data', message);
  }
  const value = measure(row, 'C', -5, 45);
  return {
    name: 'temperature',
    value,
    unit: '°C',
    field: `${row.path}.value`,
    received: `${value}`,
    observedAt,
  };
}

function readHumidity(report: Block, lang: Lang): SourcedFigure {
  const humidity = block(report, 'humidity');
  const row = rowOf(rows(humidity), OBSERVATORY[lang], 'humidity.data');
  const value = measure(row, 'percent', 0, 100);
  const observedAt = instant(humidity, 'recordTime');
  return { name: 'humidity', value, unit: '%', field: `${row.path}.value`, received: `${value}`, observedAt };
}

/** The UV index of the past hour, for which the feed gives no time of its own; "" at night. */
function readUv(
  report: Block,
  lang: Lang,
  bulletin: string,
): { uv: CurrentWeather['uv']; figures: SourcedFigure[] } {
  const value = report.fields.uvindex;
  if (value === undefined || value === '') return { uv: null, figures: [] };
  const uvindex = block(report, 'uvindex');
  const all = rows(uvindex);
  if (all.length === 0) return { uv: null, figures: [] };
  const row = rowOf(all, KINGS_PARK[lang], 'uvindex.data');
  const index = measure(row, '', 0, 25);
  const desc = sentence(required(row, 'desc'), `${row.path}.desc`);
  const field = `${row.path}.value`;
  return {
    uv: { value: index, desc, place: KINGS_PARK, pastHour: uvindex.fields.recordDesc === PAST_HOUR[lang] },
    figures: [{ name: 'uv', value: index, unit: '', field, received: `${index}`, observedAt: bulletin }],
  };
}

function readIcons(report: Block): number[] {
  return list(report, 'icon').map((code) => {
    if (typeof code === 'number' && ICONS.has(code)) return code;
    throw business(
      'HKO_UNKNOWN_ICON',
      'icon',
      `a documented icon is wanted, ${JSON.stringify(code)} was given`,
    );
  });
}
