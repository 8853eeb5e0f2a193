import { localTime, weekdayOf } from '../../../define/local-time.ts';
import { ToolError } from '../../../define/tool-error.ts';

const DAY_MS = 86_400_000;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const RELATIVE: Record<string, number> = { today: 0, tomorrow: 1, day_after_tomorrow: 2 };

/** How many days ahead a forecast is asked for. */
export const DAYS_AHEAD = 14;

/**
 * The date a day's name means at a place, counted from the day its calendars show at `asked`.
 *
 * @throws {ToolError} BAD_DAY, DAY_IS_PAST, DAY_TOO_FAR
 */
export function resolveDay(day: string, asked: Date, zone: string): string {
  const today = localTime(asked, zone).date;
  const date = dateOf(day.trim().toLowerCase(), today);
  const ahead = (Date.parse(`${date}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / DAY_MS;
  if (ahead < 0)
    throw new ToolError('parameter', 'DAY_IS_PAST', `${date} is past: it is ${today} there`, 'day');
  if (ahead > DAYS_AHEAD)
    throw new ToolError(
      'business',
      'DAY_TOO_FAR',
      `${date} is ${ahead} days ahead, forecasts are asked for ${DAYS_AHEAD} at most`,
      'day',
    );
  return date;
}

function dateOf(day: string, today: string): string {
  const ahead = Object.hasOwn(RELATIVE, day) ? RELATIVE[day] : undefined;
  if (ahead !== undefined) return plus(today, ahead);
  // A weekday is the next one: said on a Monday, Monday is a week ahead.
  const weekday = WEEKDAYS.indexOf(day);
  if (weekday >= 0) return plus(today, ((weekday - weekdayOf(today) + 6) % 7) + 1);
  try {
    weekdayOf(day);
    return day;
  } catch {
    throw new ToolError(
      'parameter',
      'BAD_DAY',
      `today, tomorrow, day_after_tomorrow, a weekday or a date YYYY-MM-DD is wanted, "${day.slice(0, 40)}" was given`,
      'day',
    );
  }
}

const plus = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
