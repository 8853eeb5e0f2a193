import type { Item, Key } from '../../../lambda/ledger/items.ts';

/**
 * Where items stand in an ordered store of texts, whose order is that of UTF-8 bytes, as DynamoDB's is. A partition's
 * key is preceded by its length, so that no partition's name begins another's.
 */
export const partitionOf = (pk: string): string => `i${pk.length}:${pk}`;
export const placeOf = ({ pk, sk }: Key): string => `${partitionOf(pk)}${sk}`;

export const listOf = (list: string): string => `l${list.length}:${list}`;

/** The row of the sparse index that leads to the item; undefined for an item that is on no list. */
export const rowOf = (item: Item | undefined): string | undefined =>
  typeof item?.list === 'string' && typeof item.at === 'string'
    ? `${listOf(item.list)}${item.at}\u0000${placeOf(item)}`
    : undefined;

/** The key of the item that a row of the index leads to. */
export function keyIn(row: string, list: string): Key {
  const place = row.slice(row.indexOf('\u0000', listOf(list).length) + 1);
  const start = place.indexOf(':') + 1;
  const end = start + Number(place.slice(1, start - 1));
  return { pk: place.slice(start, end), sk: place.slice(end) };
}

/** The bytes that every place beginning with the text lies between. */
export const range = (start: string) => {
  const from = Buffer.from(start);
  // No UTF-8 text has this byte.
  return { gte: from, lt: Buffer.concat([from, Buffer.from([0xff])]) };
};
