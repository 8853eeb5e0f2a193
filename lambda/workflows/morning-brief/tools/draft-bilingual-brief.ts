import * as z from 'zod';
import { defineTool } from '../../../define/tool.ts';
import { Meetings } from '../../shared/calendar/meetings.ts';
import { BilingualBrief } from '../draft.ts';
import { CurrentWeather } from '../observation/current-weather.ts';

export const draftBilingualBrief = defineTool({
  name: 'draft_bilingual_brief',
  description:
    'Write the brief in Chinese and English from a recorded observation. Returns the draft and its id.',
  effect: 'PURE',
  input: z.object({
    snapshot_id: z.string().describe('the id get_hko_weather returned'),
    audience: z.string().max(80),
    note: z
      .object({ zh: z.string().max(300), en: z.string().max(300) })
      .optional()
      .describe('no figures, nothing about the future'),
    meetings_id: z.string().optional().describe('the id read_calendar returned, where there is such a tool'),
  }),
  needs: {
    weather: { schema: CurrentWeather, id: 'snapshot_id' },
    meetings: { schema: Meetings, id: 'meetings_id', optional: true },
  },
  claims: ['audience', 'note'],
  output: BilingualBrief,
  yields: 'draft',
  timeout: { seconds: 5 },
});
