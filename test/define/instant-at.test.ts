import { describe, expect, it } from 'vitest';
import { instantAt } from '../../lambda/define/local-time.ts';

describe('the instant at which a zone’s clocks show a time', () => {
  it.each([
    ['2026-08-26', '06:00', 'Asia/Shanghai', '2026-08-25T22:00:00.000Z'],
    ['2026-08-26', '06:00', 'UTC', '2026-08-26T06:00:00.000Z'],
    ['2026-08-26', '00:00', 'America/Los_Angeles', '2026-08-26T07:00:00.000Z'],
    ['2026-08-26', '12:00', 'Asia/Kathmandu', '2026-08-26T06:15:00.000Z'],
    ['2026-08-26', '00:00', 'Pacific/Kiritimati', '2026-08-25T10:00:00.000Z'],
    // London's clocks go forward at 01:00 on 29 March 2026, and back at 02:00 on 25 October.
    ['2026-03-29', '00:30', 'Europe/London', '2026-03-29T00:30:00.000Z'],
    ['2026-03-29', '02:30', 'Europe/London', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25', '00:30', 'Europe/London', '2026-10-24T23:30:00.000Z'],
    ['2026-10-25', '02:30', 'Europe/London', '2026-10-25T02:30:00.000Z'],
  ])('%s %s in %s is %s', (date, time, zone, instant) => {
    expect(instantAt(date, time, zone).toISOString()).toBe(instant);
  });
});
