import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ABSENT,
  type Clause,
  type Condition,
  type Items,
  type Key,
  NONCE,
} from '../../lambda/ledger/items.ts';
import { holds } from '../../lambda/ledger/memory-items.ts';
import type { Table } from './tables.ts';

/** What the items port promises. Every adapter's test calls this. */
export function itemsContract(name: string, open: () => Promise<Table>, skip: { slow?: boolean } = {}): void {
  describe(`items over ${name}`, () => {
    let table: Table;
    let items: Items;
    beforeAll(async () => {
      table = await open();
    });
    beforeEach(() => {
      items = table.connect();
    });
    afterAll(() => table.close());

    let last = 0;
    /** A key that no other test of this file uses. */
    const fresh = () => ({ pk: `TEST#${String(++last).padStart(5, '0')}`, sk: 'ITEM' });
    const stored = async (key: { pk: string; sk: string }) => {
      const item = await items.get(key);
      if (!item) return undefined;
      const { [NONCE]: _, ...rest } = item;
      return rest;
    };

    describe('put', () => {
      it('creates an item once: the second one loses and is told what stands', async () => {
        const key = fresh();
        expect(await items.put({ ...key, said: 'first' }, ABSENT)).toMatchObject({
          won: true,
          item: { ...key, said: 'first' },
        });
        expect(await items.put({ ...key, said: 'second' }, ABSENT)).toMatchObject({
          won: false,
          item: { ...key, said: 'first' },
        });
        expect(await stored(key)).toEqual({ ...key, said: 'first' });
      });

      it('replaces the whole item', async () => {
        const key = fresh();
        await items.put({ ...key, state: 'FAILED', receipt: 1 }, ABSENT);
        await items.put({ ...key, state: 'PROPOSED' }, [{ equals: ['state', 'FAILED'] }]);
        expect(await stored(key)).toEqual({ ...key, state: 'PROPOSED' });
      });

      it('gives a key to one of many who want it at once', async () => {
        const key = fresh();
        const claims = await Promise.all(
          Array.from({ length: 20 }, (_, who) => items.put({ ...key, who }, ABSENT)),
        );
        const winners = claims.flatMap(({ won, item }) => (won ? [item?.who] : []));
        expect(winners).toHaveLength(1);
        expect(claims.map(({ item }) => item?.who)).toEqual(Array(20).fill(winners[0]));
      });

      it('refuses an item of more than 400 KB, and keeps nothing of it', async () => {
        const key = fresh();
        const refusal = (write: Promise<unknown>) =>
          write.then(
            () => undefined,
            (error) => error.name,
          );
        expect(await refusal(items.put({ ...key, text: 'x'.repeat(410_000) }, ABSENT))).toBe('ItemTooLarge');
        // 140,000 characters are 420,000 bytes: the limit is in bytes
        expect(await refusal(items.put({ ...key, text: '雨'.repeat(140_000) }, ABSENT))).toBe('ItemTooLarge');
        expect(await items.get(key)).toBeUndefined();
        await items.put({ ...key, text: 'x'.repeat(300_000) }, ABSENT);
        const more = { more: 'x'.repeat(150_000) };
        expect(await refusal(items.update(key, more, [{ equals: ['sk', 'ITEM'] }]))).toBeDefined();
        expect(Object.keys((await stored(key)) ?? {}).sort()).toEqual(['pk', 'sk', 'text']);
      });
    });

    describe('update', () => {
      it('sets attributes, removes those that are undefined, and leaves the others', async () => {
        const key = fresh();
        await items.put({ ...key, list: 'GATE', at: '1', keeps: true, turn: 1 }, ABSENT);
        expect(
          await items.update(key, { list: undefined, turn: 2 }, [{ equals: ['turn', 1] }]),
        ).toMatchObject({ won: true, item: { ...key, at: '1', keeps: true, turn: 2 } });
        expect(await stored(key)).toEqual({ ...key, at: '1', keeps: true, turn: 2 });
      });

      it('removes what is not there without complaint', async () => {
        const key = fresh();
        await items.put({ ...key }, ABSENT);
        expect((await items.update(key, { list: undefined }, [{ equals: ['sk', 'ITEM'] }])).won).toBe(true);
      });

      it('creates the item where its condition holds of none', async () => {
        const key = fresh();
        expect((await items.update(key, { turn: 1 }, [{ absent: 'turn' }])).won).toBe(true);
        expect(await stored(key)).toEqual({ ...key, turn: 1 });
      });

      it('creates nothing where its condition wants an item', async () => {
        const key = fresh();
        expect(await items.update(key, { turn: 1 }, [{ equals: ['sk', 'ITEM'] }])).toEqual({
          won: false,
          item: undefined,
        });
        expect(await items.get(key)).toBeUndefined();
      });

      it('lets one of many step a counter from the number they all saw', async () => {
        const key = fresh();
        await items.put({ ...key, turn: 0 }, ABSENT);
        const steps = await Promise.all(
          Array.from({ length: 20 }, (_, who) =>
            items.update(key, { turn: 1, who }, [{ equals: ['turn', 0] }]),
          ),
        );
        expect(steps.filter(({ won }) => won)).toHaveLength(1);
        expect(new Set(steps.map(({ item }) => item?.who)).size).toBe(1);
      });

      it('accepts attributes whose names are words of DynamoDB', async () => {
        const key = fresh();
        await items.put({ ...key, state: 'A', list: 'L', at: '1', name: 'n', size: 1 }, ABSENT);
        const set = { state: 'B', name: 'm', size: 2, status: 's', values: [1], 'odd.name #1': 'x' };
        await items.update(key, set, [{ equals: ['state', 'A'] }, { equals: ['name', 'n'] }]);
        expect(await stored(key)).toEqual({ ...key, list: 'L', at: '1', ...set });
      });
    });

    describe('conditions', () => {
      const present = { text: 'b', none: '', number: 5, yes: true, nothing: null };
      const cases: readonly (readonly [clause: Clause, holds: boolean])[] = [
        [{ absent: 'other' }, true],
        [{ absent: 'text' }, false],
        [{ absent: 'none' }, false],
        [{ absent: 'nothing' }, false],
        [{ absent: 'pk' }, false],
        [{ equals: ['text', 'b'] }, true],
        [{ equals: ['text', 'B'] }, false],
        [{ equals: ['none', ''] }, true],
        [{ equals: ['number', 5] }, true],
        [{ equals: ['number', '5'] }, false],
        [{ equals: ['yes', true] }, true],
        [{ equals: ['yes', 'true'] }, false],
        [{ equals: ['nothing', ''] }, false],
        [{ equals: ['other', 'b'] }, false],
        [{ in: ['text', ['a', 'b']] }, true],
        [{ in: ['text', ['a', 'c']] }, false],
        [{ in: ['number', ['5', 6]] }, false],
        [{ in: ['other', ['a']] }, false],
        [{ absentOrIn: ['other', ['a']] }, true],
        [{ absentOrIn: ['text', ['b']] }, true],
        [{ absentOrIn: ['text', ['a']] }, false],
        [{ absentOrIn: ['nothing', ['a']] }, false],
        [{ lessThan: ['number', 6] }, true],
        [{ lessThan: ['number', 5] }, false],
        [{ lessThan: ['number', '6'] }, false],
        [{ lessThan: ['text', 'c'] }, true],
        [{ lessThan: ['text', 'b'] }, false],
        [{ lessThan: ['other', 1] }, false],
        [{ lessThan: ['nothing', 1] }, false],
      ];
      it.skipIf(skip.slow).each(cases)('%j: %s', async (clause, wanted) => {
        const key = fresh();
        await items.put({ ...key, ...present }, ABSENT);
        expect((await items.update(key, { touched: true }, [clause])).won).toBe(wanted);
        expect((await items.put({ ...key, replaced: true }, [clause])).won).toBe(wanted);
      });

      it('hold together or not at all', async () => {
        const key = fresh();
        await items.put({ ...key, state: 'RUNNING', turn: 3 }, ABSENT);
        const when = (state: string, turn: number): Condition => [
          { equals: ['state', state] },
          { in: ['turn', [turn, 99]] },
          { absentOrIn: ['state', [state, 'x']] },
          { lessThan: ['turn', turn + 1] },
          { absent: 'failure' },
        ];
        expect((await items.update(key, { a: 1 }, when('RUNNING', 2))).won).toBe(false);
        expect((await items.update(key, { a: 1 }, when('DONE', 3))).won).toBe(false);
        expect((await items.update(key, { a: 1 }, when('RUNNING', 3))).won).toBe(true);
      });

      it.skipIf(skip.slow)('mean what `holds` says, for any item and any condition', async () => {
        await fc.assert(
          fc.asyncProperty(fc.option(ATTRIBUTES, { nil: undefined }), CONDITION, async (attributes, when) => {
            const key = fresh();
            const items = table.connect();
            if (attributes) await items.put({ ...key, ...attributes }, ABSENT);
            const item = attributes && { ...key, ...attributes };
            expect((await items.update(key, { touched: 1 }, when)).won).toBe(holds(when, item));
          }),
          { numRuns: 120, seed: 20261130 },
        );
      });
    });

    describe('what is stored', () => {
      it('comes back as it was, to the byte', async () => {
        const key = fresh();
        const value = {
          nfc: '\u00e9',
          nfd: 'e\u0301',
          zh: '香港早晨天氣簡報　３１℃ 。',
          astral: '🌧️👨‍👩‍👧𫚭',
          blank: ' \t\r\n\u2028 ',
          zero: '\u0000',
          empty: '',
          numbers: [0, -1, 0.1, 31.5, 1e-7, 9007199254740991],
          nested: { a: [[], {}, [{ b: null }]], no: false },
        };
        await items.put({ ...key, ...value }, ABSENT);
        expect(await stored(key)).toEqual({ ...key, ...value });
        expect([...Buffer.from(String((await items.get(key))?.nfd))]).toEqual([0x65, 0xcc, 0x81]);
        expect([...Buffer.from(String((await items.get(key))?.nfc))]).toEqual([0xc3, 0xa9]);
      });

      it('drops members that are undefined, at any depth', async () => {
        const key = fresh();
        await items.put({ ...key, gone: undefined, nested: { gone: undefined, kept: 1 } }, ABSENT);
        expect(await stored(key)).toEqual({ ...key, nested: { kept: 1 } });
      });

      it('is read as this version has it, and refused when a later one wrote it', async () => {
        const [older, newer] = [fresh(), fresh()].map(({ pk }) => ({ pk: `RUN#${pk}`, sk: 'RUN' })) as [
          Key,
          Key,
        ];
        await items.put({ ...older, turn: 2 }, ABSENT);
        const read = { ...older, turn: 2, control: 'RUN', attempt: 0 };
        expect(await items.get(older)).toMatchObject(read);
        expect(await items.query(older.pk)).toMatchObject([read]);
        const later = items.put({ ...newer, v: 99 }, ABSENT).then(() => items.get(newer));
        await expect(later).rejects.toMatchObject({ name: 'SchemaUnknown' });
      });

      it('is not shared with the caller', async () => {
        const key = fresh();
        const value = { inner: [1] };
        const put = await items.put({ ...key, value }, ABSENT);
        const held = [put.item, await items.get(key), ...(await items.query(key.pk))];
        const inner = held.map((item) => (item as unknown as { value: typeof value }).value.inner);
        // what may not be changed refuses that, what may is a copy
        for (const list of [value.inner, ...inner]) Reflect.set(list, 1, 2);
        expect(await stored(key)).toEqual({ ...key, value: { inner: [1] } });
      });
    });

    describe('query', () => {
      it('gives a partition in the order of its sort keys, by prefix', async () => {
        const { pk } = fresh();
        const keys = ['TURN#0001#0010', 'RUN', 'TURN#0001#0002', 'TURN#0001#0001', 'CALL#0001#0000'];
        for (const sk of keys) await items.put({ pk, sk }, ABSENT);
        expect((await items.query(pk)).map(({ sk }) => sk)).toEqual([
          'CALL#0001#0000',
          'RUN',
          'TURN#0001#0001',
          'TURN#0001#0002',
          'TURN#0001#0010',
        ]);
        expect((await items.query(pk, 'TURN#')).map(({ sk }) => sk)).toEqual([
          'TURN#0001#0001',
          'TURN#0001#0002',
          'TURN#0001#0010',
        ]);
        expect(await items.query(pk, 'FACT#')).toEqual([]);
        expect(await items.query(`${pk}x`)).toEqual([]);
      });

      it('sorts by bytes, as the table does', async () => {
        const { pk } = fresh();
        for (const sk of ['z', '😀', '｡', 'Z', '雨']) await items.put({ pk, sk }, ABSENT);
        expect((await items.query(pk)).map(({ sk }) => sk)).toEqual(['Z', 'z', '雨', '｡', '😀']);
      });

      it('goes on beyond the first megabyte: eight items of 300 KB come back whole and in order', async () => {
        const { pk } = fresh();
        const texts = Array.from({ length: 8 }, (_, n) => String.fromCodePoint(0x4e00 + n).repeat(100_000));
        for (const [n, text] of texts.entries()) await items.put({ pk, sk: `TURN#000${n}`, text }, ABSENT);
        const read = await items.query(pk, 'TURN#');
        expect(read.map(({ sk }) => sk)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((n) => `TURN#000${n}`));
        expect(read.every(({ text }, n) => text === texts[n])).toBe(true);
      });
    });

    describe('list', () => {
      const all = async (list: string, options: { newestFirst?: boolean; limit: number }) => {
        const pages: string[][] = [];
        let after: string | undefined;
        do {
          const page = await items.list(list, { ...options, ...(after ? { after } : {}) });
          pages.push(page.items.map(({ at }) => String(at)));
          after = page.next;
        } while (after !== undefined);
        return pages;
      };

      it('has an item while it carries the list, by time, in either direction', async () => {
        const list = `LIST#${fresh().pk}`;
        const keys = [fresh(), fresh(), fresh()] as const;
        for (const [n, key] of keys.entries())
          await items.put({ ...key, list, at: `2026-11-0${3 - n}` }, ABSENT);
        expect(await all(list, { limit: 10 })).toEqual([['2026-11-01', '2026-11-02', '2026-11-03']]);
        expect((await all(list, { limit: 10, newestFirst: true })).flat()).toEqual([
          '2026-11-03',
          '2026-11-02',
          '2026-11-01',
        ]);
        await items.update(keys[1], { list: undefined }, [{ equals: ['sk', 'ITEM'] }]);
        expect((await all(list, { limit: 10 })).flat()).toEqual(['2026-11-01', '2026-11-03']);
      });

      it.skipIf(skip.slow)('is complete over its pages: 1,500 rows, 400 at a time', async () => {
        const list = `LIST#${fresh().pk}`;
        const times = Array.from({ length: 1_500 }, (_, n) =>
          new Date(1_800_000_000_000 + n * 1_000).toISOString(),
        );
        for (let at = 0; at < times.length; at += 30) {
          const items = table.connect();
          await Promise.all(
            times.slice(at, at + 30).map((time) => items.put({ ...fresh(), list, at: time }, ABSENT)),
          );
        }
        const pages = await all(list, { limit: 400 });
        expect(pages.flat()).toEqual(times);
        expect(pages.length).toBeGreaterThanOrEqual(4);
        expect((await all(list, { limit: 400, newestFirst: true })).flat()).toEqual(times.toReversed());
      });

      it('tells rows of one instant apart', async () => {
        const list = `LIST#${fresh().pk}`;
        const keys = Array.from({ length: 7 }, fresh);
        for (const key of keys) await items.put({ ...key, list, at: '2026-11-30' }, ABSENT);
        const seen: string[] = [];
        let after: string | undefined;
        do {
          const page = await items.list(list, { limit: 2, ...(after ? { after } : {}) });
          seen.push(...page.items.map(({ pk }) => pk));
          after = page.next;
        } while (after !== undefined);
        expect(seen.sort()).toEqual(keys.map(({ pk }) => pk));
      });
    });

    it('marks every write with a word of its own', async () => {
      const key = fresh();
      const nonces = [
        (await items.put({ ...key }, ABSENT)).item?.[NONCE],
        (await items.update(key, { a: 1 }, [{ absent: 'a' }])).item?.[NONCE],
        (await items.update(key, { a: 2 }, [{ equals: ['a', 1] }])).item?.[NONCE],
      ];
      expect(new Set(nonces).size).toBe(3);
      expect(nonces.every((nonce) => typeof nonce === 'string' && nonce.length >= 16)).toBe(true);
    });
  });
}

