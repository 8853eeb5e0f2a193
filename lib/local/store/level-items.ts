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
import { holds } from '../../../lambda/ledger/memory-items.ts';
import { GroupCommit } from '../engine/group-commit.ts';
import { StoreCorrupt, StoreWriteFailed } from './faults.ts';
import { listOf, partitionOf, placeIn, placeOf, range, rowOf } from './places.ts';

/** What is put at a place; undefined takes away what is there. */
type Change = { readonly place: string; readonly text: string | undefined };

/**
 * The items port over LevelDB in this process.
 *
 * The process is the only one that writes, so a condition is judged and its change queued in one go, between which
 * nobody else comes. What is queued together is made safe by one fsync. Whoever sees what is not yet safe gets the
 * answer when it is: no answer tells of what a crash could take back.
 */
export class LevelItems implements Items {
  readonly #level: ClassicLevel;
  readonly #commits: GroupCommit<readonly Change[]>;
  /** What has been queued and is not yet safe. */
  readonly #unsafe = new Map<string, Change>();

  readonly #broken: (fault: Error) => void;

  /** @param broken told of a disk that refuses and of damage: whoever runs on this ledger has to stop */
  constructor(level: ClassicLevel, broken: (fault: Error) => void) {
    this.#level = level;
    this.#broken = broken;
    this.#commits = new GroupCommit(`the ledger in ${level.location}`, StoreWriteFailed, (batch) =>
      this.#makeSafe(batch.flat()),
    );
  }

  async get(key: Key): Promise<Item | undefined> {
    return this.#whenSafe(this.#read(placeOf(key)), this.#unsafe.has(placeOf(key)));
  }

  async query(pk: string, prefix = ''): Promise<Item[]> {
    const start = partitionOf(pk) + prefix;
    const queued = [...this.#unsafe.values()].filter(({ place }) => place.startsWith(start));
    const stored = await this.#level
      .iterator<Buffer, string>({ ...range(start), keyEncoding: 'buffer' })
      .all()
      .catch((error) => this.#unreadable(error));
    const rows = new Map<string, string | undefined>(stored.map(([place, text]) => [String(place), text]));
    for (const { place, text } of queued) rows.set(place, text);
    const places = queued.length > 0 ? [...rows.keys()].sort(byBytes) : [...rows.keys()];
    const items = places.flatMap((place) => this.#item(place, rows.get(place)) ?? []);
    return this.#whenSafe(items, queued.length > 0);
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
    const rows = keys.map(String);
    const found = rows.slice(0, limit).map((row) => ({ row, place: placeIn(row, list) }));
    // The index is read first: an item that has left the list since is not on it.
    const items = found.flatMap(({ row, place }) => {
      const item = this.#read(place);
      return item && rowOf(item) === row ? [item] : [];
    });
    const last = found.at(-1);
    const page = rows.length > limit && last ? { items, next: last.row } : { items };
    return this.#whenSafe(
      page,
      found.some(({ place }) => this.#unsafe.has(place)),
    );
  }

  /** Takes an item away, and its row on the index. */
  async remove(key: Key): Promise<void> {
    const place = placeOf(key);
    const row = rowOf(this.#read(place));
    this.#queue([place, ...(row === undefined ? [] : [row])].map((at) => ({ place: at, text: undefined })));
    return this.#whenSafe(undefined, true);
  }

  /** Finishes what is queued and takes nothing more. */
  async close(): Promise<void> {
    await this.#commits.close();
    await this.#level.close();
  }

  /** Nothing is awaited between reading what stands and queueing what shall stand. */
  async #write(key: Key, when: Condition, next: (current: Item | undefined) => Item): Promise<Written> {
    const place = placeOf(key);
    const current = this.#read(place);
    if (!holds(when, current)) return this.#whenSafe({ won: false, item: current }, this.#unsafe.has(place));
    const item = { ...next(current), [NONCE]: randomUUID() };
    checkSize(item);
    const text = JSON.stringify(item);
    const [before, row] = [rowOf(current), rowOf(item)];
    this.#queue([
      { place, text: `${checksum(place, text)}${text}` },
      ...(before !== undefined && before !== row ? [{ place: before, text: undefined }] : []),
      ...(row !== undefined && before !== row ? [{ place: row, text: '' }] : []),
    ]);
    return this.#whenSafe({ won: true, item: JSON.parse(text) }, true);
  }

  #queue(changes: readonly Change[]): void {
    this.#commits.add(changes);
    for (const change of changes) this.#unsafe.set(change.place, change);
  }

  async #makeSafe(changes: readonly Change[]): Promise<void> {
    const operations = changes.map(({ place: key, text: value }) =>
      value === undefined ? { type: 'del' as const, key } : { type: 'put' as const, key, value },
    );
    await this.#level.batch(operations, { sync: true });
    for (const change of changes) {
      if (this.#unsafe.get(change.place) === change) this.#unsafe.delete(change.place);
    }
  }

  async #whenSafe<T>(answer: T, waits: boolean): Promise<T> {
    if (waits) await this.#commits.settled().catch((fault) => this.#stop(fault));
    return answer;
  }

  #read(place: string): Item | undefined {
    const queued = this.#unsafe.get(place);
    if (queued) return this.#item(place, queued.text);
    try {
      return this.#item(place, this.#level.getSync(place));
    } catch (error) {
      return this.#unreadable(error);
    }
  }

  /** @throws {StoreCorrupt} for a text that is not what was once written there. */
  #item(place: string, stored: string | undefined): Item | undefined {
    if (stored === undefined) return undefined;
    const text = stored.slice(CHECKSUM_LENGTH);
    if (stored.slice(0, CHECKSUM_LENGTH) === checksum(place, text)) return JSON.parse(text);
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

const CHECKSUM_LENGTH = 8;

/** Over the place too: what was written somewhere else is not what belongs here. */
const checksum = (place: string, text: string): string =>
  crc32(text, crc32(place)).toString(16).padStart(CHECKSUM_LENGTH, '0');

/** LevelDB compares bytes; JavaScript's own order differs beyond the basic plane. */
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
