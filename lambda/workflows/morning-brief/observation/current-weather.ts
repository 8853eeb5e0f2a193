import * as z from 'zod';

const Instant = z.string().describe('ISO 8601 with offset, as the feed wrote it');
const Place = z.object({ en: z.string(), tc: z.string(), sc: z.string() });
const FeedLang = z.enum(['en', 'tc', 'sc']);

/** A number of the brief, and the field it was taken from. */
export const SourcedFigure = z.object({
  name: z.enum(['temperature', 'humidity', 'rainfall', 'uv']),
  value: z.number(),
  unit: z.enum(['°C', '%', 'mm', '']),
  field: z.string().describe('path in the answer; a row is named by its place'),
  received: z.string().describe('the JSON text of the value as received'),
  observedAt: Instant,
});

/** Why a district's row does not count towards the highest rainfall. */
const Exclusion = z.enum(['UNDER_MAINTENANCE', 'UNKNOWN_FLAG', 'BAD_VALUE', 'NOT_LISTED']);

/** What the brief needs of the Observatory's current weather report (rhrread): read, checked, nothing added. */
export const CurrentWeather = z.object({
  source: z.object({
    name: z.literal('Hong Kong Observatory'),
    feed: z.literal('rhrread'),
    url: z.string(),
    lang: FeedLang,
  }),
  updateTime: Instant.describe('when the bulletin was issued; a re-issue brings no new readings'),
  recordTime: Instant.describe('when the temperatures were read'),
  humidityRecordTime: Instant,
  temperatureC: z.number(),
  humidityPercent: z.number(),
  rainfall: z.object({
    startTime: Instant,
    endTime: Instant,
    maxMm: z.number(),
    places: z.array(Place).describe('where the highest fell: several on a tie, none when it is 0'),
    excluded: z.array(z.object({ place: Place, reason: Exclusion, received: z.string() })),
  }),
  uv: z
    .object({
      value: z.number(),
      desc: z.string().describe('as issued'),
      place: Place,
      pastHour: z.boolean().describe('the feed said so; it gives no other time'),
    })
    .nullable(),
  warnings: z.array(z.string()).describe('the sentences as issued'),
  warningsLang: FeedLang,
  tropicalCyclone: z.array(z.string()),
  tips: z.array(z.string()),
  reminders: z.array(z.string()).describe('what to mind after a warning was cancelled; never in force'),
  icon: z.array(z.number()),
  figures: z.array(SourcedFigure),
});

export type CurrentWeather = z.infer<typeof CurrentWeather>;
export type SourcedFigure = z.infer<typeof SourcedFigure>;
