import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ABSENT, type Condition, type Items, NONCE, type Written } from '../../lambda/ledger/items.ts';
import { memoryItems } from '../../lambda/ledger/memory-items.ts';
import { sequence } from '../../lib/local/crash/plan.ts';
import { openLevelStore } from '../../lib/local/store/level-store.ts';
import { openStore } from '../../lib/local/store/store.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'holdpoint-level-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const key = (n: number) => ({ pk: `RUN#${n}`, sk: 'RUN' });
const fill = async (items: Items, count: number) => {
  await Promise.all(
    Array.from({ length: count }, (_, n) => items.put({ ...key(n), text: 'x'.repeat(500) }, ABSENT)),
  );
};
const log = () => path.join(directory, readdirSync(directory).find((name) => name.endsWith('.log')) ?? '');
const change = (file: string, at: number) => {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 0x20;
  writeFileSync(file, bytes);
};

describe('the embedded store', () => {
  it('keeps what it answered for when its process is killed', async () => {
    const script = `
      import { openLevelStore } from './lib/local/store/level-store.ts';
      const items = await openLevelStore(process.argv[1]);
      for (let n = 0; ; n += 1) {
        await items.put({ pk: 'RUN#' + n, sk: 'RUN', list: 'RUNS', at: String(n).padStart(6, '0') }, [{ absent: 'pk' }]);
        process.stdout.write(n + '\\n');
      }`;
    const args = ['--import', 'tsx', '--input-type=module', '-e', script, directory];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let answered = -1;
    for await (const line of createInterface({ input: child.stdout })) {
      answered = Number(line);
      if (answered === 50) child.kill('SIGKILL');
    }
    if (child.signalCode === null) await once(child, 'close');
    const items = await openLevelStore(directory);
    const listed = await items.list('RUNS', { limit: 10_000 });
    expect(answered).toBeGreaterThanOrEqual(50);
    expect(listed.items.slice(0, answered + 1).map(({ pk }) => pk)).toEqual(
      Array.from({ length: answered + 1 }, (_, n) => `RUN#${n}`),
    );
    expect(await items.get(key(answered))).toBeDefined();
    await items.close();
  });

  it('makes what many write at once safe together, and answers nobody before', async () => {
    const items = await openLevelStore(directory);
    const writes = Promise.all(Array.from({ length: 40 }, (_, n) => items.put({ ...key(n) }, ABSENT)));
    // what is queued is seen, by a reader who then waits as its writer does
    expect(await items.get(key(7))).toMatchObject(key(7));
    const copy = mkdtempSync(path.join(tmpdir(), 'holdpoint-level-'));
    for (const name of readdirSync(directory))
      copyFileSync(path.join(directory, name), path.join(copy, name));
    await writes;
    await items.close();
    const then = await openLevelStore(copy);
    expect(await then.get(key(7))).toMatchObject(key(7));
    expect(await then.get(key(39))).toMatchObject(key(39));
    await then.close();
    rmSync(copy, { recursive: true });
  });

  it('sees in a query what is queued, in its place', async () => {
    const items = await openLevelStore(directory);
    for (const sk of ['b', 'd']) await items.put({ pk: 'RUN#1', sk, n: 1 }, ABSENT);
    const queued = ['a', 'c'].map((sk) => items.put({ pk: 'RUN#1', sk }, ABSENT));
    const change = items.update({ pk: 'RUN#1', sk: 'd' }, { n: 2 }, [{ equals: ['n', 1] }]);
    expect((await items.query('RUN#1')).map(({ sk, n }) => [sk, n])).toEqual([
      ['a', undefined],
      ['b', 1],
      ['c', undefined],
      ['d', 2],
    ]);
    await Promise.all([...queued, change]);
    await items.close();
  });

  it('knows what is stored, whether it has it in mind or has forgotten it', async () => {
    const [items, model] = [await openLevelStore(directory), memoryItems()];
    const draw = sequence(7);
    const any = (count: number) => Math.floor(draw() * count);
    const bare = (answer: Written) => ({ ...answer, item: answer.item && { ...answer.item, [NONCE]: 0 } });
    // some forty megabytes, and a few are kept in mind
    for (let round = 0; round < 60; round += 1) {
      const asked = Array.from({ length: 8 }, () => {
        const key = { pk: `RUN#${any(60)}`, sk: 'abc'[any(3)] ?? '' };
        const item = { ...key, v: 1, n: any(3), text: String(any(10)).repeat(50_000 + any(100_000)) };
        return { item, when: any(3) ? ABSENT : ([{ lessThan: ['n', 2] }] as Condition) };
      });
      const answers = await Promise.all(asked.map(({ item, when }) => items.put(item, when)));
      const wanted = await Promise.all(asked.map(({ item, when }) => model.put(item, when)));
      expect(answers.map(bare)).toEqual(wanted.map(bare));
    }
    await items.close();
    const again = await openLevelStore(directory);
    for (let n = 0; n < 60; n += 1) {
      const [found, wanted] = await Promise.all([again, model].map((table) => table.query(`RUN#${n}`)));
      const [one] = wanted ?? [];
      expect(found?.map(({ [NONCE]: _, ...item }) => item)).toEqual(
        wanted?.map(({ [NONCE]: _, ...item }) => item),
      );
      if (one) expect(await again.get(one)).toEqual(found?.[0]);
    }
    await again.close();
  });

  it('reads what an older version wrote as this one has it', async () => {
    const items = await openLevelStore(directory);
    await items.put({ ...key(1), turn: 2 }, ABSENT);
    await items.close();
    const again = await openLevelStore(directory);
    expect(await again.get(key(1))).toMatchObject({ turn: 2, control: 'RUN', attempt: 0 });
    await again.close();
  });

  it('is refused to a second process, and to a second host of this one', async () => {
    const items = await openLevelStore(directory);
    await expect(openLevelStore(directory)).rejects.toMatchObject({
      name: 'StoreInUse',
      message: `the ledger in ${directory} is in use by another process: stop it first`,
    });
    // nor is what its holder is in the middle of writing taken for damage
    writeFileSync(path.join(directory, '000999.ldb'), 'a table that is not');
    await expect(openLevelStore(directory)).rejects.toMatchObject({ name: 'StoreInUse' });
    rmSync(path.join(directory, '000999.ldb'));
    await items.close();
    await (await openLevelStore(directory)).close();
  });

  it('refuses to open over a log that was changed, and leaves it as it is', async () => {
    const items = await openLevelStore(directory);
    await fill(items, 20);
    await items.put({ ...key(20) }, ABSENT);
    await items.close();
    const before = readFileSync(log());
    change(log(), 700);
    for (const _ of [1, 2]) {
      await expect(openLevelStore(directory)).rejects.toMatchObject({
        name: 'StoreCorrupt',
        message: `${log()} is damaged at byte 0: the checksum does not fit the record`,
      });
    }
    writeFileSync(log(), before);
    const again = await openLevelStore(directory);
    expect(await again.get(key(3))).toMatchObject(key(3));
    await again.close();
  });

  it('opens over a last record that was never finished: nobody was told of it', async () => {
    const items = await openLevelStore(directory);
    await items.put({ ...key(1) }, ABSENT);
    await items.put({ ...key(2), text: 'x'.repeat(5_000) }, ABSENT);
    await items.close();
    truncateSync(log(), readFileSync(log()).length - 100);
    const again = await openLevelStore(directory);
    expect(await again.get(key(1))).toMatchObject(key(1));
    expect(await again.get(key(2))).toBeUndefined();
    await again.close();
  });

  it('refuses an item that is not as it was written, by get, query, list and conditional write', async () => {
    const items = await openLevelStore(directory);
    await items.put({ ...key(1), list: 'RUNS', at: '1', said: 'approve this' }, ABSENT);
    await items.close();
    // opening moves what is in the log into a table
    await (await openLevelStore(directory)).close();
    const table = path.join(directory, readdirSync(directory).find((name) => name.endsWith('.ldb')) ?? '');
    const again = await openLevelStore(directory);
    change(table, readFileSync(table).indexOf('approve'));
    const reads = [
      () => again.get(key(1)),
      () => again.query('RUN#1'),
      () => again.list('RUNS', { limit: 10 }),
      () => again.put({ ...key(1) }, ABSENT),
    ];
    for (const read of reads) await expect(read()).rejects.toMatchObject({ name: 'StoreCorrupt' });
    await again.close();
  });

  it('gives no wrong answer, whichever byte of whichever file is damaged', async () => {
    const wanted: unknown[] = [];
    const read = async (items: Items) => {
      const one = (n: number) => items.get(key(n));
      const list = await items.list('RUNS', { limit: 100 });
      return [list, ...(await Promise.all(Array.from({ length: 45 }, (_, n) => one(n))))];
    };
    for (let life = 0; life < 3; life += 1) {
      const items = await openLevelStore(directory);
      for (let n = life * 15; n < life * 15 + 15; n += 1)
        await items.put(
          { ...key(n), v: 1, list: 'RUNS', at: String(n), text: `${n} `.repeat(n * 20) },
          ABSENT,
        );
      if (life === 2) wanted.push(...(await read(items)));
      await items.close();
    }
    const spoilt = mkdtempSync(path.join(tmpdir(), 'holdpoint-level-'));
    const seen = { refused: 0, right: 0 };
    for (const name of readdirSync(directory).filter((file) => !/^LO/.test(file))) {
      const bytes = readFileSync(path.join(directory, name));
      const step = Math.max(1, Math.floor(bytes.length / 60));
      for (let at = 0; at < bytes.length; at += step) {
        rmSync(spoilt, { recursive: true });
        cpSync(directory, spoilt, { recursive: true });
        change(path.join(spoilt, name), at);
        const opened = await openLevelStore(spoilt).catch((fault: Error) => fault.name);
        if (typeof opened === 'string') {
          expect(opened).toBe('StoreCorrupt');
          seen.refused += 1;
        } else {
          expect([name, at, ...(await read(opened))]).toEqual([name, at, ...wanted]);
          seen.right += 1;
          await opened.close();
        }
      }
    }
    expect(seen.refused).toBeGreaterThan(seen.right * 5);
    rmSync(spoilt, { recursive: true });
  });

  it.skipIf(process.platform !== 'linux')(
    'takes nothing more after the disk was full, and has kept the rest',
    async () => {
      const script = `
      import { openLevelStore } from './lib/local/store/level-store.ts';
      const items = await openLevelStore(process.argv[1]);
      const put = (n) => items.put({ pk: 'RUN#' + n, sk: 'RUN', text: 'x'.repeat(9_000) }, [{ absent: 'pk' }]);
      let answered = -1;
      const refusals = [];
      for (let n = 0; n < 200; n += 1) await put(n).then(() => (answered = n), (error) => refusals.push([error.name, error.message]));
      const read = await items.get({ pk: 'RUN#199', sk: 'RUN' });
      console.log(JSON.stringify({ answered, refusals: refusals.slice(0, 2), read }));
      process.exit(0);`;
      // no file may be longer than 512 KiB, which is told as a disk without room is
      const limits = `trap '' XFSZ; ulimit -f 512; exec "$@"`;
      const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', script, directory];
      const child = spawn('bash', ['-c', limits, 'bash', ...node], { stdio: ['ignore', 'pipe', 'inherit'] });
      const { answered, refusals, read } = JSON.parse(await text(child.stdout));
      const refusal = [
        'StoreWriteFailed',
        expect.stringContaining(`the ledger in ${directory} cannot be written: IO error`),
      ];
      expect(refusals).toEqual([refusal, refusal]);
      expect(answered).toBeGreaterThan(20);
      expect(read).toBeUndefined();
      const items = await openLevelStore(directory);
      for (let n = 0; n <= answered; n += 1) expect(await items.get(key(n))).toBeDefined();
      await items.close();
    },
  );
});

describe('a data directory', () => {
  it('is opened by the store it was begun in, and refused to another', async () => {
    await (await openStore(directory)).close();
    await (await openStore(directory, 'embedded')).close();
    await expect(openStore(directory, 'dynamodb')).rejects.toMatchObject({
      name: 'StoreMismatch',
      message: `${directory} keeps its runs in the embedded store, dynamodb was asked for: ask for embedded, or name another directory`,
    });
    const older = path.join(directory, 'older');
    mkdirSync(path.join(older, 'dynamodb'), { recursive: true });
    const kept = await openStore(older);
    expect(kept.kind).toBe('dynamodb');
    await kept.close();
    await expect(openStore(older, 'embedded')).rejects.toMatchObject({ name: 'StoreMismatch' });
  });
});
