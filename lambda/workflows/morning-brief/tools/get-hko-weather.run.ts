import { runner } from '../../../define/runner.ts';
import { readCurrentWeather } from '../observation/read-current-weather.ts';
import { getHkoWeather } from './get-hko-weather.ts';

/** Where the Observatory serves its open data; HKO_BASE_URL points elsewhere (a mirror, a proxy, a test server). */
const HKO = 'https://data.weather.gov.hk';

export const runGetHkoWeather = runner(getHkoWeather, async ({ lang }, { http, settings, signal }) => {
  const base = (settings.HKO_BASE_URL ?? HKO).replace(/\/+$/, '');
  const url = `${base}/weatherAPI/opendata/weather.php?dataType=rhrread&lang=${lang}`;
  const { text } = await http.get(url, signal);
  return readCurrentWeather(text, lang, url);
});
