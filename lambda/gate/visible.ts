/** A stretch of text that shows as it is, or a mark for characters that would not show, or would mislead. */
export type Stretch = { readonly text: string } | { readonly mark: string };

/**
 * Characters nobody sees: controls, direction marks, zero-width and filler characters, tags, variation selectors,
 * private and unassigned code points, and towers of combining marks. Line feeds and tabs show by themselves.
 */
const UNSEEN =
  /\r(?!\n)|(?![\r\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029\u115f\u1160\u3164\uffa0\u2800]|\u034f|\u17b4|\u17b5|\p{Variation_Selector}|(?<=\p{M}{4})\p{M}|(?<=\n\s{0,9}\n\s{0,9}\n)\s*\n/gu;

/** What emoji and Han variants are made of: a joiner between two pictures, one selector behind a base. */
const KEPT = [
  {
    before: /\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*$/u,
    at: /^\u200d$/,
    after: /^\p{Extended_Pictographic}/u,
  },
  { before: /[\p{Extended_Pictographic}\p{Emoji}]\p{Emoji_Modifier}?$/u, at: /^\ufe0f$/, after: /^/ },
  { before: /\p{Script=Han}$/u, at: /^[\ufe00-\ufe02\u{e0100}-\u{e01ef}]$/u, after: /^/ },
];

/** Cuts text where something unseen stands, and gives that its name. */
export function stretches(text: string): Stretch[] {
  const cut: Stretch[] = [];
  let shown = 0;
  for (const { 0: unseen, index } of text.matchAll(UNSEEN)) {
    const before = text.slice(Math.max(0, index - 6), index);
    const after = text.slice(index + unseen.length, index + unseen.length + 2);
    if (KEPT.some((kept) => kept.before.test(before) && kept.at.test(unseen) && kept.after.test(after)))
      continue;
    if (index > shown) cut.push({ text: text.slice(shown, index) });
    cut.push({ mark: nameOf(unseen) });
    shown = index + unseen.length;
  }
  if (shown < text.length || cut.length === 0) cut.push({ text: text.slice(shown) });
  return cut;
}

function nameOf(unseen: string): string {
  if (unseen.includes('\n')) return `↵×${unseen.split('\n').length - 1}`;
  return `U+${(unseen.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The same in plain text: marks in square brackets. */
export const visible = (text: string): string =>
  stretches(text)
    .map((stretch) => ('text' in stretch ? stretch.text : `[${stretch.mark}]`))
    .join('');

/** Text that no mail program turns into a link: schemes and host names are broken, and still readable. */
export const defanged = (text: string): string =>
  text
    .replace(/(?<=[a-z0-9]):(?=\/\/)/gi, '[:]')
    .replace(/\b(mailto|tel|sms|javascript|data|file):/gi, '$1[:]')
    .replace(/(?<=[\p{L}\p{N}_-])[.．](?=[\p{L}]{2,})/gu, '[.]');
