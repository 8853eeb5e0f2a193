import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { type Entry, type Journal, JournalCorrupt, JournalWriteFailed, type Position } from './journal.ts';
import { lockDirectory } from './lock.ts';

/**
 * A journal in one directory.
 *
 * One log for all executions, since one fsync then makes the steps of many of them safe at once. A line is a CRC-32
 * and a JSON text. A position is a byte in the whole log; the log is cut into segments, each named by the position of
 * its first byte. A segment begins with a checkpoint, so starting up reads the last segment only, however long the
 * history; older ones are read a record at a time when somebody asks for a history.
 */
export async function openFileJournal(directory: string): Promise<Journal> {
  await mkdir(directory, { recursive: true });
  const unlock = await lockDirectory(directory);
  try {
    const bases = (await readdir(directory)).flatMap((name) => baseOf(name) ?? []).sort((a, b) => a - b);
    const base = bases.at(-1) ?? 0;
    const segment = await open(segmentPath(directory, base), constants.O_RDWR | constants.O_CREAT, 0o600);
    await syncDirectory(directory);
    return new FileJournal(directory, bases.length > 0 ? bases : [base], segment, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** A checkpoint is due when so much follows the last one, and more than the checkpoint itself would be. */
const SEGMENT_BYTES = 32 * 2 ** 20;

class FileJournal implements Journal {
  readonly #directory: string;
  readonly #bases: number[];
  readonly #unlock: () => Promise<void>;
  #segment: FileHandle;
  #segmentBase: number;
  /** Where the next record goes. */
  #end: number;
  /** Where the records after the last checkpoint begin. */
  #tail: number;
  /** What gathers while the batch before it is being written. */
  #gathering: Batch | undefined;
  #writing: Batch | undefined;
  #failure: JournalWriteFailed | undefined;
  /** Segments opened to read history, by base. */
  readonly #readers = new Map<number, Promise<FileHandle>>();

  constructor(directory: string, bases: number[], segment: FileHandle, unlock: () => Promise<void>) {
    this.#directory = directory;
    this.#bases = bases;
    this.#segment = segment;
    this.#segmentBase = this.#base;
    this.#unlock = unlock;
    this.#end = this.#base;
    this.#tail = this.#base;
  }

  get #base(): number {
    return this.#bases.at(-1) ?? 0;
  }

  async *replay(): AsyncIterable<Entry> {
    const file = segmentPath(this.#directory, this.#base);
    const { size } = await this.#segment.stat();
    let at = 0;
    for await (const line of lines(this.#segment, size)) {
      const record = recordIn(line);
      if (record === undefined) {
        const torn = at + line.length >= size && line.at(-1) !== NEWLINE;
        if (torn || (await isBlank(this.#segment, at, size))) break;
        throw new JournalCorrupt(file, at, 'the checksum does not fit the record');
      }
      yield { position: this.#base + at, record };
      at += line.length;
    }
    // A last line that was not finished was never answered for: nobody knows of it.
    if (at < size) await this.#segment.truncate(at);
    this.#end = this.#base + at;
  }

  get checkpointDue(): boolean {
    return this.#end - this.#tail > Math.max(SEGMENT_BYTES, this.#tail - this.#base);
  }

  append(record: object): Position {
    if (this.#failure) throw this.#failure;
    const line = lineOf(record);
    const position = this.#end;
    this.#end += line.length;
    this.#enqueue({ line, position });
    return position;
  }

  checkpoint(records: Iterable<object>): void {
    if (this.#failure) throw this.#failure;
    const lines = [...records].map(lineOf);
    const base = this.#end;
    this.#enqueue({ checkpoint: Buffer.concat(lines), base });
    this.#bases.push(base);
    this.#end += lines.reduce((sum, line) => sum + line.length, 0);
    this.#tail = this.#end;
  }

  settled(): Promise<void> {
    const last = this.#gathering ?? this.#writing;
    if (last) return last.done;
    return this.#failure ? Promise.reject(this.#failure) : Promise.resolve();
  }

  async read(position: Position): Promise<unknown> {
    const base = this.#bases.findLast((start) => start <= position) ?? 0;
    const file = segmentPath(this.#directory, base);
    const record = recordIn(await lineAt(await this.#reader(base, file), position - base));
    if (record === undefined)
      throw new JournalCorrupt(file, position - base, 'the checksum does not fit the record');
    return record;
  }

  async close(): Promise<void> {
    try {
      await this.settled().catch(() => undefined);
      for (const reader of this.#readers.values()) await (await reader).close();
      await this.#segment.close();
    } finally {
      await this.#unlock();
    }
  }

  #reader(base: number, file: string): Promise<FileHandle> {
    const reader = this.#readers.get(base) ?? open(file, 'r');
    this.#readers.set(base, reader);
    return reader;
  }

  #enqueue(write: Write): void {
    if (!this.#gathering) {
      this.#gathering = newBatch();
      if (!this.#writing) setImmediate(() => this.#flush());
    }
    this.#gathering.writes.push(write);
  }

  /** Group commit: one batch is written and made safe by one fsync while the next one gathers. */
  async #flush(): Promise<void> {
    while (this.#gathering) {
      const batch = this.#gathering;
      this.#writing = batch;
      this.#gathering = undefined;
      try {
        if (this.#failure) throw this.#failure;
        await this.#writeBatch(batch.writes);
        batch.resolve();
      } catch (error) {
        const message = `the journal in ${this.#directory} cannot be written`;
        this.#failure ??= new JournalWriteFailed(message, { cause: error });
        batch.reject(this.#failure);
      }
    }
    this.#writing = undefined;
  }

  async #writeBatch(writes: readonly Write[]): Promise<void> {
    let lines: Buffer[] = [];
    let start = 0;
    const writeLines = async () => {
      if (lines.length === 0) return;
      await writeAll(this.#segment, Buffer.concat(lines), start - this.#segmentBase);
      await this.#segment.datasync();
      lines = [];
    };
    for (const write of writes) {
      if ('checkpoint' in write) {
        await writeLines();
        await this.#startSegment(write);
      } else {
        if (lines.length === 0) start = write.position;
        lines.push(write.line);
      }
    }
    await writeLines();
  }

  /** The new segment gets its name only when its checkpoint is safe, so a crash leaves the old one in charge. */
  async #startSegment({ checkpoint, base }: { checkpoint: Buffer; base: number }): Promise<void> {
    const file = segmentPath(this.#directory, base);
    const segment = await open(`${file}.new`, 'w+', 0o600);
    await writeAll(segment, checkpoint, 0);
    await segment.sync();
    await rename(`${file}.new`, file);
    await syncDirectory(this.#directory);
    await this.#segment.close();
    this.#segment = segment;
    this.#segmentBase = base;
  }
}

type Batch = {
  readonly writes: Write[];
  readonly done: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: JournalWriteFailed) => void;
};

function newBatch(): Batch {
  let resolve = () => {};
  let reject: Batch['reject'] = () => {};
  const done = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // Whoever needs to know asks `settled`; a batch nobody asks about must not count as an unhandled rejection.
  done.catch(() => undefined);
  return { writes: [], done, resolve, reject };
}

type Write =
  | { readonly line: Buffer; readonly position: Position }
  | { readonly checkpoint: Buffer; readonly base: number };

const NEWLINE = 0x0a;
const READ_BYTES = 64 * 1024;

function segmentPath(directory: string, base: number): string {
  return path.join(directory, `${String(base).padStart(16, '0')}.jsonl`);
}

function baseOf(name: string): number | undefined {
  const found = /^(\d{16})\.jsonl$/.exec(name);
  return found ? Number(found[1]) : undefined;
}

function lineOf(record: object): Buffer {
  const text = Buffer.from(`         ${JSON.stringify(record)}\n`);
  text.write(checksum(text.subarray(9, -1)), 0, 'latin1');
  return text;
}

function recordIn(line: Buffer): unknown {
  if (line.at(-1) !== NEWLINE || line.length < 11) return undefined;
  const text = line.subarray(9, -1);
  return line.toString('latin1', 0, 8) === checksum(text) ? JSON.parse(text.toString()) : undefined;
}

function checksum(text: Buffer): string {
  return crc32(text).toString(16).padStart(8, '0');
}

/** The lines of a file, each with its newline; the last one may lack it. */
async function* lines(file: FileHandle, size: number): AsyncIterable<Buffer> {
  let rest = Buffer.alloc(0);
  for (let at = 0; at < size; ) {
    const { bytesRead, buffer } = await file.read(
      Buffer.alloc(Math.min(2 ** 20, size - at)),
      0,
      undefined,
      at,
    );
    if (bytesRead === 0) break;
    at += bytesRead;
    let block = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
    for (let end = block.indexOf(NEWLINE); end >= 0; end = block.indexOf(NEWLINE)) {
      yield block.subarray(0, end + 1);
      block = block.subarray(end + 1);
    }
    rest = Buffer.from(block);
  }
  if (rest.length > 0) yield rest;
}

async function lineAt(file: FileHandle, offset: number): Promise<Buffer> {
  const blocks: Buffer[] = [];
  for (let at = offset; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, at);
    const end = buffer.subarray(0, bytesRead).indexOf(NEWLINE);
    blocks.push(buffer.subarray(0, end < 0 ? bytesRead : end + 1));
    if (end >= 0 || bytesRead === 0) return Buffer.concat(blocks);
    at += bytesRead;
  }
}

/** A crash of the machine can leave a file longer than what was written, with zeros in place of the rest. */
async function isBlank(file: FileHandle, start: number, size: number): Promise<boolean> {
  const { buffer } = await file.read(Buffer.alloc(size - start), 0, undefined, start);
  return buffer.every((byte) => byte === 0);
}

async function writeAll(file: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, offset + done);
    done += bytesWritten;
  }
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