const NAMES = ['a', 'b', 'c'] as const;
const SCALAR = fc.oneof(
  fc.constantFrom('', 'x', 'y', 'é', 'e\u0301', '５', '5', '｡', '😀'),
  fc.string({ maxLength: 3 }),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0.1, -0.5, 31.5, 1e9, 2.5e-7),
  fc.boolean(),
);
const ATTRIBUTES = fc.dictionary(
  fc.constantFrom(...NAMES),
  fc.oneof({ weight: 6, arbitrary: SCALAR }, { weight: 1, arbitrary: fc.constantFrom(null, [], {}) }),
);
const NAME = fc.constantFrom(...NAMES, 'd');
const SOME = fc.array(SCALAR, { minLength: 1, maxLength: 3 });
const CLAUSE: fc.Arbitrary<Clause> = fc.oneof(
  NAME.map((absent) => ({ absent })),
  fc.tuple(NAME, SCALAR).map((equals) => ({ equals })),
  fc.tuple(NAME, SOME).map((values) => ({ in: values })),
  fc.tuple(NAME, SOME).map((absentOrIn) => ({ absentOrIn })),
  fc
    .tuple(NAME, SCALAR)
    .filter((pair): pair is [(typeof pair)[0], string | number] => typeof pair[1] !== 'boolean')
    .map((lessThan) => ({ lessThan })),
);
const CONDITION: fc.Arbitrary<Condition> = fc
  .array(CLAUSE, { minLength: 1, maxLength: 3 })
  .map((clauses) => clauses as unknown as Condition);
