import { listen } from '../../../lib/local/listen.ts';

type Place = {
  id: number;
  name: string;
  timezone: string;
  latitude: number;
  longitude: number;
  admin1?: string;
  country?: string;
};

const place = (
  id: number,
  name: string,
  timezone: string,
  admin1: string,
  country: string,
  at: [number, number],
): Place => ({
  id,
  name,
  timezone,
  latitude: at[0],
  longitude: at[1],
  admin1,
  country,
});

/** SYNTHETIC places: the ids and the coordinates are made up, the zones are real. */
const PLACES: Record<string, readonly Place[]> = {
  上海: [place(1, '上海', 'Asia/Shanghai', '上海市', '中国', [31.2, 121.4])],
  Shanghai: [
    place(1, 'Shanghai', 'Asia/Shanghai', 'Shanghai', 'China', [31.2, 121.4]),
    place(2, 'Shanghang', 'Asia/Shanghai', 'Fujian', 'China', [25.1, 116.4]),
  ],
  Springfield: [
    place(11, 'Springfield', 'America/Chicago', 'Illinois', 'United States', [39.8, -89.6]),
    place(12, 'Springfield', 'America/Chicago', 'Missouri', 'United States', [37.2, -93.3]),
    place(13, 'West Springfield', 'America/New_York', 'Massachusetts', 'United States', [42.1, -72.6]),
  ],
  Samarra: [place(21, 'Samara', 'Europe/Samara', 'Samara Oblast', 'Russia', [53.2, 50.1])],
};

export type Weather = {
  readonly percent: number;
  readonly mm: number;
  /** Minutes before now that the answer is of. */
  readonly age?: number;
  /** Changes the answer before it goes out. */
  readonly bend?: (answer: Record<string, unknown>) => unknown;
};

type Instead = { readonly status: number; readonly body: string };

/** Open-Meteo's two services on loopback. The rain falls in the morning hours of every place, one hour of them with `percent`. */
export async function openMeteo(now: () => number) {
  let weather: Weather = { percent: 80, mm: 3.2 };
  const instead: Instead[] = [];
  let always: Instead | undefined;
  const asked: URL[] = [];
  const { url, close } = await listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://open-meteo');
    asked.push(new URL(request.url ?? '/', 'http://open-meteo'));
    const other = pathname === '/v1/forecast' ? (instead.shift() ?? always) : undefined;
    if (other) return void response.writeHead(other.status).end(other.body);
    const body = pathname === '/v1/search' ? places(searchParams) : forecast(searchParams, weather, now());
    response.end(JSON.stringify(body));
  });
  return {
    url,
    close,
    asked,
    settings: { TOOL_OPEN_METEO_GEOCODING_URL: url, TOOL_OPEN_METEO_FORECAST_URL: url },
    /** What every forecast says from now on; what was to come instead is forgotten. */
    says(said: Weather) {
      weather = said;
      instead.length = 0;
      always = undefined;
      asked.length = 0;
    },
    /** These come first, one to each request for a forecast. */
    first: (...answers: Instead[]) => void instead.push(...answers),
    isDown: () => {
      always = { status: 503, body: 'down' };
    },
  };
}

function places(query: URLSearchParams): unknown {
  const results = PLACES[query.get('name') ?? ''];
  return { ...(results ? { results } : {}), generationtime_ms: 0.5 };
}

function forecast(
  query: URLSearchParams,
  { percent, mm, age = 0, bend = (answer) => answer }: Weather,
  now: number,
): unknown {
  const timezone = query.get('timezone') ?? '';
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const local = (instant: number) => shown.format(instant).replace(' ', 'T');
  const offset = (Date.parse(`${local(now)}:00Z`) - Math.floor(now / 60_000) * 60_000) / 1000;
  const hours = ['start_date', 'end_date'].flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => ({
      hour,
      at: `${query.get(day)}T${String(hour).padStart(2, '0')}:00`,
    })),
  );
  return bend({
    latitude: 31.25,
    longitude: 121.375,
    utc_offset_seconds: offset,
    timezone,
    current: { time: local(now - age * 60_000), interval: 900, temperature_2m: 30.1 },
    hourly_units: {
      time: 'iso8601',
      precipitation_probability: '%',
      precipitation: 'mm',
      temperature_2m: '°C',
    },
    hourly: {
      time: hours.map(({ at }) => at),
      // 06:00 belongs to the early morning, 12:00 is the last hour of the morning.
      precipitation_probability: hours.map(({ hour }) =>
        hour === 12 ? percent : hour === 6 ? 99 : hour > 6 && hour < 12 ? Math.min(percent, 5) : 1,
      ),
      precipitation: hours.map(({ hour }) => (hour === 12 ? mm : hour === 6 ? 9 : 0)),
      temperature_2m: hours.map(({ hour }) => 20 + hour / 2),
    },
  });
}
