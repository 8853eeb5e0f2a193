import ICAL from 'ical.js';
import { instantAt, localTime } from '../../../define/local-time.ts';
import { ToolError } from '../../../define/tool-error.ts';
import type { Meeting, Meetings } from './meetings.ts';
import { withinTries } from './tries.ts';

/** The most meetings that are told, and the most occurrences of one series that are counted through. */
const MOST = 20;
const MOST_OCCURRENCES = 20_000;

/** One happening of an event; its instants in milliseconds, by UTC. */
type Occurrence = {
  readonly event: ICAL.Event;
  readonly start: ICAL.Time;
  readonly end: ICAL.Time;
  readonly from: number;
  readonly to: number;
};

/**
 * The meetings of one date in an iCalendar text: single and recurring ones, with their exceptions, in the zone's time.
 *
 * @throws {ToolError} NOT_A_CALENDAR, CALENDAR_TOO_LONG
 */
export function readMeetings(text: string, date: string, zone: string): Omit<Meetings, 'source'> {
  const calendar = parse(text);
  const day: Span = {
    from: instantAt(date, '00:00', zone).getTime(),
    to: instantAt(dayAfter(date), '00:00', zone).getTime(),
  };
  const events = calendar
    .getAllSubcomponents('vevent')
    .filter((component) => !component.hasProperty('recurrence-id') || isOrphan(component, calendar));
  const read = withinTries(() =>
    events.map((event) => readable(() => occurrencesOn(event, date, day, zone))),
  );
  const unread = read.filter((occurrences) => occurrences === undefined).length;
  const happening = read
    .flatMap((occurrences) => occurrences ?? [])
    .filter(({ event }) => wordOf(event, 'status') !== 'CANCELLED');
  const open = happening.filter(({ event }) => !/^(PRIVATE|CONFIDENTIAL)$/.test(wordOf(event, 'class')));
  const sorted = open
    .map((occurrence) => ({ at: occurrence.from, meeting: told(occurrence, zone) }))
    .sort((a, b) => a.at - b.at || (a.meeting.title < b.meeting.title ? -1 : 1));
  const meetings = sorted.slice(0, MOST).map(({ meeting }) => meeting);
  return {
    date,
    zone,
    calendar: plain(String(calendar.getFirstPropertyValue('x-wr-calname') ?? '')),
    meetings,
    untold: happening.length - meetings.length + unread,
  };
}

function parse(text: string): ICAL.Component {
  try {
    const parsed: unknown[] = ICAL.parse(text.replace(/^\uFEFF/, ''));
    // A file may hold one calendar after another; the first is read.
    const component = new ICAL.Component((Array.isArray(parsed[0]) ? parsed[0] : parsed) as unknown[]);
    if (component.name === 'vcalendar') return component;
  } catch {
    // What it is not is told below; the parser's own words may quote the calendar.
  }
  throw new ToolError('business', 'NOT_A_CALENDAR', 'what was read is no iCalendar text');
}

type Span = { readonly from: number; readonly to: number };

/** A changed occurrence whose series is not in the file stands for itself. */
const isOrphan = (component: ICAL.Component, calendar: ICAL.Component): boolean =>
  !calendar
    .getAllSubcomponents('vevent')
    .some(
      (other) =>
        !other.hasProperty('recurrence-id') &&
        other.getFirstPropertyValue('uid') === component.getFirstPropertyValue('uid'),
    );

/** An event with a date or a rule that is none keeps no other from being read; it may be on the day. */
function readable(read: () => Occurrence[]): Occurrence[] | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ToolError) throw error;
    return undefined;
  }
}

function occurrencesOn(component: ICAL.Component, date: string, day: Span, zone: string): Occurrence[] {
  const event = new ICAL.Event(component);
  if (!event.startDate) return [];
  const isOn = ({ start, end, from, to }: Occurrence) =>
    start.isDate
      ? dateOf(start) <= date && date < dateOf(end)
      : from < day.to && (to > day.from || from >= day.from);
  const happening = (item: ICAL.Event, start: ICAL.Time, end: ICAL.Time): Occurrence => {
    const named = zoneNamed(item, 'dtstart');
    const from = instantOf(start, named, zone);
    return { event: item, start, end, from, to: instantOf(end, zoneNamed(item, 'dtend') ?? named, zone) };
  };
  if (!event.isRecurring()) return [happening(event, event.startDate, event.endDate)].filter(isOn);
  const found = new Map<string, Occurrence>();
  const add = (recurrence: ICAL.Time) => {
    const { item, startDate, endDate } = event.getOccurrenceDetails(recurrence);
    const occurrence = happening(item, startDate, endDate);
    if (isOn(occurrence)) found.set(recurrence.toString(), occurrence);
  };
  const times = event.iterator();
  const length = event.duration.toSeconds() * 1000;
  for (let count = 0; ; count++) {
    const next = times.next();
    // Zones are within a day of each other: what is further off cannot be on this date, whatever its zone.
    if (!next || wallOf(next) > day.to + DAY_MS) break;
    if (count >= MOST_OCCURRENCES)
      throw new ToolError(
        'business',
        'CALENDAR_TOO_LONG',
        `a series repeats more than ${MOST_OCCURRENCES} times`,
      );
    if (wallOf(next) + length >= day.from - DAY_MS) add(next);
  }
  // An occurrence of another day may have been moved to this one.
  for (const exception of Object.values(event.exceptions)) add(exception.recurrenceId);
  return [...found.values()];
}

function told({ event, start, from, to }: Occurrence, zone: string): Meeting {
  const place = plain(event.location ?? '');
  const at = (instant: number) => localTime(new Date(instant), zone).time;
  return {
    title: plain(event.summary ?? '') || '—',
    ...(start.isDate ? {} : { time: { start: at(from), end: at(to) } }),
    ...(place ? { place } : {}),
  };
}

/** The zone a property names, as the file has it. */
function zoneNamed(event: ICAL.Event, property: 'dtstart' | 'dtend'): string | undefined {
  const [named] = [event.component.getFirstProperty(property)?.getParameter('tzid') ?? []].flat();
  return named;
}

/** By its UTC mark, by its zone's name where that is a known one, by the file's own rules, or as the reader's zone shows it. */
function instantOf(time: ICAL.Time, named: string | undefined, zone: string): number {
  const wall = `${pad(time.hour)}:${pad(time.minute)}`;
  if (time.zone === ICAL.Timezone.utcTimezone) return wallOf(time);
  if (named && isKnownZone(named)) return instantAt(dateOf(time), wall, named).getTime();
  if (time.zone && time.zone !== ICAL.Timezone.localTimezone) return time.toUnixTime() * 1000;
  return instantAt(dateOf(time), wall, zone).getTime();
}

function isKnownZone(tzid: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: tzid }));
  } catch {
    return false;
  }
}

const DAY_MS = 86_400_000;

/** What a clock that shows UTC would say; cheap, where an exact instant is not needed. */
const wallOf = ({ year, month, day, hour, minute }: ICAL.Time): number =>
  Date.UTC(year, month - 1, day, hour, minute);
const pad = (value: number): string => String(value).padStart(2, '0');
const dateOf = ({ year, month, day }: ICAL.Time): string =>
  `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`;
const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
const wordOf = (event: ICAL.Event, property: string): string =>
  String(event.component.getFirstPropertyValue(property) ?? '').toUpperCase();

/** What others wrote, on one line and without what cannot be seen. */
const plain = (text: string): string =>
  text
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 120);
