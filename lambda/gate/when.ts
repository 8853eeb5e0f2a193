import type { Lang } from '../define/preview.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const clocks = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Hong_Kong',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

function inHongKong(at: Date) {
  const parts = new Map(clocks.formatToParts(at).map(({ type, value }) => [type, value]));
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  const clock = `${parts.get('hour')}:${parts.get('minute')}`;
  return { year: number('year'), month: number('month'), day: number('day'), clock };
}

function dateWords(year: number, month: number, day: number, lang: Lang): string {
  return lang === 'en' ? `${day} ${MONTHS[month - 1]} ${year}` : `${year}年${month}月${day}日`;
}

/** A calendar date, YYYY-MM-DD, as people read it; anything else is left as it is. */
export function dateIn(date: string, lang: Lang): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  return year && month && day ? dateWords(Number(year), Number(month), Number(day), lang) : date;
}

/** "30 Nov 2026, 12:00", by Hong Kong's clocks. */
export function timeIn(iso: string, lang: Lang): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const { year, month, day, clock } = inHongKong(at);
  return `${dateWords(year, month, day, lang)}${lang === 'en' ? ', ' : ' '}${clock}`;
}

/** "12:00", by Hong Kong's clocks. */
export const clockIn = (iso: string): string => inHongKong(new Date(iso)).clock;

/** Whether two instants fall on one Hong Kong day. */
export const sameDay = (a: string, b: string): boolean =>
  timeIn(a, 'en').slice(0, -7) === timeIn(b, 'en').slice(0, -7);

/** "2 h 10 min": whole minutes, never more than there are. */
export function span(ms: number, lang: Lang): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  const units = UNITS[lang];
  const parts = days
    ? [`${days}${units.day}`, hours ? `${hours}${units.hour}` : '']
    : [hours ? `${hours}${units.hour}` : '', minutes % 60 || !hours ? `${minutes % 60}${units.minute}` : ''];
  return parts.filter(Boolean).join(' ');
}

const UNITS: {
  readonly [L in Lang]: { readonly day: string; readonly hour: string; readonly minute: string };
} = {
  en: { day: ' d', hour: ' h', minute: ' min' },
  tc: { day: ' 日', hour: ' 小時', minute: ' 分鐘' },
  sc: { day: ' 天', hour: ' 小时', minute: ' 分钟' },
};
