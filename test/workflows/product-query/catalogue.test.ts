import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, it } from 'vitest';
import { dynamoItems } from '../../../lambda/ledger/dynamo-items.ts';
import { ABSENT } from '../../../lambda/ledger/items.ts';
import type { Catalogue } from '../../../lambda/workflows/product-query/catalogue/catalogue.ts';
import {
  inventedCatalogue,
  inventedProducts,
} from '../../../lambda/workflows/product-query/catalogue/invented-catalogue.ts';
import { search } from '../../../lambda/workflows/product-query/catalogue/search.ts';
import {
  itemsOf,
  tableCatalogue,
} from '../../../lambda/workflows/product-query/catalogue/table-catalogue.ts';
import { startDynamo } from '../../../lib/local/dynamodb.ts';

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

/** A table of the embedded DynamoDB with every product that has one of the words, over HTTP. */
async function table(): Promise<Catalogue> {
  const server = await startDynamo('catalogue');
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new DynamoDBClient({ endpoint: server.url, region: 'ap-east-1', credentials });
  closing.push(async () => {
    client.destroy();
    await server.close();
  });
  const items = dynamoItems(client, 'catalogue');
  const wanted = inventedProducts().filter(({ name }) => /Widget|Smart|Umbrella/.test(name.en));
  await Promise.all(wanted.flatMap(itemsOf).map((item) => items.put(item, ABSENT)));
  return tableCatalogue(items);
}

describe.each([
  ['invented, in memory', async () => inventedCatalogue()],
  ['a DynamoDB table', table],
])('a catalogue that is %s', (_, open) => {
  const opened = open();
  const found = async (query: string, after?: string) => {
    const { total, products, next } = await search(await opened, query, after);
    return { total, ids: products.map(({ id }) => id), next };
  };

  it('has the known product', async () => {
    expect(await (await opened).product('P001')).toEqual({
      id: 'P001',
      name: { en: 'Widget Pro', zh: '小部件专业版' },
      category: { en: 'Widgets', zh: '小部件' },
      price: 29.99,
      currency: 'USD',
      stock: 142,
    });
  });

  it('says nothing of a product it does not have', async () => {
    expect(await (await opened).product('P1001')).toBeUndefined();
  });

  it.each([
    ['Widget Pro', ['P001', 'P003']],
    ['pro WIDGET', ['P001', 'P003']],
    ['Ｗｉｄｇｅｔ　Ｍｉｎｉ', ['P002']],
    ['小部件 迷你', ['P002']],
    ['迷', ['P002']],
    ['p003', ['P003']],
    ['智能雨伞', ['P362']],
    ['widgets', []],
    ['widget gizmo', []],
    ['constructor', []],
  ])('finds by every word, in either language: %s', async (query, ids) => {
    expect((await found(query)).ids).toEqual(ids);
  });

  it('gives a long list page by page, each product once', async () => {
    const pages = [await found('smart')];
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await found('smart', next));
    expect(pages.map(({ ids }) => ids.length)).toEqual([10, 10, 10, 10, 9]);
    expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(49);
    expect(pages.map(({ next }) => next)).toEqual(['P202', 'P402', 'P602', 'P802', undefined]);
  });
});

describe('the invented products', () => {
  it('are a thousand, each with an id and both names of its own', () => {
    const products = inventedProducts();
    expect(products).toHaveLength(1000);
    expect(new Set(products.map(({ id }) => id)).size).toBe(1000);
    expect(new Set(products.map(({ name }) => name.en)).size).toBe(1000);
    expect(new Set(products.map(({ name }) => name.zh)).size).toBe(1000);
    expect(products.at(-1)?.id).toBe('P1000');
  });

  it('are the same on every machine', () => {
    const [, , , first, second] = inventedProducts();
    expect([first?.price, first?.stock, second?.price, second?.stock]).toEqual([265.46, 184, 163.51, 24]);
  });
});
