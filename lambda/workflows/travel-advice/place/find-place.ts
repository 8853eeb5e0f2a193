import * as z from 'zod';
import type { Lang } from '../../../define/preview.ts';
import { ToolError } from '../../../define/tool-error.ts';
import { answerOf, type Reach } from '../open-meteo.ts';
import type { Place } from './trip.ts';

/** Where Open-Meteo finds places; OPEN_METEO_GEOCODING_URL points elsewhere (a mirror, a proxy, a test server). */
const GEOCODING = 'https://geocoding-api.open-meteo.com';
/** How many candidates are asked for, and how many are told. */
const CANDIDATES = 10;
const TOLD = 6;

// Names in other languages and rows of villages come along: only what is used is looked at.
const Row = z.object({
  id: z.number(),
  name: z.string().min(1),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  timezone: z.string().min(1),
  country: z.string().optional(),
  admin1: z.string().optional(),
  admin2: z.string().optional(),
  population: z.number().optional(),
});
type Row = z.infer<typeof Row>;
/** Without a match there is no `results` at all. */
const Answer = z.object({ results: z.array(Row).optional() });

/**
 * The one place of that name, or the candidate with that id. A name that fits none exactly, or several, is not guessed at.
 *
 * @throws {ToolError} PLACE_NOT_FOUND, PLACE_NOT_EXACT, PLACE_AMBIGUOUS, PLACE_ID_UNKNOWN
 */
export async function findPlace(
  city: string,
  pick: number | undefined,
  lang: Lang,
  reach: Reach,
): Promise<Place> {
  const base = reach.settings.OPEN_METEO_GEOCODING_URL ?? GEOCODING;
  const query = new URLSearchParams({
    name: city,
    count: String(CANDIDATES),
    language: lang === 'en' ? 'en' : 'zh',
    format: 'json',
  });
  const { results: rows = [] } = await answerOf(`${base}/v1/search?${query}`, Answer, reach);
  if (rows.length === 0) throw fault('PLACE_NOT_FOUND', `no place is called "${city}"`);
  if (pick !== undefined) {
    const picked = rows.find(({ id }) => id === pick);
    if (picked) return placeOf(picked, rows);
    const message = `${pick} is none of the places called "${city}": ${told(rows)}`;
    throw new ToolError('parameter', 'PLACE_ID_UNKNOWN', message, 'place_id');
  }
  const exact = rows.filter(({ name }) => folded(name) === folded(city));
  const [only, ...others] = exact;
  if (!only) throw fault('PLACE_NOT_EXACT', `no place is called exactly "${city}"; there are: ${told(rows)}`);
  if (others.length > 0)
    throw fault('PLACE_AMBIGUOUS', `${exact.length} places are called "${city}": ${told(exact)}`);
  return placeOf(only, rows);
}

const fault = (code: string, message: string) =>
  new ToolError('business', code, `${message}. Ask the person with ask_human which one is meant.`, 'city');

/** Case, width, accents and the word for city make no difference. */
const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/(?<=.{2})市$|\s+city$/u, '');

const placeOf = (row: Row, among: readonly Row[]): Place => ({
  geonames: row.id,
  name: row.name,
  label: labelOf(row, among),
  latitude: row.latitude,
  longitude: row.longitude,
  timezone: row.timezone,
});

const partsOf = ({ name, admin1, country }: Row): string =>
  [...new Set([name, admin1, country])].filter(Boolean).join(', ');

/** Name, region and country; where two would read the same, the district or the coordinates too. */
function labelOf(row: Row, among: readonly Row[]): string {
  const label = partsOf(row);
  const twins = among.filter((other) => partsOf(other) === label);
  if (twins.length < 2) return label;
  const isTold = row.admin2 && twins.filter(({ admin2 }) => admin2 === row.admin2).length === 1;
  return `${label} (${isTold ? row.admin2 : `${row.latitude.toFixed(2)}, ${row.longitude.toFixed(2)}`})`;
}

const told = (rows: readonly Row[]): string =>
  rows
    .slice(0, TOLD)
    .map(
      (row) =>
        `place_id ${row.id} "${labelOf(row, rows)}"${row.population ? `, ${row.population} people` : ''}`,
    )
    .join('; ');
