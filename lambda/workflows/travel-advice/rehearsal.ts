import { localTime } from '../../define/local-time.ts';
import type { Heard, Rehearsal, Said } from '../../define/rehearsal.ts';

const OBSERVED_AT = '2026-08-25T11:02:00+08:00';

/** Places in the form of Open-Meteo's geocoding, made for rehearsals: one Shanghai, and a name that three places have. */
const PLACES = [
  {
    id: 1796236,
    name: { en: 'Shanghai', zh: '上海' },
    latitude: 31.22,
    longitude: 121.46,
    timezone: 'Asia/Shanghai',
    admin1: { en: 'Shanghai', zh: '上海市' },
    country: { en: 'China', zh: '中国' },
    population: 24_874_500,
  },
  {
    id: 90001,
    name: { en: 'Springfield', zh: '斯普林菲尔德' },
    latitude: 39.8,
    longitude: -89.64,
    timezone: 'America/Chicago',
    admin1: { en: 'Illinois', zh: '伊利诺伊州' },
    country: { en: 'United States', zh: '美国' },
    population: 114_000,
  },
  {
    id: 90002,
    name: { en: 'Springfield', zh: '斯普林菲尔德' },
    latitude: 37.22,
    longitude: -93.29,
    timezone: 'America/Chicago',
    admin1: { en: 'Missouri', zh: '密苏里州' },
    country: { en: 'United States', zh: '美国' },
    population: 169_000,
  },
  {
    id: 90003,
    name: { en: 'Springfield', zh: '斯普林菲尔德' },
    latitude: 42.1,
    longitude: -72.59,
    timezone: 'America/New_York',
    admin1: { en: 'Massachusetts', zh: '马萨诸塞州' },
    country: { en: 'United States', zh: '美国' },
    population: 155_000,
  },
];

type Result = { ok: boolean; data?: Record<string, unknown>; error?: { code: string; message: string } };

/** Finds the trip out, asks when the place has several meanings, and advises as the forecast says. */
function model({ stage, turns, task, results }: Heard): Said {
  const last = results.at(-1);
  const result = last?.result as Result | undefined;
  return stage === 'UNDERSTANDING'
    ? understand(task, turns, last?.tool, result)
    : advise(task, turns, last?.tool, result);
}

function understand(
  question: string,
  turns: number,
  tool: string | undefined,
  result: Result | undefined,
): Said {
  const isChinese = /\p{Script=Han}/u.test(question);
  const trip = tripIn(question, isChinese);
  if (turns === 0) return { calls: [{ tool: 'resolve_trip', input: trip }] };
  if (tool === 'ask_human' && result?.ok) {
    const answer = String(result.data?.answer);
    const chosen = PLACES.find(
      (place) => answer.includes(place.admin1.en) || answer.includes(place.admin1.zh),
    );
    if (chosen) return { calls: [{ tool: 'resolve_trip', input: { ...trip, place_id: chosen.id } }] };
  }
  const choices = [...(result?.error?.message ?? '').matchAll(/place_id \d+ "([^"]+)"/g)].map(
    ([, label = '']) => label,
  );
  if (choices.length === 0) return { text: 'I cannot make out which place is meant.' };
  const asks = isChinese ? `您问的是哪一个 ${trip.city}？` : `Which ${trip.city} do you mean?`;
  return { calls: [{ tool: 'ask_human', input: { question: asks, choices } }] };
}

function tripIn(question: string, isChinese: boolean) {
  const words = question.split('\n')[0] ?? '';
  const city =
    /去([^\s，,]{2,4}?)(?:见|見|出差|开会|開會|旅|，|,|吗|嗎)/.exec(words)?.[1] ??
    /\b(?:to|in)\s+([A-Z]\w+)/.exec(words)?.[1] ??
    words.slice(0, 40);
  const day = /后天|後天/.test(words)
    ? 'day_after_tomorrow'
    : /明天|明日|tomorrow/i.test(words)
      ? 'tomorrow'
      : 'today';
  const part_of_day = /上午|早上|morning/i.test(words)
    ? 'morning'
    : /下午|afternoon/i.test(words)
      ? 'afternoon'
      : 'day';
  return {
    city,
    day,
    part_of_day,
    purpose: /客户|客戶|client/.test(words) ? (isChinese ? '见客户' : 'see a client') : '',
  };
}

