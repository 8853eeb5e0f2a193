import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readCurrentWeather } from '../../../lambda/workflows/morning-brief/observation/read-current-weather.ts';

const shared = process.env.HOLDPOINT_SHARED ?? fileURLToPath(new URL('../../../../shared', import.meta.url));
const captures = `${shared}/hko`;

describe.skipIf(!existsSync(captures))('real answers captured over the years', () => {
  const expected = existsSync(captures)
    ? (JSON.parse(readFileSync(`${captures}/expected.json`, 'utf8')) as Record<string, unknown>)
    : {};

  it('knows nine of them', () => {
    expect(Object.keys(expected)).toHaveLength(9);
  });

  it.each(Object.entries(expected))('reads %s', (name, wanted) => {
    const lang = name.slice(-2) as 'en' | 'tc' | 'sc';
    const body = readFileSync(`${captures}/${name}.json`, 'utf8');
    const weather = readCurrentWeather(body, lang, 'https://data.weather.gov.hk/');
    expect({
      updateTime: weather.updateTime,
      recordTime: weather.recordTime,
      temperatureC: weather.temperatureC,
      humidityPercent: weather.humidityPercent,
      rainfallMaxMm: weather.rainfall.maxMm,
      rainfallMaxPlaceIfPositive: weather.rainfall.places.map((place) => place[lang]).join() || null,
      rainfallStart: weather.rainfall.startTime,
      rainfallEnd: weather.rainfall.endTime,
      uvIndex: weather.uv?.value ?? null,
      warnings: weather.warnings,
    }).toEqual(wanted);
    expect(weather.rainfall.excluded).toEqual([]);
  });

  it('knows the answer to wrong parameters', () => {
    const body = readFileSync(`${captures}/error-invalid-params-NOTJSON.json`, 'utf8');
    expect(() => readCurrentWeather(body, 'tc', '')).toThrow('the API refused dataType or lang');
  });
});
