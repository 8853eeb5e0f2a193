import { type Runner, runner } from '../../../define/runner.ts';
import { ToolError } from '../../../define/tool-error.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { getProductDetail } from './get-product-detail.ts';

export const runGetProductDetail = (catalogue: Catalogue): Runner =>
  runner(getProductDetail, async ({ id }) => {
    const product = await catalogue.product(id);
    if (!product) throw new ToolError('parameter', 'PRODUCT_UNKNOWN', `no product has the id "${id}"`, 'id');
    return product;
  });
