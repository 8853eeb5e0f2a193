import type { Json } from '../../define/json.ts';
import type { Lang } from '../../define/preview.ts';
import type { Heard, Rehearsal, Said } from '../../define/rehearsal.ts';
import { DISTRICTS, STATIONS } from './observation/places.ts';

const OBSERVED_AT = '2026-08-25T11:02:00+08:00';

/** Does the four steps, and tells the truth about how they ended. */
function model({ turns, results }: Heard): Said {
  const last = results.at(-1);
  const result = last?.result as
    | { ok: boolean; data?: { id?: string }; error?: { code: string; message: string } }
    | undefined;
  if (result && !result.ok) {
    if (result.error?.code === 'CHANGES_REQUESTED')
      return { calls: [{ tool: 'get_hko_weather', input: { lang: 'tc' } }] };
    return { text: `It was not done: ${result.error?.message ?? 'no reason was given'}` };
  }
  if (turns === 0) return { calls: [{ tool: 'get_hko_weather', input: { lang: 'tc' } }] };
  const id = result?.data?.id ?? '';
  if (last?.tool === 'get_hko_weather') {
    return { calls: [{ tool: 'draft_bilingual_brief', input: { snapshot_id: id, audience: 'operations' } }] };
  }
  if (last?.tool === 'draft_bilingual_brief') {
    return {
      calls: [
        {
          tool: 'create_review_task',
          input: { title: '香港早晨天氣簡報 Hong Kong morning brief', draft_id: id },
        },
      ],
    };
  }
  return { text: 'The review task for the morning brief was created after a person approved it.' };
}

/** An observation in the Observatory's format, made for rehearsals: 31 °C, 4 mm at most in the hour. */
function report(lang: Lang): Json {
  const rain: Record<string, number> = { 'Sai Kung': 4, 'Sha Tin': 2, 'Tai Po': 1 };
  return {
    rainfall: {
      data: DISTRICTS.map((place) => ({
        unit: 'mm',
        place: place[lang],
        max: rain[place.en] ?? 0,
        main: 'FALSE',
      })),
      startTime: '2026-08-25T09:45:00+08:00',
      endTime: '2026-08-25T10:45:00+08:00',
    },
    warningMessage: '',
    icon: [54],
    iconUpdateTime: '2026-08-25T06:45:00+08:00',
    uvindex: {
      data: [
        {
          place: { en: "King's Park", tc: '京士柏', sc: '京士柏' }[lang],
          value: 7,
          desc: { en: 'high', tc: '高', sc: '高' }[lang],
        },
      ],
      recordDesc: { en: 'During the past hour', tc: '過去一小時', sc: '过去一小时' }[lang],
    },
    updateTime: OBSERVED_AT,
    temperature: {
      data: STATIONS.map((place, index) => ({
        place: place[lang],
        value: place.en === 'Hong Kong Observatory' ? 31 : 29 + (index % 4),
        unit: 'C',
      })),
      recordTime: '2026-08-25T11:00:00+08:00',
    },
    tcmessage: '',
    mintempFrom00To09: '',
    rainfallFrom00To12: '',
    rainfallLastMonth: '',
    rainfallJanuaryToLastMonth: '',
    humidity: {
      recordTime: '2026-08-25T11:00:00+08:00',
      data: [
        {
          unit: 'percent',
          value: 74,
          place: { en: 'Hong Kong Observatory', tc: '香港天文台', sc: '香港天文台' }[lang],
        },
      ],
    },
  };
}

export const rehearsal: Rehearsal = {
  workflow: 'morning-brief',
  input: { lang: 'tc', audience: 'operations' },
  observedAt: OBSERVED_AT,
  model,
  feeds: ['HKO_BASE_URL'],
  feed(url) {
    const lang = url.searchParams.get('lang');
    if (url.searchParams.get('dataType') !== 'rhrread' || (lang !== 'en' && lang !== 'tc' && lang !== 'sc')) {
      return 'Please include valid parameters in API request.';
    }
    return JSON.stringify(report(lang));
  },
};
