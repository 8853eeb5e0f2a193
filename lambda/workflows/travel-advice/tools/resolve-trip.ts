import * as z from 'zod';
import { defineTool } from '../../../define/tool.ts';
import { PartOfDay, Trip } from '../place/trip.ts';

export const resolveTrip = defineTool({
  name: 'resolve_trip',
  description:
    'Find the place of a question and the local date and hours it is about. A name that fits no place, or several, is answered with candidates.',
  effect: 'READ_ONLY',
  input: z.object({
    city: z.string().trim().min(2).max(80).describe('the place as the asker wrote it'),
    place_id: z
      .number()
      .int()
      .optional()
      .describe('the id of the candidate a person chose; only after ask_human'),
    day: z
      .string()
      .max(40)
      .describe('today, tomorrow, day_after_tomorrow, monday to sunday, or YYYY-MM-DD; counted at the place'),
    part_of_day: PartOfDay.describe('day when the question names none'),
    purpose: z.string().max(120).describe('what the asker goes there for, in their words; "" when unsaid'),
  }),
  output: Trip,
  yields: 'trip',
  timeout: { seconds: 15 },
});
