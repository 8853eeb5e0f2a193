import { describe, expect, it } from 'vitest';
import { ABSENT } from '../../lambda/ledger/items.ts';
import { itemsContract } from './items.contract.ts';
import { dynamo, TABLES } from './tables.ts';

// hundreds of lost replies take their time, and show nothing more
for (const [name, open] of TABLES) itemsContract(name, open, { slow: name.includes('lost') });

describe('a lost reply', () => {
  it('is sent again and recognised as my own, in one read more', async () => {
    const table = await dynamo(({ attempt }) => attempt === 1);
    const key = { pk: 'TEST#lost', sk: 'ITEM' };
    expect(await table.connect().put({ ...key, said: 'mine' }, ABSENT)).toMatchObject({
      won: true,
      item: { said: 'mine' },
    });
    expect(table.sent.map(({ operation, attempt }) => `${operation} ${attempt}`)).toEqual([
      'PutItem 1',
      'PutItem 2',
      'GetItem 1',
      'GetItem 2',
    ]);
    await table.close();
  });

  it('does not make a loser a winner', async () => {
    const table = await dynamo(({ attempt }) => attempt === 1);
    const key = { pk: 'TEST#lost', sk: 'ITEM' };
    await table.connect().put({ ...key, said: 'first' }, ABSENT);
    expect(await table.connect().put({ ...key, said: 'second' }, ABSENT)).toMatchObject({
      won: false,
      item: { said: 'first' },
    });
    await table.close();
  });
});
