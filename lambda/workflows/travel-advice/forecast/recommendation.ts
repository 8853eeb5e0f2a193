import * as z from 'zod';
import { Umbrella } from './umbrella.ts';

/** What is recommended, bound to the forecast it is made from. */
export const Recommendation = z.object({
  umbrella: Umbrella,
  because: z.string(),
  lang: z.enum(['en', 'tc', 'sc']),
  /** The whole answer as the asker gets it; its figures were taken from the forecast by code. */
  answer: z.string(),
});
export type Recommendation = z.infer<typeof Recommendation>;
