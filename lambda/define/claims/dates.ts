const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const CHINESE = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];

/** The text with the given dates (YYYY-MM-DD) blanked wherever they are written as dates, in English or Chinese. */
export const withoutDates = (text: string, dates: readonly string[]): string =>
  dates.reduce((rest, date) => rest.replace(notations(date), (whole) => '□'.repeat(whole.length)), text);

/** How people write one date: 30 Nov 2026, November 30, 2026-11-30, 30/11/2026, 2026年11月30日, 十一月三十日. */
function notations(date: string): RegExp {
  if (latest?.date !== date) latest = { date, pattern: patternOf(date) };
  return latest.pattern;
}

/** Everything a run says is of one date, and to make its pattern takes longer than to use it. */
let latest: { readonly date: string; readonly pattern: RegExp } | undefined;

function patternOf(date: string): RegExp {
  const [year = '', mm = '', dd = ''] = date.split('-');
  const [m, d] = [Number(mm), Number(dd)];
  const name = MONTHS[m - 1] ?? '';
  const month = `${name.slice(0, 3)}(?:${name.slice(3)}|${m === 9 ? 't\\.?|' : ''}\\.)?`;
  const day = `0?${d}(?:st|nd|rd|th)?`;
  const [mark, end] = ['[-/.]', '(?![\\d.]*\\d)'];
  const chineseYear = [...year].map((digit) => (digit === '0' ? '[〇零○]' : CHINESE[Number(digit)])).join('');
  return new RegExp(
    [
      `\\b${day}(?:\\s+of)?[\\s-]+${month}(?:,?[\\s-]+${year})?\\b`,
      `\\b${month}\\s+${day}(?:,?\\s+${year})?\\b`,
      `\\b${month}\\s+${year}\\b`,
      `\\b${year}${mark}${mm}${mark}${dd}${end}`,
      `\\b0?${d}${mark}0?${m}${mark}${year}${end}`,
      `(?:${year}\\s*年\\s*)?(?<!\\d)0?${m}\\s*月\\s*0?${d}\\s*[日號号]`,
      `(?:${chineseYear}年)?(?<![十])${chinese(m)}月${chinese(d)}[日號号]`,
      `${year}\\s*年\\s*0?${m}\\s*月(?!\\s*[\\d一二三四五六七八九十])`,
    ].join('|'),
    'giu',
  );
}

/** 1 to 31 in Chinese numerals. */
const chinese = (value: number): string =>
  value <= 10
    ? (CHINESE[value] ?? '')
    : `${value < 20 ? '' : CHINESE[Math.floor(value / 10)]}十${value % 10 ? CHINESE[value % 10] : ''}`;
