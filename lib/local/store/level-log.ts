import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StoreCorrupt } from './faults.ts';
import { masked } from './level-checksum.ts';

/**
 * LevelDB's log of what has not reached a table yet. LevelDB skips a record that is damaged and opens without it: what
 * was safe would be missing, and nobody would be told. So the log is checked before LevelDB sees it.
 *
 * Blocks of 32 KiB; in each, records: a masked CRC-32C, a length, a type, as many bytes. What is left of a block when
 * no further record begins in it is zero.
 */
const BLOCK = 32_768;
const HEADER = 7;
const LAST_TYPE = 4;

/** @throws {StoreCorrupt} naming the file; a last record that was never finished was never answered for, and is none. */
export function checkLogs(directory: string): void {
  const logs = readdirSync(directory, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && /^\d+\.log$/.test(entry.name),
  );
  for (const { name } of logs) {
    const file = path.join(directory, name);
    const damage = damageIn(readFileSync(file));
    if (damage !== undefined)
      throw new StoreCorrupt(`${file} is damaged at byte ${damage}: the checksum does not fit the record`);
  }
}

function damageIn(log: Buffer): number | undefined {
  for (let at = 0; at + HEADER <= log.length; ) {
    const left = BLOCK - (at % BLOCK);
    if (left < HEADER) {
      at += left;
      continue;
    }
    const [length, type] = [log.readUInt16LE(at + 4), log[at + 6] ?? 0];
    const end = at + HEADER + length;
    const fits = type > 0 && type <= LAST_TYPE && end - at <= left;
    if (fits && end > log.length) return undefined;
    if (!fits || log.readUInt32LE(at) !== masked(log.subarray(at + 6, end))) {
      // A crash of the whole computer can leave zeros in place of what was being written.
      return log.subarray(at).every((byte) => byte === 0) ? undefined : at;
    }
    at = end;
  }
  return undefined;
}
