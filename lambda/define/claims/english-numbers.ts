const ONES = 'one two three four five six seven eight nine'.split(' ');
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth'.split(' ');
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES = new Map(
  Object.entries({ dozen: 12, hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9 }),
);

const values = (words: string[], value: (index: number) => number) =>
  words.map((word, index): [string, number] => [word, value(index)]);
const teens = (index: number) => index + 10;
const tens = (index: number) => index * 10 + 20;

const VALUES = new Map([
  ...values(['zero', 'nil', 'nought', 'naught'], () => 0),
  ...values(ONES, (index) => index + 1),
  ...values(ORDINALS, (index) => index + 1),
  ...values(TEENS, teens),
  ...values(
    TEENS.map((word) => (word === 'twelve' ? 'twelfth' : `${word}th`)),
    teens,
  ),
  ...values(TENS, tens),
  ...values(
    TENS.map((word) => word.replace('y', 'ieth')),
    tens,
  ),
  // "in the low thirties"
  ...values(
    TENS.map((word) => word.replace('y', 'ies')),
    tens,
  ),
  ...values(['fourty'], () => 40),
]);

// The longest first, or "seventeen" would be read as "seven".
const WORDS = [...VALUES.keys(), ...SCALES.keys()].sort((a, b) => b.length - a.length).join('|');
const WORD = `(?:${WORDS})s?`;

/** Number words in a row, joined or apart: "thirty-one", "thirtyone", "a hundred and five", "thirty-one point five". */
export const NUMBER_WORDS = new RegExp(
  `(?:\\b(?:minus|negative)\\s+)?\\b${WORD}(?:(?:\\s+and\\s+|[\\s\\p{Pd}]*)${WORD})*(?:\\s+point(?:\\s+${WORD})+)?\\b`,
  'giu',
);

/** Idioms in which "one" counts nothing. */
export const IDIOMS =
  /\b(?:this|that|each|any|every|which|no|another)[\s-]one\b|\bone[\s-](?:of|another|off|by[\s-]one)\b/giu;

/** Thirds and quarters, told from "the third" and "headquarters" by what stands around them. */
export const SHARES =
  /\b(?:(a|one|two|three)[\s-]+(?:(third)|quarter)s?(?!-)|(?:(third)|quarter)s?\s+of)\b/giu;

export const shareValue = (count = 'a', third = ''): number =>
  (VALUES.get(count.toLowerCase()) ?? 1) / (third ? 3 : 4);

/** The value of a run of number words; NaN when they make no number, undefined for an order ("the second review"). */
export function englishValue(run: string): number | undefined {
  if (/^(?:first|second|third)s?$/i.test(run)) return undefined;
  const [whole = '', decimals] = run.toLowerCase().split(/\s+point\s+/);
  const value = wholeValue(wordsOf(whole));
  const places = decimals && wordsOf(decimals).map((word) => VALUES.get(word));
  const exact = places ? Number(`${value}.${places.join('')}`) : value;
  return /^(?:minus|negative)\b/i.test(run) ? -exact : exact;
}

const wordsOf = (text: string): string[] =>
  [...text.matchAll(new RegExp(`(${WORDS})s?`, 'g'))].map(([, word = '']) => word);

function wholeValue(words: string[]): number {
  let [total, section] = [0, 0];
  for (const word of words) {
    const scale = SCALES.get(word);
    const value = VALUES.get(word) ?? Number.NaN;
    if (scale && scale < 1000) section = (section || 1) * scale;
    else if (scale) [total, section] = [total + (section || 1) * scale, 0];
    else if (section % 100 === 0) section += value;
    else if (section % 100 >= 20 && section % 10 === 0 && value < 10) section += value;
    else return Number.NaN;
  }
  return total + section;
}