function advise(task: string, turns: number, tool: string | undefined, result: Result | undefined): Said {
  const { question, trip } = JSON.parse(task) as { question: string; trip: { id: string } };
  if (turns === 0) return { calls: [{ tool: 'get_weather', input: { trip_id: trip.id } }] };
  if (tool !== 'get_weather' || !result?.ok) return { text: 'There is no reliable data now.' };
  const { id, rain } = result.data as {
    id: string;
    rain: { probabilityPercent: number; millimetres: number };
  };
  const isWet = rain.probabilityPercent >= 50 || rain.millimetres >= 1;
  const isDry = rain.probabilityPercent < 30 && rain.millimetres < 0.5;
  const because = /\p{Script=Han}/u.test(question)
    ? isDry
      ? '下雨的可能很小。'
      : `降雨概率达 ${rain.probabilityPercent}%，出门带上更稳妥。`
    : isDry
      ? 'rain is unlikely.'
      : `the rain probability is ${rain.probabilityPercent} %.`;
  const umbrella = isWet ? 'yes' : isDry ? 'no' : 'take_one_to_be_safe';
  return { calls: [{ tool: 'recommend', input: { forecast_id: id, umbrella, because } }] };
}

/** Names as Open-Meteo finds them, in the language asked for; without a match there is no `results`. */
function places(query: URLSearchParams): unknown {
  const lang = query.get('language') === 'zh' ? 'zh' : 'en';
  const name = (query.get('name') ?? '').toLowerCase();
  const found = PLACES.filter((place) => [place.name.en.toLowerCase(), place.name.zh].includes(name));
  const results = found.map((place) => ({
    ...place,
    name: place.name[lang],
    admin1: place.admin1[lang],
    country: place.country[lang],
  }));
  return { ...(results.length > 0 ? { results } : {}), generationtime_ms: 0.5 };
}

/** Rain in the mornings, up to 80 %, and dry afternoons, wherever it is. */
function forecast(query: URLSearchParams): unknown {
  const zone = query.get('timezone') ?? 'UTC';
  const { date, time } = localTime(new Date(OBSERVED_AT), zone);
  const quarter = String(Math.floor(Number(time.slice(3)) / 15) * 15).padStart(2, '0');
  const offset = Date.parse(`${date}T${time}:00Z`) - Date.parse(OBSERVED_AT);
  const hours = ['start_date', 'end_date'].flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => ({
      at: `${query.get(day)}T${String(hour).padStart(2, '0')}:00`,
      hour,
    })),
  );
  const isWet = (hour: number) => hour > 6 && hour <= 12;
  return {
    latitude: Math.round(Number(query.get('latitude')) * 8) / 8,
    longitude: Math.round(Number(query.get('longitude')) * 8) / 8,
    utc_offset_seconds: offset / 1000,
    timezone: zone,
    current: { time: `${date}T${time.slice(0, 3)}${quarter}`, interval: 900, temperature_2m: 30.5 },
    hourly_units: {
      time: 'iso8601',
      precipitation_probability: '%',
      precipitation: 'mm',
      temperature_2m: '°C',
    },
    hourly: {
      time: hours.map(({ at }) => at),
      precipitation_probability: hours.map(({ hour }) => (isWet(hour) ? 50 + 5 * (hour - 6) : 5)),
      precipitation: hours.map(({ hour }) => (isWet(hour) ? 0.6 : 0)),
      temperature_2m: hours.map(({ hour }) => 26 + (hour % 6)),
    },
  };
}

export const rehearsal: Rehearsal = {
  workflow: 'travel-advice',
  input: { question: '我明天上午去上海见客户，需要带伞吗' },
  observedAt: OBSERVED_AT,
  model,
  feeds: ['OPEN_METEO_GEOCODING_URL', 'OPEN_METEO_FORECAST_URL'],
  feed({ pathname, searchParams }) {
    if (pathname === '/v1/search') return JSON.stringify(places(searchParams));
    if (pathname === '/v1/forecast') return JSON.stringify(forecast(searchParams));
    return undefined;
  },
};
