import { CHINESE_DIGITS, CHINESE_SIGNS, chineseValue, isWord } from './chinese-numbers.ts';
import { withoutWords } from './chinese-words.ts';
import { englishValue, IDIOMS, NUMBER_WORDS, SHARES, shareValue } from './english-numbers.ts';
import { plainText } from './plain-text.ts';
import { ROMAN, romanValue } from './roman-numbers.ts';

/** A number in a text; `value` is NaN for a sign that counts but cannot be read, which therefore matches no fact. */
export type Figure = { readonly text: string; readonly value: number };

// Each part must end where its digits end: it leaves nothing to try again, so long texts cost no more than their length.
const ASCII =
  '(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?!\\d)(?:\\.\\d+(?!\\d))?(?:e[+-]?\\d+(?!\\d))?|(?<![\\dA-Za-z])\\.\\d+(?!\\d)';
const NUMBER = `(?:${ASCII}|[${CHINESE_SIGNS}])+`;
/** A dash before a number is a sign unless it joins: 2026-11-30, 10-20, T-8, 11月-12月. */
const SIGN = '(?:(?<![\\dA-Za-z年月日號号)])[-−–]|零下|負|负)\\s*';
/** 三十一點五 is a decimal, 九點三十分 a time of day. */
const DECIMALS = `[點点]([\\d${CHINESE_DIGITS}]+)(?![\\d${CHINESE_SIGNS}分])`;
/** 三成 is thirty per cent; 三成員 is three members. */
const TENTHS = '成(?![立功為为員员人本果長长績绩熟都])';
const RUN = new RegExp(`(${SIGN})?(${NUMBER})(?:${DECIMALS})?(${TENTHS})?`, 'giu');
const HALF = new RegExp(`(?<![\\d${CHINESE_SIGNS}])一?半|半`, 'gu');
const CHINESE_FRACTION = new RegExp(
  `(?<![\\d${CHINESE_SIGNS}])(${NUMBER})分之(${NUMBER})(?:${DECIMALS})?`,
  'giu',
);

type Sweep = readonly [
  pattern: RegExp,
  read: (match: readonly (string | undefined)[], after: string) => number | undefined,
];

/** One pass per notation; what a pass has read is blanked for the next. */
const SWEEPS: readonly Sweep[] = [
  // Letters that pass for digits: 3O, l5.
  [/(?<!\d)\d+[OoIl|]+(?![A-Za-z])|(?<![A-Za-z])[OoIl|]+\d+/g, () => Number.NaN],
  [
    /(?:(\d+)\s+)?(\d+)⁄(\d+)/g,
    ([, whole = '0', over, under]) => Number(whole) + Number(over) / Number(under),
  ],
  [HALF, () => 0.5],
  [CHINESE_FRACTION, ([, under = '', over = '', places]) => chineseFraction(under, decimal(over, places))],
  [RUN, readRun],
  [SHARES, ([, count, third, alone]) => shareValue(count, third ?? alone)],
  [/\bhalf\b/gi, () => 0.5],
  [NUMBER_WORDS, ([run = '']) => englishValue(run)],
  [ROMAN, ([run = '']) => romanValue(run)],
  [/[🔟💯]/gu, ([sign]) => (sign === '🔟' ? 10 : 100)],
  [/[\p{Nl}\p{No}]/gu, () => Number.NaN],
];

/**
 * Every figure in a text, in order: digits of any script and form, thousands, decimals, exponents, fractions, Chinese
 * numerals, English number words, Roman numerals of two signs or more, and those split by unseen characters.
 *
 * Not figures: articles ("a", 一份), orders (first to third, 第一), weekdays, Hong Kong place names (九龍), "one" in idioms,
 * and vague counts (both, several, twice).
 */
export function figuresIn(text: string): Figure[] {
  const found: (Figure & { at: number })[] = [];
  let rest = withoutWords(plainText(text)).replace(IDIOMS, blank);
  for (const [pattern, read] of SWEEPS) {
    rest = rest.replace(pattern, (...args: unknown[]) => {
      const at = args.findIndex((arg) => typeof arg === 'number');
      const match = args.slice(0, at) as (string | undefined)[];
      const [whole = ''] = match;
      const offset = args[at] as number;
      const value = read(match, rest.slice(offset + whole.length));
      if (value === undefined) return whole;
      found.push({ text: whole, value, at: offset });
      return blank(whole);
    });
  }
  return found.sort((a, b) => a.at - b.at).map(({ text: written, value }) => ({ text: written, value }));
}

const blank = (text: string): string => '□'.repeat(text.length);

function readRun(
  [, sign, run = '', places, tenths]: readonly (string | undefined)[],
  after: string,
): number | undefined {
  if (isWord(run, `${tenths ?? ''}${after}`)) return undefined;
  const value = decimal(run, places) * (tenths ? 10 : 1);
  return sign ? -value : value;
}

/** The value of a run and its decimals; ASCII alone is read as it stands. */
function decimal(run: string, places: string | undefined): number {
  const plain = run.replaceAll(',', '');
  const whole = /^[\d.e+-]+$/i.test(plain) ? Number(plain) : chineseValue(plain);
  return places === undefined ? whole : Number(`${whole}.${chineseValue(places)}`);
}

/** 百分之七十八 is 78, as 78% is; 三分之一 is a third. */
const chineseFraction = (under: string, over: number): number =>
  /^[百千萬万]$/.test(under) ? over : over / decimal(under, undefined);
