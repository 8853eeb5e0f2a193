import { GENERAL_HOLIDAYS, type GeneralHoliday, HOLIDAY_YEARS } from './hong-kong-holidays.ts';
import { weekdayOf } from './local-time.ts';

/** Whether Hong Kong offices work on a day; a year the table does not cover is unknown, never "no holiday". */
export type WorkingDay =
  | { readonly working: true; readonly reason: 'WEEKDAY' }
  | { readonly working: false; readonly reason: 'SATURDAY' | 'SUNDAY' }
  | { readonly working: false; readonly reason: 'GENERAL_HOLIDAY'; readonly holiday: GeneralHoliday }
  | { readonly unknown: true; readonly reason: 'OUTSIDE_TABLE'; readonly covered: typeof HOLIDAY_YEARS };

const byDate = new Map(GENERAL_HOLIDAYS.map((holiday) => [holiday.date, holiday]));

/**
 * Monday to Friday less the general holidays. Hong Kong has no make-up working weekends.
 *
 * @throws {RangeError} for anything but a real date written YYYY-MM-DD
 */
export function workingDay(date: string): WorkingDay {
  const weekday = weekdayOf(date);
  const year = Number(date.slice(0, 4));
  if (year < HOLIDAY_YEARS.first || year > HOLIDAY_YEARS.last) {
    return { unknown: true, reason: 'OUTSIDE_TABLE', covered: HOLIDAY_YEARS };
  }
  const holiday = byDate.get(date);
  if (holiday) return { working: false, reason: 'GENERAL_HOLIDAY', holiday };
  if (weekday === 0) return { working: false, reason: 'SUNDAY' };
  if (weekday === 6) return { working: false, reason: 'SATURDAY' };
  return { working: true, reason: 'WEEKDAY' };
}
