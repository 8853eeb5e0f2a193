import * as z from 'zod';
import { defineTool } from '../../../define/tool.ts';
import { PRODUCT_ID, Product } from '../catalogue/catalogue.ts';

export const searchProducts = defineTool({
  name: 'search_products',
  description:
    'Find products by words of their Chinese or English names, or by id. Every word has to match. Returns ids and names, ten at a time.',
  effect: 'READ_ONLY',
  input: z.object({
    query: z.string().trim().min(1, 'a query is wanted').max(100),
    after: z
      .string()
      .regex(PRODUCT_ID, 'after wants the id that "next" gave')
      .optional()
      .describe('the "next" of the page before'),
  }),
  output: z.object({
    total: z.number(),
    products: z.array(Product.pick({ id: true, name: true, category: true })),
    next: z.string().optional().describe('there is another page: give this as "after"'),
  }),
  yields: 'search',
  timeout: { seconds: 10 },
});
