import { describe, expect, it } from 'vitest';
import { weatherExhibit } from '../../../lambda/workflows/morning-brief/observation/exhibit.ts';
import { freshness } from '../../../lambda/workflows/morning-brief/observation/freshness.ts';
import { readCurrentWeather } from '../../../lambda/workflows/morning-brief/observation/read-current-weather.ts';
import { rained, report } from './synthetic-rhrread.ts';

const read = (answer: unknown) =>
  readCurrentWeather(JSON.stringify(answer), 'tc', 'https://data.weather.gov.hk/');
/** Bulletin 09:02, readings 09:00, rainfall to 08:45. */
const weather = read(report('tc'));
const at = (time: string) => freshness(weather, new Date(`2030-05-02T${time}+08:00`));

describe('freshness', () => {
  it('is content just before the next bulletin, and when that is a little late', () => {
    expect(at('09:05:00')).toEqual({ ok: true, ageing: [] });
    expect(at('10:17:00')).toEqual({ ok: true, ageing: [] });
  });

  it('warns of each time that has passed its usual age', () => {
    expect(at('10:18:00')).toMatchObject({ ok: true, ageing: [{ field: 'updateTime', minutes: 76 }] });
    expect(at('11:00:00')).toMatchObject({
      ok: true,
      ageing: [
        { field: 'updateTime' },
        { field: 'recordTime' },
        { field: 'humidityRecordTime' },
        { field: 'rainfall.endTime' },
      ],
    });
  });

  it('fails at the first time past its limit, to the second', () => {
    expect(at('11:10:00')).toMatchObject({ ok: true });
    expect(at('11:10:01')).toEqual({
      ok: false,
      code: 'STALE',
      field: 'recordTime',
      message: 'recordTime 2030-05-02T09:00:00+08:00 is 130 minutes old, at most 130 is wanted',
    });
    expect(at('12:00:00')).toMatchObject({ ok: false, code: 'STALE', field: 'updateTime' });
  });

  it.each([
    [
      'temperature',
      { temperature: { ...report('tc').temperature, recordTime: '2030-05-02T06:00:00+08:00' } },
    ],
    ['humidity', { humidity: { ...report('tc').humidity, recordTime: '2030-05-02T06:00:00+08:00' } }],
    [
      'rainfall',
      {
        rainfall: {
          ...report('tc').rainfall,
          startTime: '2030-05-02T05:45:00+08:00',
          endTime: '2030-05-02T06:15:00+08:00',
        },
      },
    ],
  ])('is not deceived by a fresh bulletin with an old %s', (_, old) => {
    expect(freshness(read(report('tc', old)), new Date('2030-05-02T09:05:00+08:00'))).toMatchObject({
      ok: false,
      code: 'STALE',
    });
  });

  it('allows five minutes of the future and no more', () => {
    expect(at('08:57:00')).toMatchObject({ ok: true });
    expect(at('08:56:59')).toMatchObject({ ok: false, code: 'BAD_TIME', field: 'updateTime' });
  });
});

describe('what an approver is shown of an observation', () => {
  it('shows each figure with its source, field, value as received and time', () => {
    const { figures } = weatherExhibit(read(rained('tc', { 屯門: { max: 46 } })));
    expect(figures).toHaveLength(4);
    expect(figures[2]).toEqual({
      label: { en: 'Highest rainfall in the window', tc: '時段內最高雨量', sc: '时段内最高雨量' },
      value: 46,
      unit: 'mm',
      source: 'Hong Kong Observatory',
      url: 'https://data.weather.gov.hk/',
      field: 'rainfall.data[place=屯門].max',
      received: '46',
      observedAt: '2030-05-02T08:45:00+08:00',
      oldAfterMinutes: 95,
    });
  });

  it('is loud about warnings and cyclones, and quiet about tips and reminders', () => {
    const { notices } = weatherExhibit(
      read(
        report('tc', {
          warningMessage: ['甲'],
          tcmessage: ['乙'],
          specialWxTips: ['丙'],
          rainstormReminder: '丁',
        }),
      ),
    );
    expect(notices).toEqual([
      { kind: 'warning', lang: 'tc', text: '甲' },
      { kind: 'warning', lang: 'tc', text: '乙' },
      { kind: 'reminder', lang: 'tc', text: '丙' },
      { kind: 'reminder', lang: 'tc', text: '丁' },
    ]);
  });
});
