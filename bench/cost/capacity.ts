import type { Exchange, Wire, WireItem } from '../../test/local/wire.ts';

/**
 * Read and write units by DynamoDB's published rule: a strongly consistent read takes one unit for each 4 KB that were read,
 * all items of a query together; a write takes one for each KB of the larger of the item before and after, and the same once
 * more for each index that it is in.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export type Units = { readonly read: number; readonly write: number };

/** Takes exchanges in their order: what an item was before is known from what went over the wire earlier. */
export function unitCounter() {
  const known = new Map<string, WireItem>();
  return ({ operation, request, response }: Exchange): Units => {
    if (operation === 'GetItem' || operation === 'Query') {
      const items = response.Items ?? (response.Item ? [response.Item] : []);
      const blocks = Math.max(1, Math.ceil(sizeOf(items) / 4096));
      // an index is read with eventual consistency, which is half the price
      return { read: request.IndexName ? blocks / 2 : blocks, write: 0 };
    }
    const key = JSON.stringify([(request.Item ?? request.Key)?.pk, (request.Item ?? request.Key)?.sk]);
    const before = known.get(key);
    const after = request.Item ?? response.Attributes ?? before;
    if (after) known.set(key, after);
    return { read: 0, write: writeUnits(before, after) };
  };
}

function writeUnits(before: WireItem | undefined, after: WireItem | undefined): number {
  const units = (...items: (WireItem | undefined)[]) =>
    Math.max(1, ...items.map((item) => Math.ceil(sizeOf(item ? [item] : []) / 1024)));
  const table = units(before, after);
  const place = (item: WireItem | undefined) => item?.list && item.at && JSON.stringify([item.list, item.at]);
  const [from, to] = [place(before), place(after)];
  // an entry that moves is taken out and put in again
  if (from && to && from !== to) return table + units(before) + units(after);
  return from || to ? table + units(before, after) : table;
}

const sizeOf = (items: readonly WireItem[]): number =>
  items.reduce(
    (sum, item) =>
      sum + Object.entries(item).reduce((bytes, [name, value]) => bytes + utf8(name) + valueSize(value), 0),
    0,
  );

const utf8 = (text: string): number => Buffer.byteLength(text);

/** Lists and maps cost three bytes and one more an element; a number two digits a byte and one more. */
function valueSize(wire: Wire): number {
  const [[type, value] = ['NULL', true]] = Object.entries(wire);
  if (type === 'S') return utf8(value as string);
  if (type === 'N') return Math.ceil((value as string).replace(/^-|\./g, '').length / 2) + 1;
  if (type === 'L') return (value as Wire[]).reduce((sum, element) => sum + 1 + valueSize(element), 3);
  if (type === 'M')
    return Object.entries(value as WireItem).reduce(
      (sum, [name, element]) => sum + 1 + utf8(name) + valueSize(element),
      3,
    );
  return 1;
}
