import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/**
 * How a record stands in a file: a CRC-32 in hexadecimal, a space, its JSON, a newline. JSON text holds no newline of
 * its own, so a file can be read as lines, and a line can be believed.
 */
const CHECKSUM_LENGTH = 8;
const SPACE = 0x20;
const NEWLINE = 0x0a;

export function lineOf(record: object): Buffer {
  const line = Buffer.from(`${' '.repeat(CHECKSUM_LENGTH)} ${JSON.stringify(record)}\n`);
  line.write(checksumFor(textOf(line)), 'latin1');
  return line;
}

/** Undefined for a line that is not what was once written. */
export function recordIn(line: Buffer): unknown {
  const checksum = line.toString('latin1', 0, CHECKSUM_LENGTH);
  const text = textOf(line);
  const isIntact = isWhole(line) && line[CHECKSUM_LENGTH] === SPACE && checksum === checksumFor(text);
  return isIntact ? JSON.parse(text.toString()) : undefined;
}

export function isWhole(line: Buffer): boolean {
  return line.length > CHECKSUM_LENGTH + 2 && line.at(-1) === NEWLINE;
}

function textOf(line: Buffer): Buffer {
  return line.subarray(CHECKSUM_LENGTH + 1, -1);
}

function checksumFor(text: Buffer): string {
  return crc32(text).toString(16).padStart(CHECKSUM_LENGTH, '0');
}

const SCAN_BYTES = 1 << 20;
const READ_BYTES = 1 << 13;

/** The lines of the first `size` bytes, each with its newline; the last one may lack it. */
export async function* linesOf(file: FileHandle, size: number): AsyncIterable<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for (let at = 0; at < size; ) {
    const { bytesRead, buffer } = await file.read(
      Buffer.alloc(Math.min(SCAN_BYTES, size - at)),
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
    rest = block;
  }
  if (rest.length > 0) yield rest;
}

export async function lineAt(file: FileHandle, offset: number): Promise<Buffer> {
  const blocks: Buffer[] = [];
  for (let at = offset; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, at);
    const end = buffer.subarray(0, bytesRead).indexOf(NEWLINE);
    blocks.push(buffer.subarray(0, end < 0 ? bytesRead : end + 1));
    if (end >= 0 || bytesRead === 0) return Buffer.concat(blocks);
    at += bytesRead;
  }
}
