/**
 * The words a text is found by: whole words of letters and digits, each Chinese character alone. Case, width and accents
 * make no difference.
 */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? [];
  return [...new Set(words)];
}
