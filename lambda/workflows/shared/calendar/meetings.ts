import * as z from 'zod';

const Meeting = z.object({
  title: z.string(),
  /** HH:mm on the clocks of the zone, or absent for a whole day; a meeting may begin before the day or end after it. */
  time: z.object({ start: z.string(), end: z.string() }).optional(),
  place: z.string().optional(),
});

/** One day's meetings in one calendar. */
export const Meetings = z.object({
  date: z.string(),
  zone: z.string(),
  /** The calendar's own name, and the file or host it was read from. */
  calendar: z.string(),
  source: z.string(),
  meetings: z.array(Meeting),
  /** Meetings that are not told: private ones, those beyond the most that are listed, and those that cannot be read. */
  untold: z.number(),
});
export type Meetings = z.infer<typeof Meetings>;
export type Meeting = z.infer<typeof Meeting>;
