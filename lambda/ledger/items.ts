/**
 * The items port: what a key-value table must do for the ledger. Adapters: dynamo-items.ts, memory-items.ts.
 * A condition is data, so that it can be printed, tested and mutated; losing is a returned value, not an exception.
 */
export type Key = { readonly pk: string; readonly sk: string };
export type Attributes = { readonly [name: string]: unknown };
export type Item = Key & Attributes;

type Scalar = string | number | boolean;

/** One requirement on the stored item. `absent` holds also when there is no item at all. */
export type Clause =
  | { readonly absent: string }
  | { readonly equals: readonly [attribute: string, value: Scalar] }
  | { readonly in: readonly [attribute: string, values: readonly Scalar[]] }
  | { readonly absentOrIn: readonly [attribute: string, values: readonly Scalar[]] }
  | { readonly lessThan: readonly [attribute: string, value: number | string] };

/** All of its clauses must hold. */
export type Condition = readonly [Clause, ...Clause[]];

/** No item with this key is there yet. */
export const ABSENT: Condition = [{ absent: 'pk' }];

/** `won`: the item as written. Not won: the item as it is (undefined: there is none). */
export type Written<I = Item> =
  | { readonly won: true; readonly item: I }
  | { readonly won: false; readonly item: I | undefined };

export type Page = { readonly items: Item[]; readonly next?: string };

/** Losing is a returned value; what is thrown is an engine that cannot be reached, or `ItemTooLarge`. */
export type Items = {
  /** Strongly consistent. */
  get(key: Key): Promise<Item | undefined>;
  /** Every item of the partition whose sort key begins with `prefix`, in key order; strongly consistent, all pages. */
  query(pk: string, prefix?: string): Promise<Item[]>;
  /** Replaces or creates the whole item when the condition holds. */
  put(item: Item, when: Condition): Promise<Written>;
  /** Sets attributes (undefined removes one) when the condition holds; creates the item if there is none. */
  update(key: Key, set: Attributes, when: Condition): Promise<Written>;
  /** One page of the sparse index: items that carry `list`, by `at`; may lag behind by seconds. */
  list(
    list: string,
    options: { readonly newestFirst?: boolean; readonly limit: number; readonly after?: string },
  ): Promise<Page>;
};

/** The attribute that tells a writer its own write from another's when the reply was lost. */
export const NONCE = 'nonce';

/** The longest item DynamoDB keeps, in bytes. */
export const ITEM_BYTES = 400 * 1024;

/**
 * @param text the item as JSON, which is a little more than it is in a table
 * @throws {ItemTooLarge} for what no table would keep, before anything is sent
 */
export function checkSize(key: Key, text: string): void {
  // no text has more bytes than three times its units
  if (text.length * 3 <= ITEM_BYTES) return;
  const bytes = Buffer.byteLength(text);
  if (bytes > ITEM_BYTES) throw new ItemTooLarge(key, bytes);
}

export class ItemTooLarge extends Error {
  override readonly name = 'ItemTooLarge';
  constructor({ pk, sk }: Key, bytes: number) {
    super(`the item ${pk} ${sk} has ${bytes} bytes, at most ${ITEM_BYTES} are kept`);
  }
}
