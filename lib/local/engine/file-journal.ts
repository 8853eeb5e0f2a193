import { constants, writeSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { GroupCommit } from './group-commit.ts';
import { type Entry, type Journal, JournalCorrupt, JournalWriteFailed, type Position } from './journal.ts';
import { isWhole, lineAt, lineOf, linesOf, recordIn } from './journal-line.ts';
import { lockDirectory } from './lock.ts';

/**
 * A journal in one directory.
 *
 * One log for all executions, since one fsync then makes the steps of many of them safe at once. A position is a byte
 * in the whole log; the log is cut into segments, each named by the position of its first byte. A segment begins with
 * a checkpoint, so that starting up reads the last segment only, however long the past; older segments are read a
 * record at a time when somebody asks for a history, and deleted when nobody can any more.
 *
 * @throws {DirectoryLocked} while another host uses the directory.
 */
export async function openFileJournal(directory: string): Promise<Journal> {
  // Histories hold task tokens: they are nobody else's to read.
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const unlock = await lockDirectory(directory);
  try {
    const bases = (await readdir(directory)).flatMap((name) => baseOf(name) ?? []).sort((a, b) => a - b);
    if (bases.length === 0) bases.push(0);
    const segment = await openSegment(directory, bases.at(-1) ?? 0);
    await syncDirectory(directory);
    return new FileJournal(directory, bases, segment, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** A checkpoint is due when so much follows the last one, and more than the checkpoint itself took. */
const CHECKPOINT_BYTES = 32 * 2 ** 20;

class FileJournal implements Journal {
  readonly #directory: string;
  readonly #unlock: () => Promise<void>;
  /** Where each segment begins, in order. */
  #bases: number[];
  #segment: Segment;
  /** Where the next record goes. */
  #end: Position;
  /** Where the records after the last checkpoint begin. */
  #tail: Position;
  readonly #commits: GroupCommit<Line | Checkpoint>;
  /** Segments opened to read a history. */
  readonly #readers = new Map<number, Promise<FileHandle>>();

  constructor(directory: string, bases: number[], segment: Segment, unlock: () => Promise<void>) {
    this.#directory = directory;
    this.#bases = bases;
    this.#segment = segment;
    this.#unlock = unlock;
    this.#end = segment.base;
    this.#tail = segment.base;
    this.#commits = new GroupCommit(`the journal in ${directory}`, JournalWriteFailed, (writes) =>
      this.#write(writes),
    );
  }

  async *replay(): AsyncIterable<Entry> {
    const { file, base, handle } = this.#segment;
    const { size } = await handle.stat();
    let at = 0;
    for await (const line of linesOf(handle, size)) {
      const record = recordIn(line);
      if (record === undefined) {
        const torn = at + line.length === size && !isWhole(line);
        if (torn || (await isBlank(handle, at, size))) break;
        throw new JournalCorrupt(file, at, 'the checksum does not fit the record');
      }
      yield { position: base + at, record };
      at += line.length;
    }
    // A last line that was never finished was never answered for: nobody knows of it.
    if (at < size) await handle.truncate(at);
    this.#end = base + at;
  }

  get checkpointDue(): boolean {
    return this.#end - this.#tail > Math.max(CHECKPOINT_BYTES, this.#tail - (this.#bases.at(-1) ?? 0));
  }

  append(record: object): Position {
    const line = lineOf(record);
    const position = this.#end;
    this.#commits.add({ line, position });
    this.#end += line.length;
    return position;
  }

  checkpoint(records: Iterable<object>, oldestNeeded: Position): void {
    const lines = Buffer.concat([...records].map(lineOf));
    const base = this.#end;
    this.#commits.add({ lines, base, oldestNeeded });
    this.#bases.push(base);
    this.#end += lines.length;
    this.#tail = this.#end;
  }

  settled(): Promise<void> {
    return this.#commits.settled();
  }

  async read(position: Position): Promise<unknown> {
    await this.settled();
    const base = this.#bases.findLast((start) => start <= position) ?? 0;
    const file = segmentFile(this.#directory, base);
    const reader = this.#readers.get(base) ?? open(file, 'r');
    this.#readers.set(base, reader);
    const record = recordIn(await lineAt(await reader, position - base));
    if (record !== undefined) return record;
    throw new JournalCorrupt(file, position - base, 'the checksum does not fit the record');
  }

  async close(): Promise<void> {
    await this.#commits.close();
    for (const reader of this.#readers.values()) await (await reader).close();
    await this.#segment.handle.close();
    await this.#unlock();
  }

  async #write(writes: readonly (Line | Checkpoint)[]): Promise<void> {
    let lines: Line[] = [];
    for (const write of writes) {
      if ('line' in write) lines.push(write);
      else {
        await writeLines(this.#segment, lines);
        await this.#startSegment(write);
        lines = [];
      }
    }
    await writeLines(this.#segment, lines);
  }

  /** The new segment gets its name only when its checkpoint is safe, so a crash leaves the old one in charge. */
  async #startSegment({ lines, base, oldestNeeded }: Checkpoint): Promise<void> {
    const { handle, file } = await openSegment(this.#directory, base, '.new');
    await handle.truncate();
    writeAll(handle, lines, 0);
    await handle.sync();
    const named = segmentFile(this.#directory, base);
    await rename(file, named);
    await syncDirectory(this.#directory);
    await this.#segment.handle.close();
    this.#segment = { base, file: named, handle };
    await this.#deleteBefore(oldestNeeded);
  }

  async #deleteBefore(oldestNeeded: Position): Promise<void> {
    const bases = this.#bases;
    const isNeeded = (base: Position, index: number) =>
      base >= this.#segment.base || (bases[index + 1] ?? Number.POSITIVE_INFINITY) > oldestNeeded;
    this.#bases = bases.filter(isNeeded);
    for (const base of bases.filter((base, index) => !isNeeded(base, index))) {
      await (await this.#readers.get(base))?.close();
      this.#readers.delete(base);
      await unlink(segmentFile(this.#directory, base));
    }
  }
}

type Segment = { readonly base: Position; readonly file: string; readonly handle: FileHandle };
type Line = { readonly line: Buffer; readonly position: Position };
type Checkpoint = { readonly lines: Buffer; readonly base: Position; readonly oldestNeeded: Position };

function segmentFile(directory: string, base: Position): string {
  return path.join(directory, `${String(base).padStart(16, '0')}.jsonl`);
}

function baseOf(name: string): Position | undefined {
  const found = /^(\d{16})\.jsonl$/.exec(name);
  return found ? Number(found[1]) : undefined;
}

async function openSegment(directory: string, base: Position, suffix = ''): Promise<Segment> {
  const file = `${segmentFile(directory, base)}${suffix}`;
  return { base, file, handle: await open(file, constants.O_RDWR | constants.O_CREAT, 0o600) };
}

async function writeLines({ base, handle }: Segment, lines: readonly Line[]): Promise<void> {
  const [first] = lines;
  if (!first) return;
  writeAll(handle, Buffer.concat(lines.map(({ line }) => line)), first.position - base);
  await handle.datasync();
}

/** Into the page cache only, which takes microseconds: a trip through the thread pool would take longer. */
function writeAll({ fd }: FileHandle, bytes: Buffer, offset: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(fd, bytes, done, bytes.length - done, offset + done);
  }
}

/** A crash of the whole computer can leave a file longer than what was written, with zeros in place of the rest. */
async function isBlank(handle: FileHandle, start: number, size: number): Promise<boolean> {
  const { buffer } = await handle.read(Buffer.alloc(size - start), 0, undefined, start);
  return buffer.every((byte) => byte === 0);
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
