import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReadWorld } from '../../../lambda/define/runner.ts';
import { fetchHttp } from '../../../lambda/states/http.ts';
import { runReadCalendar } from '../../../lambda/workflows/shared/tools/read-calendar.run.ts';
import { type Listening, listen } from '../../../lib/local/listen.ts';

const ICS = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'X-WR-CALNAME:Operations',
  ...[
    'BEGIN:VEVENT',
    'UID:1',
    'DTSTART:20260825T010000Z',
    'DTEND:20260825T013000Z',
    'SUMMARY:Stand-up',
    'END:VEVENT',
  ],
  'END:VCALENDAR',
].join('\r\n');

let directory: string;
let server: Listening;
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'holdpoint-'));
  server = await listen((request, response) => {
    if (request.url === '/private-7f3a/team.ics') response.end(ICS);
    else response.writeHead(404).end('none');
  });
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

const read = (settings: Record<string, string>) => {
  const world: ReadWorld = {
    run: { run: 'r', workflow: 'w', businessDate: '2026-08-25', startedAt: '2026-08-25T00:00:00Z' },
    given: {},
    now: new Date('2026-08-25T00:00:00Z'),
    signal: AbortSignal.timeout(5000),
    settings,
    http: fetchHttp,
  };
  return runReadCalendar.run({}, {}, world);
};

describe('the calendar that CALENDAR names', () => {
  it('may be a file', async () => {
    const file = path.join(directory, 'team.ics');
    writeFileSync(file, ICS);
    expect(await read({ CALENDAR: file })).toEqual({
      date: '2026-08-25',
      zone: 'Asia/Hong_Kong',
      calendar: 'Operations',
      source: 'team.ics',
      meetings: [{ title: 'Stand-up', time: { start: '09:00', end: '09:30' } }],
      untold: 0,
    });
  });

  it('may be an address, of which only the host is told', async () => {
    const meetings = await read({
      CALENDAR: `${server.url}/private-7f3a/team.ics`,
      CALENDAR_ZONE: 'Asia/Tokyo',
    });
    expect(meetings).toMatchObject({
      source: `127.0.0.1:${server.port}`,
      zone: 'Asia/Tokyo',
      meetings: [{ time: { start: '10:00', end: '10:30' } }],
    });
    expect(JSON.stringify(meetings)).not.toContain('private-7f3a');
  });

  it.each([
    [
      'a file that is not there',
      () => path.join(directory, 'none.ics'),
      'the calendar none.ics cannot be read: ENOENT',
    ],
    [
      'an address that has none',
      () => `${server.url}/private-7f3a/old.ics`,
      /^the calendar at 127\.0\.0\.1:\d+ answered 404$/,
    ],
  ])('is told by name and kind when it is %s', async (_, where, message) => {
    const failure = { kind: 'business', code: 'CALENDAR_UNREADABLE', retryable: false };
    await expect(read({ CALENDAR: where() })).rejects.toMatchObject({
      failure,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });
});
