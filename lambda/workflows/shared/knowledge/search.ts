import MiniSearch from 'minisearch';
import type { Passage } from './passages.ts';

/** How many passages one answer carries. */
const MOST = 5;

/** The passages that say most about a query, best first. */
export function search(passages: readonly Passage[], query: string): Passage[] {
  const index = new MiniSearch<Passage & { id: number }>({
    fields: ['heading', 'text', 'path'],
    tokenize: termsOf,
    processTerm: (term) => term,
  });
  index.addAll(passages.map((passage, id) => ({ ...passage, id })));
  const found = index.search(query, {
    boost: { heading: 2 },
    prefix: (term) => term.length > 3,
    fuzzy: (term) => (/^[a-z]{6,}$/.test(term) ? 0.2 : false),
  });
  return found.slice(0, MOST).flatMap(({ id }) => passages[id] ?? []);
}

/** Words of letters and digits as they are; Chinese, which has no spaces, by pairs of characters. */
export function termsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? []).flatMap((run) => {
    const characters = [...run];
    if (!/\p{Script=Han}/u.test(run) || characters.length < 3) return [run];
    return characters.slice(1).map((character, before) => `${characters[before]}${character}`);
  });
}
