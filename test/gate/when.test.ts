import { describe, expect, it } from 'vitest';
import { clockIn, dateIn, sameDay, span, timeIn } from '../../lambda/gate/when.ts';

describe('times as people in Hong Kong read them', () => {
  it('are by Hong Kong’s clocks, whatever zone they came in', () => {
    expect(timeIn('2026-11-30T04:00:00.000Z', 'en')).toBe('30 Nov 2026, 12:00');
    expect(timeIn('2026-11-30T04:00:00.000Z', 'tc')).toBe('2026年11月30日 12:00');
    expect(timeIn('2026-11-29T18:30:00+02:00', 'sc')).toBe('2026年11月30日 00:30');
    expect(clockIn('2026-11-29T16:05:00Z')).toBe('00:05');
  });

  it('show what is no time as it is', () => {
    expect(timeIn('soon', 'en')).toBe('soon');
    expect(dateIn('2026-11-3x', 'en')).toBe('2026-11-3x');
  });

  it('fall on one day by Hong Kong’s calendar', () => {
    expect(sameDay('2026-11-29T16:00:00Z', '2026-11-30T15:59:00Z')).toBe(true);
    expect(sameDay('2026-11-29T15:59:00Z', '2026-11-29T16:00:00Z')).toBe(false);
  });

  it.each([
    [0, '0 min', '0 分鐘', '0 分钟'],
    [59_999, '0 min', '0 分鐘', '0 分钟'],
    [7_800_000, '2 h 10 min', '2 小時 10 分鐘', '2 小时 10 分钟'],
    [7_200_000, '2 h', '2 小時', '2 小时'],
    [93_600_000, '1 d 2 h', '1 日 2 小時', '1 天 2 小时'],
    [-1, '0 min', '0 分鐘', '0 分钟'],
  ])('%i ms is a span that never promises more than there is', (ms, en, tc, sc) => {
    expect([span(ms, 'en'), span(ms, 'tc'), span(ms, 'sc')]).toEqual([en, tc, sc]);
  });
});
