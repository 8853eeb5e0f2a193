import { describe, expect, it } from 'vitest';
import { readMeetings } from '../../../lambda/workflows/shared/calendar/read-meetings.ts';

const calendar = (...events: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//EN',
    'X-WR-CALNAME:Operations',
    ...events,
    'END:VCALENDAR',
    '',
  ].join('\r\n');
let uid = 0;
const event = (...lines: string[]) => {
  uid += 1;
  const own = lines.some((line) => line.startsWith('UID:')) ? [] : [`UID:${uid}`];
  return ['BEGIN:VEVENT', ...own, 'DTSTAMP:20260801T000000Z', ...lines, 'END:VEVENT'].join('\r\n');
};
const on = (date: string, events: string[], zone = 'Asia/Hong_Kong') =>
  readMeetings(calendar(...events), date, zone);
const lines = (date: string, events: string[], zone?: string) =>
  on(date, events, zone).meetings.map(
    ({ time, title }) => `${time ? `${time.start}-${time.end}` : 'all day'} ${title}`,
  );

describe('the meetings of a day', () => {
  it('are told in order, with place and calendar', () => {
    const events = [
      event(
        'DTSTART;TZID=Asia/Hong_Kong:20260825T143000',
        'DTEND;TZID=Asia/Hong_Kong:20260825T153000',
        'SUMMARY:供應商會議',
        'LOCATION:九龍 Room 3',
      ),
      event('DTSTART:20260825T010000Z', 'DTEND:20260825T013000Z', 'SUMMARY:Stand-up'),
      event('DTSTART;VALUE=DATE:20260825', 'DTEND;VALUE=DATE:20260826', 'SUMMARY:Audit'),
      event('DTSTART:20260826T010000Z', 'DTEND:20260826T013000Z', 'SUMMARY:Not today'),
    ];
    expect(on('2026-08-25', events)).toEqual({
      date: '2026-08-25',
      zone: 'Asia/Hong_Kong',
      calendar: 'Operations',
      meetings: [
        { title: 'Audit' },
        { title: 'Stand-up', time: { start: '09:00', end: '09:30' } },
        { title: '供應商會議', time: { start: '14:30', end: '15:30' }, place: '九龍 Room 3' },
      ],
      untold: 0,
    });
  });

  it('are those of the date in Hong Kong, not in UTC', () => {
    const late = event('DTSTART:20260824T233000Z', 'DTEND:20260825T003000Z', 'SUMMARY:Early call');
    expect(lines('2026-08-25', [late])).toEqual(['07:30-08:30 Early call']);
    expect(lines('2026-08-24', [late])).toEqual([]);
  });

  it('stand at the zone a time names, through its change of the clock', () => {
    const london = event(
      'DTSTART;TZID=Europe/London:20260301T090000',
      'DTEND;TZID=Europe/London:20260301T100000',
      'RRULE:FREQ=WEEKLY;BYDAY=SU,MO',
      'SUMMARY:London',
    );
    expect(lines('2026-03-29', [london])).toEqual(['16:00-17:00 London']);
    expect(lines('2026-03-23', [london])).toEqual(['17:00-18:00 London']);
  });

  it('take a time without a zone as the reader’s own', () => {
    expect(
      lines('2026-08-25', [event('DTSTART:20260825T100000', 'DURATION:PT45M', 'SUMMARY:Floating')]),
    ).toEqual(['10:00-10:45 Floating']);
  });

  it('read a zone that only the file describes', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Custom Office Time',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0900',
      'TZOFFSETTO:+0900',
      'END:STANDARD',
      'END:VTIMEZONE',
    ].join('\r\n');
    const tokyo = event(
      'DTSTART;TZID=Custom Office Time:20260825T100000',
      'DTEND;TZID=Custom Office Time:20260825T110000',
      'SUMMARY:Tokyo',
    );
    expect(lines('2026-08-25', [zone, tokyo])).toEqual(['09:00-10:00 Tokyo']);
  });

  it('follow a series, but not where it was cancelled, moved or left out', () => {
    const series = [
      event(
        'UID:daily',
        'DTSTART;TZID=Asia/Hong_Kong:20260801T090000',
        'DTEND;TZID=Asia/Hong_Kong:20260801T093000',
        'RRULE:FREQ=DAILY',
        'EXDATE;TZID=Asia/Hong_Kong:20260823T090000',
        'SUMMARY:Daily',
      ),
      event(
        'UID:daily',
        'RECURRENCE-ID;TZID=Asia/Hong_Kong:20260824T090000',
        'DTSTART;TZID=Asia/Hong_Kong:20260824T090000',
        'STATUS:CANCELLED',
        'SUMMARY:Daily',
      ),
      event(
        'UID:daily',
        'RECURRENCE-ID;TZID=Asia/Hong_Kong:20260825T090000',
        'DTSTART;TZID=Asia/Hong_Kong:20260825T160000',
        'DTEND;TZID=Asia/Hong_Kong:20260825T163000',
        'SUMMARY:Daily, later',
      ),
      event(
        'UID:daily',
        'RECURRENCE-ID;TZID=Asia/Hong_Kong:20260901T090000',
        'DTSTART;TZID=Asia/Hong_Kong:20260826T110000',
        'DTEND;TZID=Asia/Hong_Kong:20260826T113000',
        'SUMMARY:Daily, brought forward',
      ),
    ];
    expect(lines('2026-08-22', series)).toEqual(['09:00-09:30 Daily']);
    expect(lines('2026-08-23', series)).toEqual([]);
    expect(lines('2026-08-24', series)).toEqual([]);
    expect(lines('2026-08-25', series)).toEqual(['16:00-16:30 Daily, later']);
    expect(lines('2026-08-26', series)).toEqual(['09:00-09:30 Daily', '11:00-11:30 Daily, brought forward']);
    expect(lines('2026-09-01', series)).toEqual([]);
  });

  it('include one that began before the day and one that ends after it', () => {
    const night = event(
      'DTSTART;TZID=Asia/Hong_Kong:20260824T220000',
      'DTEND;TZID=Asia/Hong_Kong:20260825T060000',
      'SUMMARY:Night shift',
    );
    expect(lines('2026-08-25', [night])).toEqual(['22:00-06:00 Night shift']);
    expect(lines('2026-08-24', [night])).toEqual(['22:00-06:00 Night shift']);
    expect(lines('2026-08-26', [night])).toEqual([]);
  });

  it('keep private ones to themselves, and the twenty-first', () => {
    const many = Array.from({ length: 21 }, (_, index) =>
      event(
        'DTSTART:20260825T020000Z',
        'DTEND:20260825T030000Z',
        `SUMMARY:M${String(index).padStart(2, '0')}`,
      ),
    );
    const hidden = event(
      'DTSTART:20260825T020000Z',
      'DTEND:20260825T030000Z',
      'CLASS:PRIVATE',
      'SUMMARY:Dentist',
    );
    const { meetings, untold } = on('2026-08-25', [...many, hidden]);
    expect([meetings.length, meetings.at(-1)?.title, untold]).toEqual([20, 'M19', 2]);
  });

  it('are told on one line and without what cannot be seen', () => {
    const odd = event(
      'DTSTART:20260825T020000Z',
      'DTEND:20260825T030000Z',
      'SUMMARY:Line one\\nSource: HKO\u202e\u200b end',
    );
    expect(lines('2026-08-25', [odd])).toEqual(['10:00-11:00 Line one Source: HKO end']);
  });

  it.each(['', '{"results":[]}', '<!doctype html>', 'BEGIN:VCARD\r\nEND:VCARD\r\n'])(
    'are not read from %j',
    (text) => {
      expect(() => readMeetings(text, '2026-08-25', 'Asia/Hong_Kong')).toThrow(
        'what was read is no iCalendar text',
      );
    },
  );

  it.each([
    ['a start that is none', 'DTSTART:foo'],
    ['no start at all', 'DTSTART:'],
    ['a length that is none', 'DTSTART:20260825T020000Z', 'DURATION:x'],
    ['a rule that is empty', 'DTSTART:20260825T020000Z', 'RRULE:'],
    ['a rule until never', 'DTSTART:20260825T020000Z', 'RRULE:FREQ=DAILY;UNTIL=foo'],
    ['an exception of no date', 'DTSTART:20260825T020000Z', 'RRULE:FREQ=DAILY', 'EXDATE:foo'],
  ])('are told but for one with %s, which is counted', (_, ...odd) => {
    const fine = event('DTSTART:20260825T020000Z', 'DTEND:20260825T030000Z', 'SUMMARY:Fine');
    const { meetings, untold } = on('2026-08-25', [event(...odd, 'SUMMARY:Odd'), fine]);
    expect([meetings.map(({ title }) => title), untold]).toEqual([['Fine'], 1]);
  });

  it('are not sought on dates that never come', () => {
    const never = event(
      'DTSTART:20200101T000000Z',
      'DTEND:20200101T000100Z',
      'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31',
      'SUMMARY:Never',
    );
    expect(() => on('2026-08-25', [never])).toThrow('its series want more than 1000000 dates tried');
  });

  it('are not sought through an endless series', () => {
    const endless = event(
      'DTSTART:20200101T000000Z',
      'DTEND:20200101T000100Z',
      'RRULE:FREQ=MINUTELY',
      'SUMMARY:Beep',
    );
    expect(() => on('2026-08-25', [endless])).toThrow('a series repeats more than 20000 times');
  });
});
