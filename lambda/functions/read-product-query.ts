import type { Catalogue } from '../workflows/product-query/catalogue/catalogue.ts';
import { inventedCatalogue } from '../workflows/product-query/catalogue/invented-catalogue.ts';
import { tableCatalogue } from '../workflows/product-query/catalogue/table-catalogue.ts';
import { runGetProductDetail } from '../workflows/product-query/tools/get-product-detail.run.ts';
import { runSearchProducts } from '../workflows/product-query/tools/search-products.run.ts';
import { deployed, type Wire } from './deployed.ts';
import { table } from './deps.ts';
import { type Host, once, setting } from './host.ts';
import { reads } from './reads.ts';

/** A table named by CATALOGUE_TABLE, or what CATALOGUE says: only a host that says so sells invented products. */
const catalogue = once(
  (host: Host): Catalogue =>
    host.env.CATALOGUE === 'invented'
      ? inventedCatalogue()
      : tableCatalogue(table(host, setting(host.env, 'CATALOGUE_TABLE'))),
);

export const wire: Wire<{ run: string; turn: number; index: number }, { ok: boolean }> = (host) =>
  reads([runSearchProducts(catalogue(host)), runGetProductDetail(catalogue(host))])(host);

export const handler = deployed(wire);
