import type { Exhibit, Figure, Notice, Trilingual } from '../../../define/preview.ts';
import type { CurrentWeather, SourcedFigure } from './current-weather.ts';
import { HKO_LIMITS, type TimeField } from './freshness.ts';

const LABELS: { readonly [N in SourcedFigure['name']]: Trilingual } = {
  temperature: { en: 'Air temperature', tc: '氣溫', sc: '气温' },
  humidity: { en: 'Relative humidity', tc: '相對濕度', sc: '相对湿度' },
  rainfall: { en: 'Highest rainfall in the window', tc: '時段內最高雨量', sc: '时段内最高雨量' },
  uv: { en: 'UV index', tc: '紫外線指數', sc: '紫外线指数' },
};

/** Which limit a figure's time is judged by; the UV index has the bulletin's. */
const JUDGED_BY: { readonly [N in SourcedFigure['name']]: TimeField } = {
  temperature: 'recordTime',
  humidity: 'humidityRecordTime',
  rainfall: 'rainfall.endTime',
  uv: 'updateTime',
};

/** How an observation is shown to the person who decides: warnings loud, advice apart, figures with their fields. */
export function weatherExhibit(weather: CurrentWeather): Exhibit {
  const notices = (kind: Notice['kind'], texts: readonly string[]): Notice[] =>
    texts.map((text) => ({ kind, lang: weather.warningsLang, text }));
  return {
    figures: weather.figures.map((figure) => shown(figure, weather.source)),
    notices: [
      ...notices('warning', [...weather.warnings, ...weather.tropicalCyclone]),
      ...notices('reminder', [...weather.tips, ...weather.reminders]),
    ],
  };
}

function shown(figure: SourcedFigure, { name, url }: CurrentWeather['source']): Figure {
  const { value, unit, field, received, observedAt } = figure;
  const oldAfterMinutes = HKO_LIMITS.ages[JUDGED_BY[figure.name]].warnMinutes;
  return {
    label: LABELS[figure.name],
    value,
    unit,
    source: name,
    url,
    field,
    received,
    observedAt,
    oldAfterMinutes,
  };
}
