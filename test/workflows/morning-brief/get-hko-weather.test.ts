import { expect, it } from 'vitest';
import type { ReadWorld } from '../../../lambda/define/runner.ts';
import { runGetHkoWeather } from '../../../lambda/workflows/morning-brief/tools/get-hko-weather.run.ts';

/** What is asked for when the feed is where `base` says. */
async function asked(base?: string): Promise<string> {
  let url = '';
  const world: ReadWorld = {
    run: { run: 'r', workflow: 'w', businessDate: '2026-08-25', startedAt: '2026-08-25T00:00:00Z' },
    given: {},
    now: new Date('2026-08-25T00:00:00Z'),
    signal: AbortSignal.timeout(5000),
    settings: base === undefined ? {} : { HKO_BASE_URL: base },
    http: {
      get: async (wanted) => {
        url = wanted;
        return { status: 200, text: 'Please include valid parameters in API request.' };
      },
    },
  };
  await expect(runGetHkoWeather.run({ lang: 'tc' }, {}, world)).rejects.toThrow('the API refused');
  return url;
}

const QUERY = 'weatherAPI/opendata/weather.php?dataType=rhrread&lang=tc';

it('reads the Observatory, or a mirror of it, whose address may end in a slash', async () => {
  expect(await asked()).toBe(`https://data.weather.gov.hk/${QUERY}`);
  expect(await asked('http://127.0.0.1:9')).toBe(`http://127.0.0.1:9/${QUERY}`);
  expect(await asked('http://127.0.0.1:9/hko/')).toBe(`http://127.0.0.1:9/hko/${QUERY}`);
});
