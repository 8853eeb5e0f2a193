/** What the clocks and calendars of a zone show at an instant. */
export type LocalTime = {
  /** YYYY-MM-DD */
  readonly date: string;
  /** HH:mm, 00 to 23 */
  readonly time: string;
  /** 0 is Sunday. */
  readonly weekday: number;
};

export const HONG_KONG = 'Asia/Hong_Kong';

/** @throws {RangeError} for an invalid instant or an unknown zone */
export function localTime(instant: Date, zone: string): LocalTime {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const date = `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
  return { date, time: `${parts.get('hour')}:${parts.get('minute')}`, weekday: weekdayOf(date) };
}

/** One for each zone, kept: making one costs as much as all the rest of a draft. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  // Locale, calendar and digits are named because the host's own defaults may be others.
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(zone, format);
  return format;
}

/** The date the calendars of `zone` show: the business date of what happens at `instant`. */
export const businessDate = (instant: Date, zone: string = HONG_KONG): string =>
  localTime(instant, zone).date;

/** The instant at which the clocks of `zone` show that date and time; in the hour a clock skips, the one it jumps to or from. */
export function instantAt(date: string, time: string, zone: string): Date {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  let at = wanted;
  // Twice: the first step may cross a change of the clock.
  for (let step = 0; step < 2; step++) {
    const shown = localTime(new Date(at), zone);
    at += wanted - Date.parse(`${shown.date}T${shown.time}:00Z`);
  }
  return new Date(at);
}

/** Whether a text is a real date written YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`);
  // Date reads 30 February as 2 March; only a real date comes back as it was given.
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isSameDay(midnight, text);
}

/**
 * The weekday of a date, 0 for Sunday.
 *
 * @throws {RangeError} for anything but a real date written YYYY-MM-DD
 */
export function weekdayOf(date: string): number {
  if (!isDate(date))
    throw new RangeError(`a real date written YYYY-MM-DD is wanted, ${JSON.stringify(date)} was given`);
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

const isSameDay = (midnight: Date, date: string): boolean =>
  !Number.isNaN(midnight.getTime()) && midnight.toISOString().slice(0, 10) === date;
