import * as z from 'zod';
import { defineTool } from '../../../define/tool.ts';
import { Forecast } from '../forecast/forecast.ts';
import { Recommendation } from '../forecast/recommendation.ts';
import { Umbrella } from '../forecast/umbrella.ts';

export const recommend = defineTool({
  name: 'recommend',
  description:
    'Recommend from a forecast whether to take an umbrella. What contradicts the forecast is refused.',
  effect: 'PURE',
  input: z.object({
    forecast_id: z.string().describe('the id get_weather returned'),
    umbrella: Umbrella,
    because: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe("the reason in the asker's language, fitting their purpose; no figures but the forecast's"),
  }),
  output: Recommendation,
  needs: { forecast: { schema: Forecast, id: 'forecast_id' } },
  yields: 'recommendation',
  timeout: { seconds: 5 },
});
