import ICAL from 'ical.js';
import { ToolError } from '../../../define/tool-error.ts';

/** How many dates may be tried for all series of one calendar. */
const MOST_TRIES = 1_000_000;

let tries = 0;

// ical.js tries one date after another until one fits, and for some rules ("each 31 February, daily") none ever does.
const { check_contracting_rules: fits } = ICAL.RecurIterator.prototype;
ICAL.RecurIterator.prototype.check_contracting_rules = function (this: ICAL.RecurIterator) {
  tries += 1;
  if (tries > MOST_TRIES)
    throw new ToolError(
      'business',
      'CALENDAR_TOO_LONG',
      `its series want more than ${MOST_TRIES} dates tried`,
    );
  return fits.call(this);
};

/**
 * Reads a calendar, at once and from the first try on.
 *
 * @throws {ToolError} CALENDAR_TOO_LONG
 */
export function withinTries<T>(read: () => T): T {
  tries = 0;
  return read();
}
