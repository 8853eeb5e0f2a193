import type { Item, Items } from '../../lambda/ledger/items.ts';

/** What a ledger was asked: requests of each kind, and the bytes that were read and written, as JSON. */
export type Spent = { reads: number; writes: number; bytesRead: number; bytesWritten: number };

const NOTHING: Spent = { reads: 0, writes: 0, bytesRead: 0, bytesWritten: 0 };
const sizeOf = (items: readonly (Item | undefined)[]): number =>
  items.reduce((sum, item) => sum + (item ? Buffer.byteLength(JSON.stringify(item)) : 0), 0);

/** The port's operations as they are now, whatever is put in their place later. */
export const bound = (items: Items): Items => ({
  get: items.get.bind(items),
  query: items.query.bind(items),
  list: items.list.bind(items),
  put: items.put.bind(items),
  update: items.update.bind(items),
});

/** Counts at the items port, so that it is the same for every engine below it. */
export function meter() {
  let spent = { ...NOTHING };
  const read = (items: readonly (Item | undefined)[]) => {
    spent.reads += 1;
    spent.bytesRead += sizeOf(items);
  };
  const wrote = (item: Item | undefined) => {
    spent.writes += 1;
    spent.bytesWritten += sizeOf([item]);
  };
  return {
    watch(items: Items) {
      const { get, query, put, update, list } = bound(items);
      Object.assign(items, {
        get: async (...asked: Parameters<typeof get>) => {
          const item = await get(...asked);
          read([item]);
          return item;
        },
        query: async (...asked: Parameters<typeof query>) => {
          const found = await query(...asked);
          read(found);
          return found;
        },
        list: async (...asked: Parameters<typeof list>) => {
          const page = await list(...asked);
          read(page.items);
          return page;
        },
        put: async (...asked: Parameters<typeof put>) => {
          const written = await put(...asked);
          wrote(written.item);
          return written;
        },
        update: async (...asked: Parameters<typeof update>) => {
          const written = await update(...asked);
          wrote(written.item);
          return written;
        },
      } satisfies Items);
    },
    take(): Spent {
      const taken = spent;
      spent = { ...NOTHING };
      return taken;
    },
  };
}
