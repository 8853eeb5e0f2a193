import { type Runner, runner } from '../../../define/runner.ts';
import { ToolError } from '../../../define/tool-error.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { search } from '../catalogue/search.ts';
import { wordsOf } from '../catalogue/words.ts';
import { searchProducts } from './search-products.ts';

export const runSearchProducts = (catalogue: Catalogue): Runner =>
  runner(searchProducts, async ({ query, after }) => {
    if (wordsOf(query).length === 0)
      throw new ToolError('parameter', 'EMPTY_QUERY', `"${query}" has no word to look for`, 'query');
    const { products, ...found } = await search(catalogue, query, after);
    return { ...found, products: products.map(({ id, name, category }) => ({ id, name, category })) };
  });
