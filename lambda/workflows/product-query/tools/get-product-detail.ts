import * as z from 'zod';
import { defineTool } from '../../../define/tool.ts';
import { PRODUCT_ID, Product } from '../catalogue/catalogue.ts';

export const getProductDetail = defineTool({
  name: 'get_product_detail',
  description: 'Read the price and the stock of one product by its id, as search_products gave it.',
  effect: 'READ_ONLY',
  input: z.object({
    id: z.string().regex(PRODUCT_ID, 'an id is P and three or four digits, as search_products gives it'),
  }),
  output: Product,
  yields: 'product',
  timeout: { seconds: 10 },
});
