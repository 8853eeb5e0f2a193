import * as z from 'zod';

/** The parts of a day people speak of, as local clock times: from, inclusive, to the time it ends. */
export const PARTS_OF_DAY = {
  early_morning: { from: '00:00', to: '06:00' },
  morning: { from: '06:00', to: '12:00' },
  afternoon: { from: '12:00', to: '18:00' },
  evening: { from: '18:00', to: '24:00' },
  day: { from: '06:00', to: '24:00' },
} as const;

export type PartOfDay = keyof typeof PARTS_OF_DAY;
export const PartOfDay = z.enum(['early_morning', 'morning', 'afternoon', 'evening', 'day']);

/** A place on earth, as Open-Meteo's geocoding knows it. */
export const Place = z.object({
  geonames: z.number(),
  name: z.string(),
  /** Name, region and country: what people tell it by. */
  label: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  timezone: z.string(),
});
export type Place = z.infer<typeof Place>;

/** What a question comes to: where, on which local date, in which hours of it, and what for. */
export const Trip = z.object({
  /** The place as it was looked for. */
  city: z.string(),
  place: Place,
  /** Whether it was picked from several by its id. */
  picked: z.boolean(),
  date: z.string(),
  partOfDay: PartOfDay,
  window: z.object({ from: z.string(), to: z.string() }),
  purpose: z.string(),
});
export type Trip = z.infer<typeof Trip>;
