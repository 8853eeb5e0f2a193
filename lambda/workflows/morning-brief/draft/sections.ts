import { businessDate, HONG_KONG, localTime } from '../../../define/local-time.ts';
import type { Lang, Trilingual } from '../../../define/preview.ts';
import type { Meetings } from '../../shared/calendar/meetings.ts';
import type { CurrentWeather } from '../observation/current-weather.ts';
import { mentioned, UV_INTENSITIES } from '../observation/terms.ts';
import { WORDS, type Words } from './words.ts';

/** One block of a brief; a block without a heading speaks for itself. */
export type Section = {
  readonly kind: 'warnings' | 'cyclone' | 'observation' | 'reminders' | 'meetings' | 'note' | 'source';
  readonly heading: string;
  readonly lines: string[];
};

/** The blocks of a brief in one language, what is urgent first and the attribution last. */
export function sectionsOf(
  weather: CurrentWeather,
  lang: Lang,
  { note, meetings }: { readonly note?: string | undefined; readonly meetings?: Meetings | undefined },
): Section[] {
  const words = WORDS[lang];
  const feedLanguage = words.languages[weather.warningsLang];
  const quoted = (texts: readonly string[]) =>
    texts.flatMap((text) => quotation(text, weather.warningsLang, lang));
  const noWarnings = words.noWarnings(clock(weather.updateTime, words, weather.updateTime));
  const sections: Section[] = [
    { kind: 'warnings', heading: words.warnings(feedLanguage), lines: quoted(weather.warnings) },
    { kind: 'cyclone', heading: words.cyclone(feedLanguage), lines: quoted(weather.tropicalCyclone) },
    { kind: 'observation', heading: words.observed, lines: observed(weather, lang) },
    {
      kind: 'reminders',
      heading: words.reminders(feedLanguage),
      lines: [...weather.reminders, ...weather.tips].map(words.quoted),
    },
    ...(meetings ? [meetingsOf(meetings, words)] : []),
    { kind: 'note', heading: words.note, lines: note ? [note] : [] },
    { kind: 'source', heading: '', lines: [...words.source] },
  ];
  const told = sections.filter(({ lines }) => lines.length > 0);
  const isQuiet = weather.warnings.length + weather.tropicalCyclone.length === 0;
  return isQuiet ? [{ kind: 'warnings', heading: '', lines: [noWarnings] }, ...told] : told;
}

/** The day's meetings as their calendar has them, and where that is. */
function meetingsOf({ calendar, source, meetings, untold }: Meetings, words: Words): Section {
  const lines = meetings.map(({ title, time, place }) => {
    const when = time ? `${time.start}–${time.end}` : words.allDay;
    return `${when} ${place ? words.because(title, place) : title}`;
  });
  return {
    kind: 'meetings',
    heading: words.meetings([...(calendar ? [words.quoted(calendar)] : []), source].join(words.and)),
    lines: [
      ...(meetings.length === 0 && untold === 0 ? [words.noMeetings] : lines),
      ...(untold > 0 ? [words.untold(untold)] : []),
    ],
  };
}

/** The time of day in Hong Kong, with its day when that is not one of the days it stands beside. */
export function clock(instant: string, words: Words, ...beside: string[]): string {
  const { date, time, weekday } = localTime(new Date(instant), HONG_KONG);
  const days = beside.map((other) => businessDate(new Date(other)));
  return days.includes(date) ? time : `${words.day(date, weekday)} ${time}`;
}

/** A sentence as issued, and the names in it for readers of the other language. */
function quotation(text: string, feed: Lang, lang: Lang): string[] {
  const words = WORDS[lang];
  const isReadable = (feed === 'en') === (lang === 'en');
  const names = isReadable ? [] : mentioned(text, feed).map((name) => name[lang]);
  return [words.quoted(text), ...(names.length > 0 ? [`${words.mentions}${names.join(words.and)}`] : [])];
}

function observed(weather: CurrentWeather, lang: Lang): string[] {
  const words = WORDS[lang];
  const { updateTime, rainfall, uv } = weather;
  const at = (instant: string) => clock(instant, words, updateTime);
  const end = clock(rainfall.endTime, words, updateTime, rainfall.startTime);
  const window = `${at(rainfall.startTime)}–${end}`;
  const names = (places: readonly Trilingual[]) => places.map((place) => place[lang]).join(words.and);
  const excluded = rainfall.excluded.map(({ place, reason }) =>
    words.because(place[lang], words.reasons[reason]),
  );
  return [
    words.temperature(weather.temperatureC, at(weather.recordTime)),
    words.humidity(weather.humidityPercent, at(weather.humidityRecordTime)),
    rainfall.places.length > 0
      ? words.rainfall(window, rainfall.maxMm, names(rainfall.places))
      : words.noRain(window, rainfall.maxMm, excluded.length === 0),
    ...(excluded.length > 0 ? [`${words.uncounted}${excluded.join(words.and)}`] : []),
    ...(uv
      ? [words.uv(uv.value, intensity(uv.desc, weather.source.lang, lang), uv.place[lang], uv.pastHour)]
      : []),
  ];
}

/** The intensity in another language; one the table does not know is left out there, not guessed. */
const intensity = (desc: string, feed: Lang, lang: Lang): string =>
  UV_INTENSITIES.find((term) => term[feed] === desc)?.[lang] ?? (feed === lang ? desc : '');
