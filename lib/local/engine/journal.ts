/**
 * What an engine remembers: an append-only log of JSON records.
 *
 * Adapters: `memoryJournal` here for tests, `openFileJournal` on disk.
 */
export type Journal = {
  /** Everything needed to go on, in order. Called once, before the first append. */
  replay(): AsyncIterable<Entry>;
  /** Takes a place in the log. The record is safe when a later `settled()` resolves, never before. */
  append(record: object): Position;
  /** Resolves when everything appended so far would survive a crash. @throws {JournalWriteFailed} for ever after one. */
  settled(): Promise<void>;
  read(position: Position): Promise<unknown>;
  /** True when so much has been appended that a checkpoint would make the next replay shorter. */
  readonly checkpointDue: boolean;
  /** Replaces what `replay` will yield by these records. Older ones can still be read, back to `oldestNeeded`. */
  checkpoint(records: Iterable<object>, oldestNeeded: Position): void;
  close(): Promise<void>;
};

/** A place in the log; only the journal that gave it knows what it means. */
export type Position = number;

export type Entry = { readonly position: Position; readonly record: unknown };

/** The disk refused a record. Nothing after it is accepted, so that no answer rests on what was lost. */
export class JournalWriteFailed extends Error {
  override readonly name = 'JournalWriteFailed';
}

/** A record that was once safe no longer reads back. */
export class JournalCorrupt extends Error {
  override readonly name = 'JournalCorrupt';
  readonly file: string;
  readonly byteOffset: number;

  constructor(file: string, byteOffset: number, problem: string) {
    super(`${file} is damaged at byte ${byteOffset}: ${problem}`);
    this.file = file;
    this.byteOffset = byteOffset;
  }
}

/** A journal that dies with the process. Records are kept as text, so that nothing is shared by reference. */
export function memoryJournal(lines: string[] = []): Journal {
  return {
    async *replay() {
      for (let position = 0; position < lines.length; position++) {
        yield { position, record: JSON.parse(lines[position] ?? 'null') };
      }
    },
    append: (record) => lines.push(JSON.stringify(record)) - 1,
    settled: () => Promise.resolve(),
    read: (position) => Promise.resolve(JSON.parse(lines[position] ?? 'null')),
    checkpointDue: false,
    checkpoint() {},
    close: () => Promise.resolve(),
  };
}
