import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { HONG_KONG } from '../../../define/local-time.ts';
import { runner, type World } from '../../../define/runner.ts';
import { ToolError } from '../../../define/tool-error.ts';
import { readCalendar } from './read-calendar.ts';

/** The largest file that is read, in bytes. */
const MOST_BYTES = 2 * 1024 * 1024;

/** CALENDAR is the address or the path of an iCalendar file; CALENDAR_ZONE the zone its reader lives in. */
export const runReadCalendar = runner(readCalendar, async (_input, world) => {
  const where = world.settings.CALENDAR ?? '';
  const { text, source } = /^https?:/i.test(where) ? await fetched(where, world) : await read(where, world);
  // Loaded when it is first wanted: most deployments have no calendar.
  const { readMeetings } = await import('../calendar/read-meetings.ts');
  const zone = world.settings.CALENDAR_ZONE ?? HONG_KONG;
  return { ...readMeetings(text, world.run.businessDate, zone), source };
});

/** A calendar's address is often its only lock, so that no more than its host is told to anyone. */
async function fetched(url: string, { http, signal }: World) {
  const { status, text } = await http.get(url, signal);
  const source = new URL(url).host;
  if (status !== 200)
    throw new ToolError('business', 'CALENDAR_UNREADABLE', `the calendar at ${source} answered ${status}`);
  return { text, source };
}

async function read(file: string, { signal }: World) {
  const source = path.basename(file);
  const bytes = await readFile(file, { signal }).catch((error: NodeJS.ErrnoException) => {
    throw new ToolError(
      'business',
      'CALENDAR_UNREADABLE',
      `the calendar ${source} cannot be read: ${error.code}`,
    );
  });
  if (bytes.byteLength > MOST_BYTES)
    throw new ToolError(
      'business',
      'CALENDAR_TOO_LARGE',
      `the calendar ${source} has ${bytes.byteLength} bytes`,
    );
  return { text: bytes.toString('utf8'), source };
}
