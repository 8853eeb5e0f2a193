/** A text's lines without their ends; a final line break begins no line of its own. */
export const linesOf = (text: string): string[] =>
  text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
