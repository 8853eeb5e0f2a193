import { weekdayOf } from '../../../define/local-time.ts';
import type { Lang } from '../../../define/preview.ts';
import type { PartOfDay } from '../place/trip.ts';
import type { Umbrella } from './umbrella.ts';

/** The answer's own words in one language. */
export type Words = {
  readonly language: string;
  readonly umbrella: { readonly [U in Umbrella]: string };
  readonly because: (reason: string) => string;
  readonly day: (date: string) => string;
  readonly parts: { readonly [P in PartOfDay]: string };
  readonly forecast: (place: string, day: string, part: string, hours: string, zone: string) => string;
  readonly figures: (percent: number, mm: number, lowestC: number, highestC: number) => string;
  readonly source: (name: string, url: string, licence: string, issued: string) => string;
  readonly noReliableData: string;
  readonly notUnderstood: string;
  readonly stopped: string;
};

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const chineseDay = (date: string): string => {
  const [year, month, day] = date.split('-').map(Number);
  return `${year}年${month}月${day}日（星期${'日一二三四五六'.charAt(weekdayOf(date))}）`;
};

const en: Words = {
  language: 'English',
  umbrella: {
    yes: 'Yes, take an umbrella.',
    no: 'No, you do not need an umbrella.',
    take_one_to_be_safe: 'Take an umbrella to be safe.',
  },
  because: (reason) => `Why: ${reason}`,
  day: (date) => `${WEEKDAYS[weekdayOf(date)]} ${date}`,
  parts: {
    early_morning: 'early morning',
    morning: 'morning',
    afternoon: 'afternoon',
    evening: 'evening',
    day: 'day',
  },
  forecast: (place, day, part, hours, zone) =>
    `Forecast for ${place}, ${day}, ${part} ${hours} (${zone} time):`,
  figures: (percent, mm, lowestC, highestC) =>
    `rain probability up to ${percent} %, ${mm} mm of rain in all, ${lowestC} to ${highestC} °C.`,
  source: (name, url, licence, issued) => `Weather data by ${name} (${url}, ${licence}), as of ${issued}.`,
  noReliableData: 'There is no reliable weather data now, so I cannot advise you. Please ask again later.',
  notUnderstood: 'I could not make out which place and day you mean. Please ask again with both.',
  stopped: 'Your question was not answered; a person has been told.',
};

const sc: Words = {
  language: 'Simplified Chinese',
  umbrella: { yes: '需要带伞。', no: '不用带伞。', take_one_to_be_safe: '保险起见，带一把伞。' },
  because: (reason) => `理由：${reason}`,
  day: chineseDay,
  parts: { early_morning: '凌晨', morning: '上午', afternoon: '下午', evening: '晚上', day: '全天' },
  forecast: (place, day, part, hours, zone) => `${place} ${day}${part} ${hours}（${zone} 当地时间）预报：`,
  figures: (percent, mm, lowestC, highestC) =>
    `降雨概率最高 ${percent}%，降水量共 ${mm} 毫米，气温 ${lowestC} 至 ${highestC}°C。`,
  source: (name, url, licence, issued) => `天气数据来自 ${name}（${url}，${licence}），截至 ${issued}。`,
  noReliableData: '目前没有可靠的天气数据，无法给出建议。请稍后再问。',
  notUnderstood: '没有弄清您问的是哪个地方、哪一天。请写明后再问。',
  stopped: '您的问题没有得到回答，已通知负责人。',
};

const tc: Words = {
  language: 'Traditional Chinese',
  umbrella: { yes: '需要帶傘。', no: '不用帶傘。', take_one_to_be_safe: '保險起見，帶一把傘。' },
  because: (reason) => `理由：${reason}`,
  day: chineseDay,
  parts: { early_morning: '凌晨', morning: '上午', afternoon: '下午', evening: '晚上', day: '全日' },
  forecast: (place, day, part, hours, zone) => `${place} ${day}${part} ${hours}（${zone} 當地時間）預報：`,
  figures: (percent, mm, lowestC, highestC) =>
    `降雨機率最高 ${percent}%，雨量共 ${mm} 毫米，氣溫 ${lowestC} 至 ${highestC}°C。`,
  source: (name, url, licence, issued) => `天氣數據來自 ${name}（${url}，${licence}），截至 ${issued}。`,
  noReliableData: '目前沒有可靠的天氣數據，無法給出建議。請稍後再問。',
  notUnderstood: '沒有弄清您問的是哪個地方、哪一天。請寫明後再問。',
  stopped: '您的問題沒有得到回答，已通知負責人。',
};

export const WORDS: { readonly [L in Lang]: Words } = { en, tc, sc };
