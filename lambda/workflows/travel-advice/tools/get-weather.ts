import * as z from 'zod';
import { defineTool } from '../../../define/tool.ts';
import { Forecast } from '../forecast/forecast.ts';
import { Trip } from '../place/trip.ts';

export const getWeather = defineTool({
  name: 'get_weather',
  description:
    "Read Open-Meteo's forecast for the city, date and part of day of a resolved trip. Returns it and its id.",
  effect: 'READ_ONLY',
  input: z.object({ trip_id: z.string().describe('the id of the trip') }),
  output: Forecast,
  needs: { trip: { schema: Trip, id: 'trip_id' } },
  yields: 'forecast',
  timeout: { seconds: 15 },
});
