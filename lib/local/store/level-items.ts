import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ClassicLevel } from 'classic-level';
import {
  type Attributes,
  type Condition,
  checkSize,
  type Item,
  type Items,
  type Key,
  NONCE,
  type Page,
  type Written,
} from '../../../lambda/ledger/items.ts';
import { byBytes, holds } from '../../../lambda/ledger/memory-items.ts';
import { inThisVersion } from '../../../lambda/ledger/schema.ts';
import { GroupCommit } from '../engine/group-commit.ts';
import { StoreCorrupt, StoreWriteFailed } from './faults.ts';
import { Kept, type Partition, type Row } from './kept.ts';
import { keyIn, listOf, partitionOf, placeOf, range, rowOf } from './places.ts';

/** What is put at a place; undefined takes away what is there. */
type Change = { readonly place: string; readonly text: string | undefined };

/** What is made safe together: the item's own change comes with its row's on the index. */
type Write = { readonly key: Key; readonly row: Row; readonly changes: readonly Change[] };

/**
 * The items port over LevelDB in this process.
 *
 * The process is the only one that writes, so a condition is judged and its change queued in one go, between which
 * nobody else comes, and what was read or written lately is known without asking the disk. What is queued together is
 * made safe by one fsync. Whoever sees what is not yet safe gets the answer when it is: no answer tells of what a crash
 * could take back.
 */
export class LevelItems implements Items {
  readonly #level: ClassicLevel;
  readonly #commits: GroupCommit<Write>;
  readonly #kept = new Kept();
  readonly #broken: (fault: Error) => void;

  readonly #unlock: () => Promise<void>;

