import { randomUUID } from 'node:crypto';
import { type Clause, type Condition, checkSize, type Item, type Items, type Key, NONCE } from './items.ts';
import { inThisVersion } from './schema.ts';

/** The items port in memory, under the contract suite: for property and exhaustive runs. */
export function memoryItems(): Items {
  const partitions = new Map<string, Map<string, string>>();
  const read = ({ pk, sk }: Key): Item | undefined => {
    const text = partitions.get(pk)?.get(sk);
    return text === undefined ? undefined : inThisVersion(JSON.parse(text));
  };
  const write = (item: Item) => {
    const text = JSON.stringify(item);
    checkSize(item, text);
    const partition = partitions.get(item.pk) ?? new Map<string, string>();
    partitions.set(item.pk, partition.set(item.sk, text));
  };
  return {
    async get(key) {
      return read(key);
    },
    async query(pk, prefix = '') {
      const keys = [...(partitions.get(pk)?.keys() ?? [])]
        .filter((sk) => sk.startsWith(prefix))
        .sort(byBytes);
      return keys.map((sk) => read({ pk, sk }) as Item);
    },
    async put(item, when) {
      const current = read(item);
      if (!holds(when, current)) return { won: false, item: current };
      write({ ...item, [NONCE]: randomUUID() });
      return { won: true, item: read(item) as Item };
    },
    async update({ pk, sk }, set, when) {
      const current = read({ pk, sk });
      if (!holds(when, current)) return { won: false, item: current };
      write({ ...current, ...set, pk, sk, [NONCE]: randomUUID() });
      return { won: true, item: read({ pk, sk }) as Item };
    },
    async list(list, { newestFirst = false, limit, after }) {
      const all = [...partitions.values()].flatMap((partition) =>
        [...partition.values()].map((text) => JSON.parse(text) as Item),
      );
      const place = (item: Item) => `${item.at}\u0000${item.pk}\u0000${item.sk}`;
      const listed = all.filter((item) => item.list === list).sort((a, b) => byBytes(place(a), place(b)));
      if (newestFirst) listed.reverse();
      const start = after === undefined ? 0 : listed.findIndex((item) => place(item) === after) + 1;
      const items = listed.slice(start, start + limit).map(inThisVersion);
      const last = items.at(-1);
      return last && start + limit < listed.length ? { items, next: place(last) } : { items };
    },
  };
}

/** Whether every clause holds of the item (undefined: there is none). */
export function holds(when: Condition, item: Item | undefined): boolean {
  return when.every((clause) => holdsOne(clause, item));
}

function holdsOne(clause: Clause, item: Item | undefined): boolean {
  if ('absent' in clause) return item?.[clause.absent] === undefined;
  if ('equals' in clause) return item?.[clause.equals[0]] === clause.equals[1];
  if ('in' in clause) return clause.in[1].includes(item?.[clause.in[0]] as string);
  if ('absentOrIn' in clause) {
    const value = item?.[clause.absentOrIn[0]];
    return value === undefined || clause.absentOrIn[1].includes(value as string);
  }
  const [attribute, bound] = clause.lessThan;
  const value = item?.[attribute];
  if (typeof value === 'string' && typeof bound === 'string') return byBytes(value, bound) < 0;
  return typeof value === 'number' && typeof bound === 'number' && value < bound;
}

/** DynamoDB compares UTF-8 bytes; JavaScript's own order differs beyond the basic plane. */
export const byBytes = (a: string, b: string): number => {
  if (a === b) return 0;
  if (ASCII.test(a) && ASCII.test(b)) return a < b ? -1 : 1;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
};
const ASCII = /^[\x20-\x7e]*$/;
