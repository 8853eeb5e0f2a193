import { romanValue } from './roman-numbers.ts';

/** An emoji with its joiners and variation selectors: the one place where unseen characters are at home. */
const EMOJI = /\p{Extended_Pictographic}\uFE0F?(?:\u200D\p{Extended_Pictographic}\uFE0F?)*/gu;
/** Zero-width, bidirectional, tag, filler and private characters, and controls that are not white space. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]|(?![\n\r\t])\p{Cc}/u;
/** A word of two alphabets reads like one and compares like another; µg and Ω are the honest exceptions. */
const ALPHABETS = '(?![μΩ])[\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Armenian}\\p{Script=Cherokee}]';
const MIXED = new RegExp(`[\\p{Script=Latin}\\d]${ALPHABETS}|${ALPHABETS}[\\p{Script=Latin}\\d]`, 'u');

/** What a text hides from its reader, in words; undefined when it hides nothing. */
export function hiddenIn(text: string): string | undefined {
  const [unseen] = UNSEEN.exec(text.replace(EMOJI, '')) ?? [];
  if (unseen) return `the unseen character ${codePoint(unseen)}`;
  const [mixed] = MIXED.exec(text.normalize('NFKC')) ?? [];
  return mixed && `letters of two alphabets in one word ("${mixed}")`;
}

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * The text as it reads: unseen characters and marks gone, compatibility forms folded (full-width, circled, superscript,
 * mathematical), every script's digits as 0 to 9.
 */
export const plainText = (text: string): string =>
  text
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replace(/[\u2160-\u217F]+/g, (run) => ` ${romanValue(run.normalize('NFKC').toUpperCase())} `)
    .replace(/[¼-¾⅐-⅟↉]/g, ' $&') // or 3½ would fold to 31⁄2
    .normalize('NFKC')
    .replace(/[\p{Mn}\p{Me}]/gu, '')
    .replace(/[^\d\P{Nd}]/gu, (digit) => String(digitValue(digit)))
    .replace(/(\d)٫(?=\d)/g, '$1.')
    .replace(/(\d)٬(?=\d)/g, '$1,')
    .replace(/[〡-〩]/g, (digit) => '一二三四五六七八九'.charAt(digit.charCodeAt(0) - 0x3021));

/** Unicode keeps each script's ten digits together, zero first. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start--;
  return (code - start) % 10;
}
