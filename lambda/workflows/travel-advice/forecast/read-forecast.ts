import * as z from 'zod';
import { instantAt } from '../../../define/local-time.ts';
import { ToolError } from '../../../define/tool-error.ts';
import { ATTRIBUTION, answerOf, type Reach } from '../open-meteo.ts';
import type { Trip } from '../place/trip.ts';
import type { Forecast } from './forecast.ts';

/** Where Open-Meteo serves forecasts; OPEN_METEO_FORECAST_URL points elsewhere (a mirror, a proxy, a test server). */
const FORECAST = 'https://api.open-meteo.com';

const LOCAL = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'a local time without offset is wanted');
const Figures = z.array(z.number().nullable());
const Answer = z.object({
  latitude: z.number(),
  longitude: z.number(),
  utc_offset_seconds: z.number(),
  timezone: z.string(),
  current: z.object({ time: LOCAL }),
  hourly_units: z.object({
    time: z.literal('iso8601'),
    precipitation_probability: z.literal('%'),
    precipitation: z.literal('mm'),
    temperature_2m: z.literal('°C'),
  }),
  hourly: z.object({
    time: z.array(LOCAL),
    precipitation_probability: Figures,
    precipitation: Figures,
    temperature_2m: Figures,
  }),
});
type Answer = z.infer<typeof Answer>;

/**
 * The forecast for a trip's hours.
 *
 * @throws {ToolError} WRONG_TIMEZONE, FORECAST_INCOMPLETE, and what answerOf throws
 */
export async function readForecast(trip: Trip, reach: Reach): Promise<Forecast> {
  const base = reach.settings.OPEN_METEO_FORECAST_URL ?? FORECAST;
  const { place, date } = trip;
  const query = new URLSearchParams({
    latitude: String(place.latitude),
    longitude: String(place.longitude),
    hourly: 'precipitation_probability,precipitation,temperature_2m',
    current: 'temperature_2m',
    timezone: place.timezone,
    timeformat: 'iso8601',
    start_date: date,
    // The hour that ends at midnight is labelled as the next day's first.
    end_date: dayAfter(date),
  });
  const request = `${base}/v1/forecast?${query}`;
  const answer = await answerOf(request, Answer, reach);
  // Days and hours are cut by the zone: in another one the same labels are other hours.
  if (answer.timezone !== place.timezone)
    throw new ToolError(
      'business',
      'WRONG_TIMEZONE',
      `Open-Meteo answered for ${answer.timezone}, ${place.timezone} was asked`,
    );
  const hours = hoursOf(trip, answer);
  return {
    place: place.label,
    grid: { latitude: answer.latitude, longitude: answer.longitude },
    timezone: place.timezone,
    date,
    partOfDay: trip.partOfDay,
    window: {
      ...trip.window,
      begins: instantOf(date, trip.window.from, place.timezone),
      ends: instantOf(date, trip.window.to, place.timezone),
    },
    rain: {
      probabilityPercent: Math.max(...hours.map(({ probability }) => probability)),
      // Tenths of a millimetre, added up exactly.
      millimetres: Math.round(hours.reduce((sum, { mm }) => sum + mm, 0) * 10) / 10,
    },
    temperature: {
      lowestC: Math.min(...hours.map(({ celsius }) => celsius)),
      highestC: Math.max(...hours.map(({ celsius }) => celsius)),
    },
    issuedAt: new Date(
      Date.parse(`${answer.current.time}:00Z`) - answer.utc_offset_seconds * 1000,
    ).toISOString(),
    source: { ...ATTRIBUTION, request },
  };
}

/** The hours of the window. An hour's rain is that of the hour before its label: 07:00 tells of 06:00 to 07:00. */
function hoursOf({ date, window }: Trip, { hourly }: Answer) {
  const first = Number(window.from.slice(0, 2)) + 1;
  const last = Number(window.to.slice(0, 2));
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const hour = first + index;
    const label = hour === 24 ? `${dayAfter(date)}T00:00` : `${date}T${String(hour).padStart(2, '0')}:00`;
    const at = hourly.time.indexOf(label);
    const probability = hourly.precipitation_probability[at];
    const mm = hourly.precipitation[at];
    const celsius = hourly.temperature_2m[at];
    if (typeof probability !== 'number' || typeof mm !== 'number' || typeof celsius !== 'number')
      throw new ToolError(
        'business',
        'FORECAST_INCOMPLETE',
        `Open-Meteo has no complete forecast for ${label}`,
      );
    if (probability < 0 || probability > 100 || mm < 0)
      throw new ToolError('business', 'FORECAST_INCOMPLETE', `Open-Meteo's figures for ${label} cannot be`);
    return { probability, mm, celsius };
  });
}

const instantOf = (date: string, time: string, zone: string): string =>
  time === '24:00'
    ? instantAt(dayAfter(date), '00:00', zone).toISOString()
    : instantAt(date, time, zone).toISOString();

const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
