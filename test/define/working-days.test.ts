import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Holidays from 'date-holidays';
import { describe, expect, it } from 'vitest';
import { GENERAL_HOLIDAYS } from '../../lambda/define/hong-kong-holidays.ts';
import { businessDate, localTime } from '../../lambda/define/local-time.ts';
import { workingDay } from '../../lambda/define/working-days.ts';

const shared = process.env.HOLDPOINT_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url));
const official = `${shared}/hko/1823-holidays-2024-2026-tc.json`;

describe('working days of Hong Kong', () => {
  it('works from Monday to Friday', () => {
    for (const date of ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04']) {
      expect(workingDay(date)).toEqual({ working: true, reason: 'WEEKDAY' });
    }
  });

  it('rests on Saturdays and Sundays', () => {
    expect(workingDay('2026-12-05')).toEqual({ working: false, reason: 'SATURDAY' });
    expect(workingDay('2026-12-06')).toEqual({ working: false, reason: 'SUNDAY' });
  });

  it('rests on a general holiday and names it in both languages', () => {
    expect(workingDay('2026-04-07')).toEqual({
      working: false,
      reason: 'GENERAL_HOLIDAY',
      holiday: { date: '2026-04-07', en: 'The day following Easter Monday', tc: '復活節星期一翌日' },
    });
  });

  it('names the holiday even when it falls on a Saturday', () => {
    expect(workingDay('2026-12-26')).toMatchObject({ working: false, reason: 'GENERAL_HOLIDAY' });
  });

  it.each(['2023-12-29', '2031-01-02', '2035-12-25'])('does not know about %s, outside its table', (date) => {
    expect(workingDay(date)).toEqual({
      unknown: true,
      reason: 'OUTSIDE_TABLE',
      covered: { first: 2024, last: 2030 },
    });
  });

  it.each(['2026-02-29', '2026-13-01', '2026-1-1', '20260101', '', '2026-01-01T00:00:00Z'])(
    'refuses %j, which is no date',
    (date) => {
      expect(() => workingDay(date)).toThrow(RangeError);
    },
  );

  it('lists seventeen holidays a year, sorted, each once', () => {
    const dates = GENERAL_HOLIDAYS.map(({ date }) => date);
    expect(dates).toEqual([...new Set(dates)].sort());
    for (const year of ['2024', '2025', '2026', '2027', '2028', '2029', '2030']) {
      expect(dates.filter((date) => date.startsWith(year))).toHaveLength(17);
    }
  });

  it('is what the named source says today', () => {
    const source = new Holidays('HK');
    const days = [2024, 2025, 2026, 2027, 2028, 2029, 2030].flatMap((year) => source.getHolidays(year, 'en'));
    expect(GENERAL_HOLIDAYS.map(({ date, en }) => `${date} ${en}`)).toEqual(
      days.map(({ date, name }) => `${date.slice(0, 10)} ${name}`),
    );
  });
});

describe.skipIf(!existsSync(official))('the table beside the official calendar of 2024 to 2026', () => {
  it('agrees on every date and every Chinese name', () => {
    // The feed opens with a byte order mark, which JSON.parse refuses.
    const feed = JSON.parse(readFileSync(official, 'utf8').replace(/^\uFEFF/, '')) as {
      vcalendar: [{ vevent: { dtstart: [string]; summary: string }[] }];
    };
    const told = feed.vcalendar[0].vevent.map(({ dtstart: [day], summary }) => `${day} ${summary}`);
    const ours = GENERAL_HOLIDAYS.filter(({ date }) => date < '2027').map(
      ({ date, tc }) => `${date.replaceAll('-', '')} ${tc}`,
    );
    expect(told).toHaveLength(51);
    expect(ours).toEqual(told);
  });
});

describe('the business date', () => {
  it('is the date in Hong Kong, not in UTC', () => {
    expect(businessDate(new Date('2026-11-29T15:59:59Z'))).toBe('2026-11-29');
    expect(businessDate(new Date('2026-11-29T16:00:00Z'))).toBe('2026-11-30');
    expect(businessDate(new Date('2026-11-29T22:30:00Z'))).toBe('2026-11-30');
  });

  it('follows another zone when asked, over a change of clocks too', () => {
    expect(businessDate(new Date('2026-03-29T00:59:00Z'), 'Europe/London')).toBe('2026-03-29');
    expect(localTime(new Date('2026-03-29T01:00:00Z'), 'Europe/London')).toEqual({
      date: '2026-03-29',
      time: '02:00',
      weekday: 0,
    });
  });

  it('shows midnight as 00:00', () => {
    expect(localTime(new Date('2026-11-29T16:00:00Z'), 'Asia/Hong_Kong')).toEqual({
      date: '2026-11-30',
      time: '00:00',
      weekday: 1,
    });
  });

  it('refuses an invalid instant and an unknown zone', () => {
    expect(() => businessDate(new Date('never'))).toThrow(RangeError);
    expect(() => businessDate(new Date('2026-11-30T00:00:00Z'), 'Asia/Nowhere')).toThrow(RangeError);
  });
});
