import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFileJournal } from '../../../lib/local/engine/file-journal.ts';
import type { Journal } from '../../../lib/local/engine/journal.ts';

let directory: string;
let open: Journal[];

beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'journal-'));
  open = [];
});
afterEach(async () => {
  for (const journal of open) await journal.close();
  await rm(directory, { recursive: true });
});

async function openHere(): Promise<Journal> {
  const journal = await openFileJournal(directory);
  open.push(journal);
  return journal;
}

async function closeAll(): Promise<void> {
  for (const journal of open.splice(0)) await journal.close();
}

async function recordsOf(journal: Journal): Promise<unknown[]> {
  const records: unknown[] = [];
  for await (const { record } of journal.replay()) records.push(record);
  return records;
}

const segment = (base = 0) => path.join(directory, `${String(base).padStart(16, '0')}.jsonl`);

/** Writes records the way a host does, and closes. */
async function written(...records: object[]): Promise<number[]> {
  const journal = await openHere();
  await recordsOf(journal);
  const positions = records.map((record) => journal.append(record));
  await journal.settled();
  await closeAll();
  return positions;
}

describe('a journal on disk', () => {
  it('gives back what was settled, in order, and by position', async () => {
    const positions = await written({ n: 1 }, { n: 2, text: 'line\nbreak 天氣' });
    const journal = await openHere();
    expect(await recordsOf(journal)).toEqual([{ n: 1 }, { n: 2, text: 'line\nbreak 天氣' }]);
    journal.append({ n: 3 });
    await journal.settled();
    expect(await journal.read(positions[1] ?? -1)).toEqual({ n: 2, text: 'line\nbreak 天氣' });
    await closeAll();
    expect(await recordsOf(await openHere())).toEqual([
      { n: 1 },
      { n: 2, text: 'line\nbreak 天氣' },
      { n: 3 },
    ]);
  });

  it('is lines of a checksum and JSON', async () => {
    await written({ n: 1 });
    expect(readFileSync(segment(), 'utf8')).toBe('d44b3b7e {"n":1}\n');
  });

  it('reads a record that is larger than any of its buffers', async () => {
    const large = { text: 'x'.repeat(3_000_000) };
    const [, position = -1] = await written({ n: 1 }, large, { n: 2 });
    const journal = await openHere();
    expect(await recordsOf(journal)).toEqual([{ n: 1 }, large, { n: 2 }]);
    expect(await journal.read(position)).toEqual(large);
  });

  it('settles what came before the question, not what comes after', async () => {
    const journal = await openHere();
    await recordsOf(journal);
    const order: string[] = [];
    journal.append({ n: 1 });
    const first = journal.settled().then(() => order.push('first'));
    await new Promise(setImmediate);
    journal.append({ n: 2 });
    const second = journal.settled().then(() => order.push('second'));
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });
});

describe('a torn end', () => {
  it('is dropped, wherever the last line was cut, and written over', async () => {
    await written({ n: 1 }, { n: 2 });
    const whole = readFileSync(segment());
    const line = whole.length / 2;
    for (let bytes = line; bytes < 2 * line; bytes++) {
      writeFileSync(segment(), whole.subarray(0, bytes));
      const journal = await openHere();
      expect(await recordsOf(journal), `${bytes} bytes`).toEqual([{ n: 1 }]);
      journal.append({ n: 3 });
      await journal.settled();
      await closeAll();
      expect(await recordsOf(await openHere()), `${bytes} bytes`).toEqual([{ n: 1 }, { n: 3 }]);
      await closeAll();
    }
  });

  it('may be zeros, as a crash of the computer leaves them', async () => {
    await written({ n: 1 });
    truncateSync(segment(), 4096);
    expect(await recordsOf(await openHere())).toEqual([{ n: 1 }]);
  });
});

describe('a damaged middle', () => {
  it('is a named error with the byte where the damage begins, for every byte of a line', async () => {
    await written({ n: 1 }, { n: 2 }, { n: 3 });
    const whole = readFileSync(segment());
    const line = whole.length / 3;
    for (let at = line; at < 2 * line; at++) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      writeFileSync(segment(), damaged);
      await expect(recordsOf(await openHere()), `byte ${at}`).rejects.toMatchObject({
        name: 'JournalCorrupt',
        byteOffset: line,
        file: segment(),
      });
      await closeAll();
    }
  });

  it('is found in the last line too, when that line is whole', async () => {
    await written({ n: 1 });
    writeFileSync(segment(), readFileSync(segment(), 'utf8').replace('1', '2'));
    await expect(recordsOf(await openHere())).rejects.toMatchObject({
      name: 'JournalCorrupt',
      byteOffset: 0,
    });
  });

  it('is found when a record of the past is read', async () => {
    const [position = -1] = await written({ n: 1 });
    const journal = await openHere();
    await recordsOf(journal);
    writeFileSync(segment(), readFileSync(segment(), 'utf8').replace('1', '2'));
    await expect(journal.read(position)).rejects.toMatchObject({ name: 'JournalCorrupt' });
  });
});

