#!/usr/bin/env -S npx tsx
/** Fills the table of product-query's catalogue: `load-catalogue <table> [products.json]`, the invented products without a file. */
import { readFileSync } from 'node:fs';
import { BatchWriteItemCommand, DynamoDBClient, type WriteRequest } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { PRODUCT_ID, Product } from '../lambda/workflows/product-query/catalogue/catalogue.ts';
import { inventedProducts } from '../lambda/workflows/product-query/catalogue/invented-catalogue.ts';
import { itemsOf } from '../lambda/workflows/product-query/catalogue/table-catalogue.ts';

/** The most one request may write. */
const BATCH = 25;

const [table, file] = process.argv.slice(2);
if (!table) throw new TypeError('a table is wanted: load-catalogue <table> [products.json]');
const Products = z.array(Product.extend({ id: z.string().regex(PRODUCT_ID) }));
const products = file ? Products.parse(JSON.parse(readFileSync(file, 'utf8'))) : inventedProducts();
const client = new DynamoDBClient({});
const puts = products
  .flatMap(itemsOf)
  .map((item): WriteRequest => ({ PutRequest: { Item: marshall(item) } }));
for (let left = puts; left.length > 0; ) {
  const answer = await client.send(
    new BatchWriteItemCommand({ RequestItems: { [table]: left.slice(0, BATCH) } }),
  );
  left = [...left.slice(BATCH), ...(answer.UnprocessedItems?.[table] ?? [])];
}
process.stdout.write(`${products.length} products are in ${table}\n`);
