import { type Catalogue, Product } from './catalogue.ts';
import { wordsOf } from './words.ts';

/** A table as the ledger's port reads one. */
export type ReadTable = {
  get(key: { pk: string; sk: string }): Promise<unknown>;
  query(pk: string): Promise<readonly { readonly sk: string }[]>;
};

/** The catalogue over a table of its own: PRODUCT#id / PRODUCT holds a product, WORD#word / id that its names have the word. */
export const tableCatalogue = (table: ReadTable): Catalogue => ({
  async product(id) {
    const item = await table.get({ pk: `PRODUCT#${id}`, sk: 'PRODUCT' });
    return item === undefined ? undefined : Product.parse(item);
  },
  async idsOf(word) {
    return (await table.query(`WORD#${word}`)).map(({ sk }) => sk);
  },
});

/** What such a table holds for one product. */
export const itemsOf = (product: Product): { readonly pk: string; readonly sk: string }[] => [
  { pk: `PRODUCT#${product.id}`, sk: 'PRODUCT', ...product },
  ...namesOf(product).map((word) => ({ pk: `WORD#${word}`, sk: product.id })),
];

/** The words a product is found by. */
export const namesOf = ({ id, name }: Product): string[] => wordsOf(`${id} ${name.en} ${name.zh}`);
