import type { Catalogue, Product } from './catalogue.ts';
import { wordsOf } from './words.ts';

export const PAGE = 10;

export type Found = { readonly total: number; readonly products: readonly Product[]; readonly next?: string };

/** The products that have every word of the query in their names or their id, by id, one page after another. */
export async function search(catalogue: Catalogue, query: string, after?: string): Promise<Found> {
  const lists = await Promise.all(wordsOf(query).map((word) => catalogue.idsOf(word)));
  const [first = [], ...others] = lists;
  const ids = first.filter((id) => others.every((list) => list.includes(id))).sort(byNumber);
  const rest = after === undefined ? ids : ids.filter((id) => byNumber(id, after) > 0);
  const page = rest.slice(0, PAGE);
  const products = (await Promise.all(page.map((id) => catalogue.product(id)))).filter(
    (product) => product !== undefined,
  );
  const last = page.at(-1);
  return { total: ids.length, products, ...(last && rest.length > PAGE ? { next: last } : {}) };
}

/** P999 comes before P1000. */
const byNumber = (a: string, b: string): number => Number(a.slice(1)) - Number(b.slice(1));
