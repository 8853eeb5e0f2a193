import { describe, expect, it } from 'vitest';
import { advise } from '../../../lambda/workflows/travel-advice/forecast/advise.ts';
import type { Forecast } from '../../../lambda/workflows/travel-advice/forecast/forecast.ts';
import { freshness } from '../../../lambda/workflows/travel-advice/forecast/freshness.ts';

const forecast = (probabilityPercent: number, millimetres: number): Forecast => ({
  place: 'Taipei, Taiwan',
  grid: { latitude: 25, longitude: 121.5 },
  timezone: 'Asia/Taipei',
  date: '2026-08-26',
  partOfDay: 'evening',
  window: {
    from: '18:00',
    to: '24:00',
    begins: '2026-08-26T10:00:00.000Z',
    ends: '2026-08-26T16:00:00.000Z',
  },
  rain: { probabilityPercent, millimetres },
  temperature: { lowestC: -3.5, highestC: -1 },
  issuedAt: '2026-08-25T03:00:00.000Z',
  source: {
    name: 'Open-Meteo',
    url: 'https://open-meteo.com/',
    licence: 'CC BY 4.0',
    request: 'https://api.open-meteo.com/v1/forecast',
  },
});

const allowed = (percent: number, mm: number) =>
  (['yes', 'no', 'take_one_to_be_safe'] as const).filter((umbrella) => {
    try {
      return advise({ umbrella, because: 'so.' }, forecast(percent, mm), 'en');
    } catch {
      return false;
    }
  });

describe('advice', () => {
  it.each([
    [0, 0, ['no']],
    [5, 0, ['no']],
    [10, 0, ['no', 'take_one_to_be_safe']],
    [5, 0.4, ['no', 'take_one_to_be_safe']],
    [29, 0.4, ['no', 'take_one_to_be_safe']],
    [30, 0, ['take_one_to_be_safe']],
    [20, 0.5, ['take_one_to_be_safe']],
    [49, 0.9, ['take_one_to_be_safe']],
    [50, 0, ['yes', 'take_one_to_be_safe']],
    [20, 1, ['yes', 'take_one_to_be_safe']],
    [79, 3, ['yes', 'take_one_to_be_safe']],
    [80, 3, ['yes']],
    [100, 0, ['yes']],
  ])('at %d %% and %d mm may be %j', (percent, mm, umbrellas) => {
    expect(allowed(percent, mm)).toEqual(umbrellas);
  });

  it('never leaves a forecast without advice that is allowed', () => {
    for (let percent = 0; percent <= 100; percent++)
      for (const mm of [0, 0.1, 0.4, 0.5, 0.9, 1, 20]) expect(allowed(percent, mm)).not.toEqual([]);
  });

  it('is written by code around the reason, in Traditional Chinese too', () => {
    const { answer } = advise(
      { umbrella: 'take_one_to_be_safe', because: '機率是 40%，\n帶上吧。' },
      forecast(40, 0.2),
      'tc',
    );
    expect(answer).toBe(`保險起見，帶一把傘。
理由：機率是 40%， 帶上吧。
Taipei, Taiwan 2026年8月26日（星期三）晚上 18:00–24:00（Asia/Taipei 當地時間）預報：
降雨機率最高 40%，雨量共 0.2 毫米，氣溫 -3.5 至 -1°C。
天氣數據來自 Open-Meteo（https://open-meteo.com/，CC BY 4.0），截至 2026-08-25 11:00。`);
  });

  it.each(['about 41 %', 'four millimetres', '百分之九十'])('has no figure of its own: %s', (because) => {
    const lang = because.startsWith('百') ? 'sc' : 'en';
    expect(() => advise({ umbrella: 'take_one_to_be_safe', because }, forecast(40, 0.2), lang)).toThrow(
      /says nothing of/,
    );
  });
});

describe('a forecast', () => {
  it.each([
    ['2026-08-25T06:00:00Z', true],
    ['2026-08-25T06:01:00Z', false],
    ['2026-08-25T02:45:00Z', true],
    ['2026-08-25T02:43:00Z', false],
  ])('of 03:00 is judged at %s', (now, ok) => {
    expect(freshness(forecast(0, 0), new Date(now)).ok).toBe(ok);
  });
});
