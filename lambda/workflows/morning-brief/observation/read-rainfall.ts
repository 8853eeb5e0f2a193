import type { Lang, Trilingual } from '../../../define/preview.ts';
import type { CurrentWeather, SourcedFigure } from './current-weather.ts';
import { type Block, block, business, instant, type Row, rows } from './fields.ts';
import { DISTRICTS, isForeign, named } from './places.ts';

/** Far above any hour on record here (158.1 mm); a value beyond it is a sentinel or a fault. */
const HIGHEST_MM = 400;

type Rainfall = CurrentWeather['rainfall'];
type Exclusion = Rainfall['excluded'][number];
type Reading = {
  readonly place: Trilingual;
  readonly path: string;
  readonly mm: number;
  readonly received: string;
};

/** The highest rainfall of the window, over the districts whose rows can be used; the others are named. */
export function readRainfall(report: Block, lang: Lang): { rainfall: Rainfall; figure: SourcedFigure } {
  const rain = block(report, 'rainfall');
  const [startTime, endTime] = [instant(rain, 'startTime'), instant(rain, 'endTime')];
  if (Date.parse(startTime) >= Date.parse(endTime)) {
    throw business(
      'HKO_BAD_TIME',
      'rainfall.endTime',
      `a time after ${startTime} is wanted, ${endTime} was given`,
    );
  }
  const { readings, excluded } = sorted(rows(rain), lang);
  if (readings.length === 0) {
    const why = excluded.map(({ place, reason }) => `${place.en} ${reason}`).join(', ');
    throw business('HKO_NO_USABLE_RAINFALL', 'rainfall.data', `no district can be used: ${why}`);
  }
  const maxMm = Math.max(...readings.map(({ mm }) => mm));
  const highest = maxMm > 0 ? readings.filter(({ mm }) => mm === maxMm) : [];
  const [first] = highest;
  return {
    rainfall: { startTime, endTime, maxMm, places: highest.map(({ place }) => place), excluded },
    figure: {
      name: 'rainfall',
      value: maxMm,
      unit: 'mm',
      field: first ? `${first.path}.max` : 'rainfall.data[*].max',
      received: first?.received ?? '0',
      observedAt: endTime,
    },
  };
}

function sorted(all: readonly Row[], lang: Lang): { readings: Reading[]; excluded: Exclusion[] } {
  const readings: Reading[] = [];
  const excluded: Exclusion[] = [];
  const seen = new Set<Trilingual>();
  for (const row of all) {
    const place = district(row, lang);
    if (seen.has(place)) throw business('HKO_DUPLICATE_ROW', 'rainfall.data', `two rows "${row.place}"`);
    seen.add(place);
    const reason = whyNot(row);
    const mm = millimetres(row.fields.max);
    const received = JSON.stringify(row.fields.max) ?? '';
    if (reason === undefined && mm !== undefined) readings.push({ place, path: row.path, mm, received });
    else excluded.push({ place, reason: reason ?? 'BAD_VALUE', received });
  }
  for (const place of DISTRICTS)
    if (!seen.has(place)) excluded.push({ place, reason: 'NOT_LISTED', received: '' });
  return { readings, excluded };
}

function district({ place: name }: Row, lang: Lang): Trilingual {
  const place = named(DISTRICTS, name, lang);
  if (place) return place;
  const code = isForeign(DISTRICTS, name, lang) ? 'HKO_WRONG_LANGUAGE' : 'HKO_UNKNOWN_PLACE';
  throw business(code, 'rainfall.data', `a district in "${lang}" is wanted, "${name}" was given`);
}

/** `main` says whether the gauge is under maintenance, not whether it rained; Chinese answers leave it "" for two districts. */
function whyNot({ fields: { main } }: Row): Exclusion['reason'] | undefined {
  const flag = typeof main === 'string' ? main.trim().toUpperCase() : undefined;
  if (flag === 'TRUE') return 'UNDER_MAINTENANCE';
  return flag === '' || flag === 'FALSE' ? undefined : 'UNKNOWN_FLAG';
}

/** A finite number, or a text that is exactly one; "" is not 0. */
function millimetres(max: unknown): number | undefined {
  const mm = typeof max === 'string' && /^\d+(\.\d+)?$/.test(max) ? Number(max) : max;
  return typeof mm === 'number' && mm >= 0 && mm <= HIGHEST_MM ? mm : undefined;
}
