import * as z from 'zod';
import { PartOfDay } from '../place/trip.ts';

/** The forecast of the hours of one trip: code took every figure of it from one answer of Open-Meteo's. */
export const Forecast = z.object({
  place: z.string(),
  /** The cell of the model's grid that the figures are for; not the place's own coordinates. */
  grid: z.object({ latitude: z.number(), longitude: z.number() }),
  timezone: z.string(),
  date: z.string(),
  partOfDay: PartOfDay,
  /** Local clock times, and the same as instants with their offset. */
  window: z.object({ from: z.string(), to: z.string(), begins: z.string(), ends: z.string() }),
  rain: z.object({
    probabilityPercent: z.number().describe('the highest of the hours'),
    millimetres: z.number().describe('all hours together'),
  }),
  temperature: z.object({ lowestC: z.number(), highestC: z.number() }),
  /** The quarter-hour the answer was computed for, as an instant; Open-Meteo does not say when its models ran. */
  issuedAt: z.string(),
  source: z.object({ name: z.string(), url: z.string(), licence: z.string(), request: z.string() }),
});
export type Forecast = z.infer<typeof Forecast>;
