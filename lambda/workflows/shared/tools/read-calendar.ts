import * as z from 'zod';
import { defineTool } from '../../../define/tool.ts';
import { Meetings } from '../calendar/meetings.ts';

export const readCalendar = defineTool({
  name: 'read_calendar',
  description:
    "Read the meetings of today's date in the company's calendar. Returns them and an id by which a draft can mention them.",
  effect: 'READ_ONLY',
  setting: 'CALENDAR',
  input: z.object({}),
  output: Meetings,
  yields: 'meetings',
  timeout: { seconds: 15 },
});
