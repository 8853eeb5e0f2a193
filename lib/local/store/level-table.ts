import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { uncompress } from 'snappyjs';
import { StoreCorrupt } from './faults.ts';
import { masked } from './level-checksum.ts';

/**
 * LevelDB's tables. It reads their blocks without a look at their checksums, so that damage to a key hides an item: what was
 * done once would be taken for not done. So all of them are checked before LevelDB opens.
 *
 * Blocks one after the other, each followed by its compression and a masked CRC-32C over both; at the end the handles (offset
 * and length) of two blocks that hold the handles of all others.
 *
 * @see https://github.com/google/leveldb/blob/main/doc/table_format.md
 */
const FOOTER = 48;
const MAGIC = 0xdb4775248b80fb57n;
const SNAPPY = 1;

/** @throws {StoreCorrupt} naming the file */
export async function checkTables(directory: string): Promise<void> {
  const names = readdirSync(directory).filter((name) => /^\d+\.(ldb|sst)$/.test(name));
  for (const name of names) {
    const file = path.join(directory, name);
    try {
      checkTable(await readFile(file));
    } catch (error) {
      // what is read is not what was written, and may then be anything
      throw new StoreCorrupt(`${file} is damaged: ${(error as Error).message}`, { cause: error });
    }
  }
}

function checkTable(table: Buffer): void {
  const end = table.length - FOOTER;
  if (end < 0 || table.readBigUInt64LE(table.length - 8) !== MAGIC) throw new Error('it has no footer');
  const footer = new Reader(table, end);
  // the first leads to filters, by which LevelDB tells what it has not; the second to the items
  for (const directory of [footer.handle(), footer.handle()]) {
    const { bytes, compression } = blockAt(table, directory);
    const entries = compression === SNAPPY ? Buffer.from(uncompress(bytes)) : bytes;
    for (const handle of handlesIn(entries)) blockAt(table, handle);
  }
}

type Handle = { readonly offset: number; readonly length: number };

/** @throws {Error} where it is not what was written */
function blockAt(table: Buffer, { offset, length }: Handle) {
  const end = offset + length;
  if (end + 5 > table.length) throw new Error(`a block at byte ${offset} goes beyond its end`);
  if (table.readUInt32LE(end + 1) !== masked(table.subarray(offset, end + 1)))
    throw new Error(`the checksum does not fit the block at byte ${offset}`);
  return { bytes: table.subarray(offset, end), compression: table[end] };
}

/** Entries: the length of what two keys share, the lengths of the rest of the key and of the value, both of them; restarts follow. */
function* handlesIn(index: Buffer): Iterable<Handle> {
  const restarts = index.readUInt32LE(index.length - 4);
  const end = index.length - 4 * (restarts + 1);
  const entries = new Reader(index);
  while (entries.at < end) {
    const [, rest, length] = [entries.number(), entries.number(), entries.number()];
    entries.at += rest;
    const next = entries.at + length;
    yield entries.handle();
    entries.at = next;
  }
}

class Reader {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Seven bits a byte, the lowest first. */
  number(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.#bytes.readUInt8(this.at++);
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  }

  handle(): Handle {
    return { offset: this.number(), length: this.number() };
  }
}
