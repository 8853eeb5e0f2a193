import * as z from 'zod';
import { defineTool } from '../../../define/tool.ts';
import { CurrentWeather } from '../observation/current-weather.ts';
import { weatherExhibit } from '../observation/exhibit.ts';

export const getHkoWeather = defineTool({
  name: 'get_hko_weather',
  description: 'Read the Hong Kong Observatory current weather report. Returns the observation and its id.',
  effect: 'READ_ONLY',
  input: z.object({ lang: z.enum(['tc', 'sc', 'en']) }),
  output: CurrentWeather,
  yields: 'weather',
  exhibit: weatherExhibit,
  onBusinessError: 'end',
  timeout: { seconds: 15 },
});
