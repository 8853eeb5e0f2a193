import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPlace } from '../../../lambda/workflows/travel-advice/place/find-place.ts';
import { resolveDay } from '../../../lambda/workflows/travel-advice/place/resolve-day.ts';

const SHARED = process.env.HOLDPOINT_SHARED ?? path.resolve(import.meta.dirname, '../../../../shared');

/** Finds among what a service answers with this text. */
const find = (text: string, city: string, pick?: number) =>
  findPlace(city, pick, 'en', {
    http: { get: async () => ({ status: 200, text }) },
    settings: {},
    signal: AbortSignal.timeout(1000),
  });
const row = (id: number, name: string, more = {}) => ({
  id,
  name,
  latitude: 1.234,
  longitude: 2.345,
  timezone: 'UTC',
  ...more,
});
const among = (city: string, rows: unknown[], pick?: number) =>
  find(JSON.stringify({ results: rows }), city, pick);
const codeOf = (found: Promise<unknown>) =>
  found.then(
    () => 'FOUND',
    ({ failure }) => `${failure.kind} ${failure.code}`,
  );

describe('a place', () => {
  it('is the one of exactly that name, whatever else comes along', async () => {
    const rows = [
      row(1, 'Debre Tabor'),
      row(2, 'Samara', { admin1: 'Samara Oblast', country: 'Russia' }),
      row(3, 'Semera'),
    ];
    expect(await among('samara ', rows)).toEqual({
      geonames: 2,
      name: 'Samara',
      label: 'Samara, Samara Oblast, Russia',
      latitude: 1.234,
      longitude: 2.345,
      timezone: 'UTC',
    });
  });

  it.each([
    ['Zürich', 'zurich'],
    ['上海市', '上海'],
    ['New York City', 'New York'],
    ['ＯＳＡＫＡ', 'Osaka'],
  ])('called %s is found as %s', async (name, city) => {
    expect(await codeOf(among(city, [row(1, name)]))).toBe('FOUND');
  });

  it.each([
    ['none', '{"generationtime_ms":0.1}', 'business PLACE_NOT_FOUND'],
    ['an empty list', '{"results":[]}', 'business PLACE_NOT_FOUND'],
    ['another name', JSON.stringify({ results: [row(1, 'Parisot')] }), 'business PLACE_NOT_EXACT'],
    [
      'two',
      JSON.stringify({ results: [row(1, 'Paris'), row(2, 'Paris', { country: 'United States' })] }),
      'business PLACE_AMBIGUOUS',
    ],
    ['a refusal', '{"error":true,"reason":"Parameter name missing"}', 'business OPEN_METEO_REFUSED'],
    ['a page', '<html></html>', 'transient NOT_JSON'],
    ['nothing', '', 'transient NOT_JSON'],
    [
      'a row without a zone',
      JSON.stringify({ results: [{ ...row(1, 'Paris'), timezone: undefined }] }),
      'business UNREADABLE_ANSWER',
    ],
  ])('is not made up from %s', async (_, text, code) => {
    expect(await codeOf(find(text, 'Paris'))).toBe(code);
  });

  it('is told from its twins by district, or by where it lies', async () => {
    const twins = [
      row(1, '上海', { country: '中国', admin2: '甲' }),
      row(2, '上海', { country: '中国', admin2: '乙' }),
      row(3, '上海', { country: '中国' }),
      row(4, '上海', { country: '中国', population: 24_000_000, admin1: '上海市' }),
    ];
    await expect(among('上海', twins)).rejects.toThrow(
      '4 places are called "上海": place_id 1 "上海, 中国 (甲)"; place_id 2 "上海, 中国 (乙)"; place_id 3 "上海, 中国 (1.23, 2.35)"; place_id 4 "上海, 上海市, 中国", 24000000 people.',
    );
    expect((await among('上海', twins, 2)).label).toBe('上海, 中国 (乙)');
  });
});

describe.skipIf(!existsSync(SHARED))('a recorded answer of the geocoding service', () => {
  const recorded = (name: string) =>
    readFileSync(path.join(SHARED, 'hko', `openmeteo-geocode-${name}.json`), 'utf8');

  it('that is empty is no place', async () => {
    expect(await codeOf(find(recorded('empty'), 'Las Vegas NV'))).toBe('business PLACE_NOT_FOUND');
  });

  it('with two places called Samara is put to a person, and read by the id they choose', async () => {
    await expect(find(recorded('samara-en'), 'Samara')).rejects.toThrow(
      '2 places are called "Samara": place_id 499099 "Samara, Samara Oblast, Russia", 1163399 people; place_id 499097 "Samara, Leningradskaya Oblast\', Russia".',
    );
    expect(await find(recorded('samara-en'), 'Samara', 499097)).toMatchObject({ timezone: 'Europe/Moscow' });
  });
});

describe('a day', () => {
  // 23:30 on Tuesday the 25th in Hong Kong.
  const asked = new Date('2026-08-25T15:30:00Z');

  it.each([
    ['today', 'Asia/Hong_Kong', '2026-08-25'],
    ['tomorrow', 'Asia/Hong_Kong', '2026-08-26'],
    ['Tomorrow ', 'Pacific/Auckland', '2026-08-27'],
    ['tomorrow', 'America/Los_Angeles', '2026-08-26'],
    ['today', 'Pacific/Kiritimati', '2026-08-26'],
    ['day_after_tomorrow', 'Asia/Hong_Kong', '2026-08-27'],
    ['wednesday', 'Asia/Hong_Kong', '2026-08-26'],
    ['tuesday', 'Asia/Hong_Kong', '2026-09-01'],
    ['monday', 'Asia/Hong_Kong', '2026-08-31'],
    ['2026-09-08', 'Asia/Hong_Kong', '2026-09-08'],
  ])('%s is counted in %s', (day, zone, date) => {
    expect(resolveDay(day, asked, zone)).toBe(date);
  });

  it.each(['', 'constructor', '2026-8-26', '2026-02-29', '26/08/2026', 'tomorrow morning'])(
    'is not %j',
    (day) => {
      expect(() => resolveDay(day, asked, 'Asia/Hong_Kong')).toThrow(/is wanted/);
    },
  );
});