  /**
   * @param broken told of a disk that refuses and of damage: whoever runs on this ledger has to stop
   * @param unlock lets another process have the directory
   */
  constructor(level: ClassicLevel, broken: (fault: Error) => void, unlock: () => Promise<void>) {
    this.#level = level;
    this.#unlock = unlock;
    this.#broken = broken;
    this.#commits = new GroupCommit(`the ledger in ${level.location}`, StoreWriteFailed, (batch) =>
      this.#makeSafe(batch),
    );
  }

  async get(key: Key): Promise<Item | undefined> {
    const { item, safe } = this.#row(key);
    return this.#whenSafe(item, safe);
  }

  async query(pk: string, prefix = ''): Promise<Item[]> {
    const partition = this.#kept.of(pk);
    if (!partition.whole) await this.#readWhole(pk, partition);
    const found = [...partition.rows].filter(([sk, { item }]) => item && sk.startsWith(prefix));
    const rows = found.sort(([a], [b]) => byBytes(a, b)).map(([, row]) => row);
    return this.#whenSafe(
      rows.map(({ item }) => item as Item),
      rows.every(({ safe }) => safe),
    );
  }

  async put(item: Item, when: Condition): Promise<Written> {
    return this.#write(item, when, () => item);
  }

  async update({ pk, sk }: Key, set: Attributes, when: Condition): Promise<Written> {
    return this.#write({ pk, sk }, when, (current) => ({ ...current, ...set, pk, sk }));
  }

  async list(
    list: string,
    { newestFirst = false, limit, after }: { newestFirst?: boolean; limit: number; after?: string },
  ): Promise<Page> {
    const { gte, lt } = range(listOf(list));
    const [from, to] = newestFirst
      ? [{ gte }, { lt: after ? Buffer.from(after) : lt }]
      : [after ? { gt: Buffer.from(after) } : { gte }, { lt }];
    const keys = await this.#level
      .keys<Buffer>({ ...from, ...to, keyEncoding: 'buffer', reverse: newestFirst, limit: limit + 1 })
      .all()
      .catch((error) => this.#unreadable(error));
    const listed = keys.map(String);
    // The index is read first: an item that has left the list since is not on it.
    const rows = listed.slice(0, limit).flatMap((at) => {
      const key = keyIn(at, list);
      const row = this.#kept.peek(key.pk, key.sk) ?? this.#read(key);
      return rowOf(row.item) === at ? [row] : [];
    });
    const items = rows.map(({ item }) => item as Item);
    const last = listed[limit - 1];
    return this.#whenSafe(
      listed.length > limit && last ? { items, next: last } : { items },
      rows.every(({ safe }) => safe),
    );
  }

  /** Takes an item away, and its row on the index. */
  async remove(key: Key): Promise<void> {
    const row = rowOf(this.#row(key).item);
    this.#queue(key, undefined, [
      { place: placeOf(key), text: undefined },
      ...(row === undefined ? [] : [{ place: row, text: undefined }]),
    ]);
    return this.#whenSafe(undefined, false);
  }

  /** Finishes what is queued and takes nothing more. */
  async close(): Promise<void> {
    await this.#commits.close();
    await this.#level.close();
    await this.#unlock();
  }

  /** Nothing is awaited between reading what stands and queueing what shall stand. */
  async #write(key: Key, when: Condition, next: (current: Item | undefined) => Item): Promise<Written> {
    const { item: current, safe } = this.#row(key);
    if (!holds(when, current)) return this.#whenSafe({ won: false, item: current }, safe);
    const text = JSON.stringify({ ...next(current), [NONCE]: randomUUID() });
    checkSize(key, text);
    const item = frozen(inThisVersion(JSON.parse(text))) as Item;
    const place = placeOf(key);
    const [before, row] = [rowOf(current), rowOf(item)];
    this.#queue(key, item, [
      { place, text: `${checksum(place, text)}${text}` },
      ...(before !== undefined && before !== row ? [{ place: before, text: undefined }] : []),
      ...(row !== undefined && before !== row ? [{ place: row, text: '' }] : []),
    ]);
    return this.#whenSafe({ won: true, item }, false);
  }

  #queue({ pk, sk }: Key, item: Item | undefined, changes: readonly Change[]): void {
    const row = { item, length: changes[0]?.text?.length ?? 0, safe: false };
    this.#commits.add({ key: { pk, sk }, row, changes });
    this.#kept.set(this.#kept.of(pk), sk, row);
  }

  async #makeSafe(writes: readonly Write[]): Promise<void> {
    const operations = writes.flatMap(({ changes }) =>
      changes.map(({ place: key, text: value }) =>
        value === undefined ? { type: 'del' as const, key } : { type: 'put' as const, key, value },
      ),
    );
    await this.#level.batch(operations, { sync: true });
    for (const { key, row } of writes) {
      const partition = this.#kept.of(key.pk);
      if (partition.rows.get(key.sk) === row) this.#kept.set(partition, key.sk, { ...row, safe: true });
    }
  }

  async #whenSafe<T>(answer: T, safe: boolean): Promise<T> {
    if (!safe) await this.#commits.settled().catch((fault) => this.#stop(fault));
    return answer;
  }

  #row(key: Key): Row {
    const partition = this.#kept.of(key.pk);
    const known = partition.rows.get(key.sk);
    if (known) return known;
    const row = partition.whole ? NONE : this.#read(key);
    this.#kept.set(partition, key.sk, row);
    return row;
  }

  /** What is known is younger than what is stored, and stays. */
  async #readWhole(pk: string, partition: Partition): Promise<void> {
    partition.holds += 1;
    try {
      const start = partitionOf(pk);
      const stored = await this.#level
        .iterator<Buffer, string>({ ...range(start), keyEncoding: 'buffer' })
        .all()
        .catch((error) => this.#unreadable(error));
      for (const [place, text] of stored) {
        const sk = place.toString().slice(start.length);
        if (!partition.rows.has(sk)) this.#kept.set(partition, sk, this.#rowOf(place.toString(), text));
      }
      partition.whole = true;
    } finally {
      partition.holds -= 1;
    }
  }

  #read(key: Key): Row {
    const place = placeOf(key);
    try {
      return this.#rowOf(place, this.#level.getSync(place));
    } catch (error) {
      return this.#unreadable(error);
    }
  }

  /**
   * @throws {StoreCorrupt} for a text that is not what was once written there
   * @throws {SchemaUnknown}
   */
  #rowOf(place: string, stored: string | undefined): Row {
    if (stored === undefined) return NONE;
    const text = stored.slice(CHECKSUM_LENGTH);
    if (stored.slice(0, CHECKSUM_LENGTH) === checksum(place, text))
      return { item: frozen(inThisVersion(JSON.parse(text))) as Item, length: text.length, safe: true };
    const what = `the checksum of ${place} does not fit`;
    return this.#stop(new StoreCorrupt(`the ledger in ${this.#level.location} is damaged: ${what}`));
  }

  /** What LevelDB itself cannot read. */
  #unreadable(error: unknown): never {
    const { code, message } = error as { code?: string; message: string };
    if (code !== 'LEVEL_CORRUPTION' && code !== 'LEVEL_IO_ERROR') throw error;
    const what = `the ledger in ${this.#level.location} is damaged: ${message}`;
    return this.#stop(new StoreCorrupt(what, { cause: error }));
  }

  #stop(fault: Error): never {
    this.#broken(fault);
    throw fault;
  }
}

const NONE: Row = { item: undefined, length: 0, safe: true };

const CHECKSUM_LENGTH = 8;

/** Over the place too: what was written somewhere else is not what belongs here. */
const checksum = (place: string, text: string): string =>
  crc32(text, crc32(place)).toString(16).padStart(CHECKSUM_LENGTH, '0');

/** One object answers every reader: none of them may change it. */
function frozen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