describe.skipIf(process.platform !== 'linux')('a full disk', () => {
  it('is a named error for every answer that rests on it, now and later', async () => {
    symlinkSync('/dev/full', segment());
    const journal = await openHere();
    await recordsOf(journal);
    journal.append({ n: 1 });
    await expect(journal.settled()).rejects.toMatchObject({
      name: 'JournalWriteFailed',
      message: expect.stringContaining('ENOSPC'),
    });
    await expect(journal.settled()).rejects.toMatchObject({ name: 'JournalWriteFailed' });
    expect(() => journal.append({ n: 2 })).toThrow(expect.objectContaining({ name: 'JournalWriteFailed' }));
  });
});

describe('the lock', () => {
  it('keeps a second host out, and says who is in', async () => {
    await openHere();
    await expect(openFileJournal(directory)).rejects.toMatchObject({
      name: 'DirectoryLocked',
      message: `${directory} is in use by process ${process.pid}: stop it first, or give this host another directory`,
    });
  });

  it('of a process that is dead is taken over', async () => {
    const { pid } = spawnSync('true');
    writeFileSync(path.join(directory, 'lock'), `${pid} 1\n`);
    await openHere();
  });

  it('of an earlier life of the same process number is taken over', async () => {
    writeFileSync(path.join(directory, 'lock'), `${process.pid} 1\n`);
    await openHere();
    expect(readFileSync(path.join(directory, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  });

  it.skipIf(process.platform !== 'linux')(
    'of another process that lives is respected, of its earlier life not',
    async () => {
      const parent = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
      const started = parent.slice(parent.lastIndexOf(')') + 2).split(' ')[19];
      writeFileSync(path.join(directory, 'lock'), `${process.ppid} ${started}\n`);
      await expect(openFileJournal(directory)).rejects.toMatchObject({ name: 'DirectoryLocked' });
      writeFileSync(path.join(directory, 'lock'), `${process.ppid} 1\n`);
      await openHere();
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'of a process that was just killed is taken over at once',
    async () => {
      const script = `process.stdout.write(String(require('child_process').spawn('sleep', ['60']).pid))`;
      const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
      const [printed] = await once(parent.stdout, 'data');
      const child = Number(printed);
      const fields = () => readFileSync(`/proc/${child}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      writeFileSync(path.join(directory, 'lock'), `${child} ${fields()[19]}\n`);
      // A parent that is stopped does not look at its dead child, which therefore stays a zombie.
      parent.kill('SIGSTOP');
      process.kill(child, 'SIGKILL');
      while (fields()[0] !== 'Z') await new Promise(setImmediate);
      await openHere();
      parent.kill('SIGKILL');
    },
  );

  it('is given up on close, and leaves nothing behind', async () => {
    await openHere();
    await closeAll();
    expect(readdirSync(directory)).toEqual(['0000000000000000.jsonl']);
  });

  it('goes to one of many who want it at once', async () => {
    const { pid } = spawnSync('true');
    writeFileSync(path.join(directory, 'lock'), `${pid} 1\n`);
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => openHere()));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a checkpoint', () => {
  const block = 'x'.repeat(1_000_000);

  it('is due when much has been written, and then stands for everything before it', async () => {
    const journal = await openHere();
    await recordsOf(journal);
    const early = journal.append({ n: 1 });
    expect(journal.checkpointDue).toBe(false);
    for (let n = 0; n < 34; n++) journal.append({ block });
    expect(journal.checkpointDue).toBe(true);
    journal.checkpoint([{ sum: 35 }], early);
    expect(journal.checkpointDue).toBe(false);
    const late = journal.append({ n: 2 });
    await journal.settled();
    expect(await journal.read(early)).toEqual({ n: 1 });
    expect(await journal.read(late)).toEqual({ n: 2 });
    await closeAll();
    const reopened = await openHere();
    expect(await recordsOf(reopened)).toEqual([{ sum: 35 }, { n: 2 }]);
    expect(await reopened.read(early)).toEqual({ n: 1 });
    expect(await reopened.read(late)).toEqual({ n: 2 });
  });

  it('deletes the segments that nobody can read from any more', async () => {
    const journal = await openHere();
    await recordsOf(journal);
    journal.append({ n: 1 });
    journal.checkpoint([{ c: 1 }], 0);
    const needed = journal.append({ n: 2 });
    journal.checkpoint([{ c: 2 }], 0);
    journal.append({ n: 3 });
    await journal.settled();
    expect(readdirSync(directory).filter((name) => name.endsWith('.jsonl'))).toHaveLength(3);
    journal.checkpoint([{ c: 3 }], needed);
    await journal.settled();
    expect(readdirSync(directory).filter((name) => name.endsWith('.jsonl'))).toHaveLength(3);
    expect(await journal.read(needed)).toEqual({ n: 2 });
    await closeAll();
    expect(await recordsOf(await openHere())).toEqual([{ c: 3 }]);
  });

  it('that was not finished leaves the segment before it in charge', async () => {
    await written({ n: 1 });
    copyFileSync(segment(), `${segment(statSync(segment()).size)}.new`);
    const journal = await openHere();
    expect(await recordsOf(journal)).toEqual([{ n: 1 }]);
    journal.checkpoint([{ c: 1 }], 0);
    await journal.settled();
    await closeAll();
    expect(await recordsOf(await openHere())).toEqual([{ c: 1 }]);
  });
});
