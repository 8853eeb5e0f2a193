import * as z from 'zod';

/** How a product is known: P and three digits, or four. */
export const PRODUCT_ID = /^P\d{3,4}$/;

export const Product = z.object({
  id: z.string(),
  name: z.object({ en: z.string(), zh: z.string() }),
  category: z.object({ en: z.string(), zh: z.string() }),
  price: z.number().describe('in the currency'),
  currency: z.string(),
  stock: z.number().describe('pieces that can be sold now'),
});
export type Product = z.infer<typeof Product>;

/** The catalogue, read only: products by id, and the ids of those that have a word in their names. */
export type Catalogue = {
  product(id: string): Promise<Product | undefined>;
  idsOf(word: string): Promise<readonly string[]>;
};
