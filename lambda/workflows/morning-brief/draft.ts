import * as z from 'zod';
import { HONG_KONG, localTime } from '../../define/local-time.ts';
import type { Lang } from '../../define/preview.ts';
import type { Meetings } from '../shared/calendar/meetings.ts';
import { clock, sectionsOf } from './draft/sections.ts';
import { WORDS } from './draft/words.ts';
import { CurrentWeather, SourcedFigure } from './observation/current-weather.ts';

const BriefText = z.object({
  lang: z.enum(['en', 'tc', 'sc']),
  title: z.string(),
  times: z.string().describe('both source times in words'),
  sections: z.array(
    z.object({
      kind: z.enum(['warnings', 'cyclone', 'observation', 'reminders', 'meetings', 'note', 'source']),
      heading: z.string(),
      lines: z.array(z.string()),
    }),
  ),
  text: z.string().describe('the whole brief as plain text'),
});

/** The morning brief in Chinese and English, written by code from one observation. */
export const BilingualBrief = z.object({
  audience: z.string(),
  zh: BriefText,
  en: BriefText,
  times: z.object({
    updateTime: z.string(),
    recordTime: z.string(),
    rainfallStart: z.string(),
    rainfallEnd: z.string(),
  }),
  figures: z.array(SourcedFigure),
  source: CurrentWeather.shape.source,
});

export type BilingualBrief = z.infer<typeof BilingualBrief>;
type BriefText = z.infer<typeof BriefText>;

export type DraftOptions = {
  readonly audience: string;
  /** Free text of the model's, whose claims the caller has checked. */
  readonly note?: { readonly zh: string; readonly en: string };
  /** The day's meetings, where a calendar is read. */
  readonly meetings?: Meetings;
};

/** A text holds what a template leaves behind when a value is missing. */
export class PlaceholderInDraft extends Error {
  override readonly name = 'PlaceholderInDraft';
}

const PLACEHOLDER = /\b(?:null|undefined|NaN|None|Infinity|Invalid Date)\b|\[object \w+\]/;

/**
 * Writes both halves. The Chinese one is in Simplified script when the observation is, in Traditional otherwise.
 *
 * @throws {PlaceholderInDraft}
 */
export function draftBrief(weather: CurrentWeather, options: DraftOptions): BilingualBrief {
  const { updateTime, recordTime, rainfall, figures, source } = weather;
  return {
    audience: options.audience,
    zh: written(weather, source.lang === 'sc' ? 'sc' : 'tc', options),
    en: written(weather, 'en', options),
    times: { updateTime, recordTime, rainfallStart: rainfall.startTime, rainfallEnd: rainfall.endTime },
    figures,
    source,
  };
}

function written(weather: CurrentWeather, lang: Lang, { audience, note, meetings }: DraftOptions): BriefText {
  const words = WORDS[lang];
  const { date, weekday } = localTime(new Date(weather.updateTime), HONG_KONG);
  const title = words.title(words.day(date, weekday));
  const at = (instant: string) => clock(instant, words, weather.updateTime);
  const times = words.times(at(weather.updateTime), at(weather.recordTime));
  const said = lang === 'en' ? note?.en : note?.zh;
  const sections = sectionsOf(weather, lang, { note: said && oneLine(said), meetings });
  const blocks = sections.map(({ heading, lines }) => [...(heading ? [heading] : []), ...lines]);
  const head = [title, times, ...(audience ? [`${words.audience}${oneLine(audience)}`] : [])];
  const text = [head, ...blocks].map((lines) => lines.join('\n')).join('\n\n');
  // A meeting may be called what a template would leave behind.
  const ours = blocks.filter((_, index) => sections[index]?.kind !== 'meetings').flat();
  const [placeholder] = PLACEHOLDER.exec([...head, ...ours].join('\n')) ?? [];
  if (placeholder) throw new PlaceholderInDraft(`the ${lang} text holds "${placeholder}", a value is wanted`);
  return { lang, title, times, sections, text };
}

/** What others wrote stays on its line: with breaks it could pass for a section of the brief. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
