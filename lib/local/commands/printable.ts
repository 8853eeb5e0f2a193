/**
 * What a terminal would obey, or what would change the order of what is read: control characters and direction marks.
 * A model, a feed or a person may have written them.
 */
const OBEYED = /[\p{Cc}\u200e\u200f\u061c\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Text for a terminal: one line, with such characters written out as JSON writes them. */
export const printable = (text: string): string => text.replace(OBEYED, escaped);

/** The same for text of several lines. */
export const printableLines = (text: string): string =>
  text.replace(OBEYED, (character) =>
    character === '\n' || character === '\t' ? character : escaped(character),
  );

const escaped = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
