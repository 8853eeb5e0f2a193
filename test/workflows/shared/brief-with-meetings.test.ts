import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, endTurn, type Script, toolUse } from '../../../lib/local/messages-api.ts';
import { observatory } from '../../local/observatory.ts';
import { type Asker, openAsker } from '../asker.ts';

const ICS = (title: string) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...[
      'BEGIN:VEVENT',
      'UID:1',
      'DTSTART:20300502T013000Z',
      'DTEND:20300502T020000Z',
      `SUMMARY:${title}`,
      'END:VEVENT',
    ],
    'END:VCALENDAR',
  ].join('\r\n');

/** Reads weather and calendar at once, drafts with both, and proposes. */
const withMeetings: Script = ({ messages }) => {
  const results = (messages.at(-1)?.content ?? []).map(({ content }) =>
    JSON.parse(String((content as { text: string }[])?.[0]?.text ?? content ?? 'null')),
  );
  const turn = messages.filter(({ role }) => role === 'assistant').length;
  if (turn === 0) return toolUse(call('get_hko_weather', { lang: 'tc' }), call('read_calendar', {}));
  if (turn === 1) {
    const [weather, meetings] = results;
    const ids = { snapshot_id: weather.data.id, ...(meetings.ok ? { meetings_id: meetings.data.id } : {}) };
    return toolUse(call('draft_bilingual_brief', { ...ids, audience: 'operations' }));
  }
  if (turn === 2)
    return toolUse(call('create_review_task', { title: 'Morning brief', draft_id: results[0].data.id }));
  return endTurn('Done.');
};

describe('a morning brief', () => {
  let asker: Asker;
  let feed: Awaited<ReturnType<typeof observatory>>;
  let directory: string;
  beforeAll(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'holdpoint-'));
    feed = await observatory(() => Date.parse('2030-05-02T09:05:00+08:00'));
  });
  afterAll(async () => {
    await asker?.close();
    await feed.close();
    rmSync(directory, { recursive: true });
  });

  it('mentions the meetings of the calendar it may read, with their source', async () => {
    const file = path.join(directory, 'team.ics');
    writeFileSync(file, ICS('Null hypothesis review'));
    asker = await openAsker('morning-brief', {
      at: '2030-05-02T09:05:00+08:00',
      env: { HKO_BASE_URL: feed.url, TOOL_CALENDAR: file },
    });
    const parked = await asker.ask({ lang: 'tc', audience: 'operations' }, withMeetings);
    expect(parked.state).toBe('WAITING_CONFIRM');
    const { facts } = await asker.record(parked.run);
    const draft = facts.find(({ name }) => name === 'draft');
    const { en, zh } = (draft?.value ?? {}) as Record<'en' | 'zh', { text: string }>;
    expect(en.text).toContain(
      'TODAY’S MEETINGS (from the calendar team.ics, not from the Observatory)\n09:30–10:00 Null hypothesis review\n',
    );
    expect(zh.text).toContain(
      '今日會議（來自日曆 team.ics，非天文台內容）\n09:30–10:00 Null hypothesis review\n',
    );
  });

  it('is not offered a calendar where there is none, and cannot call for it', async () => {
    await asker.close();
    asker = await openAsker('morning-brief', {
      at: '2030-05-02T09:05:00+08:00',
      env: { HKO_BASE_URL: feed.url },
    });
    const parked = await asker.ask({ lang: 'tc', audience: 'operations' }, withMeetings);
    const [first] = asker.requests();
    expect(first?.tools?.map(({ name }) => name)).toEqual([
      'get_hko_weather',
      'draft_bilingual_brief',
      'create_review_task',
    ]);
    expect(asker.results(1)[1]).toMatchObject({ ok: false, error: { code: 'UNKNOWN_TOOL' } });
    expect(parked.state).toBe('WAITING_CONFIRM');
    const { facts } = await asker.record(parked.run);
    expect(JSON.stringify(facts.find(({ name }) => name === 'draft')?.value)).not.toContain('MEETINGS');
  });
});
