import * as z from 'zod';
import { defineTool } from '../../../define/tool.ts';
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
  }),
  needs: { weather: { schema: CurrentWeather, id: 'snapshot_id' } },
  claims: ['audience', 'note'],
  output: BilingualBrief,
  yields: 'draft',
  timeout: { seconds: 5 },
});
