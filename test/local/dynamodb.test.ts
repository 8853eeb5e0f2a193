import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dynamoItems } from '../../lambda/ledger/dynamo-items.ts';
import { ABSENT } from '../../lambda/ledger/items.ts';
import { clientOf, startDynamo, TABLE } from '../../lib/local/dynamodb.ts';
import { heap } from '../survival/soak/memory.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'holdpoint-dynamodb-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('a local table', () => {
  it('whose host died while it was made is refused by name: it would answer "not found" for good', async () => {
    const unfinished = dynalite({ createTableMs: 3_600_000, path: directory });
    unfinished.listen(0, '127.0.0.1');
    await once(unfinished, 'listening');
    const client = clientOf(`http://127.0.0.1:${(unfinished.address() as AddressInfo).port}`);
    await client.send(new CreateTableCommand({ TableName: 'holdpoint', ...TABLE }));
    client.destroy();
    unfinished.closeAllConnections();
    await new Promise((resolve) => unfinished.close(resolve));

    await expect(startDynamo('holdpoint', directory)).rejects.toThrow(
      `the table in ${directory} was never finished and holds nothing: remove that directory`,
    );
  });

  it('lets go of what its queries have read', async () => {
    const { url, close } = await startDynamo('holdpoint', directory);
    const items = dynamoItems(clientOf(url), 'holdpoint');
    for (let n = 0; n < 10; n += 1)
      await items.put({ pk: 'RUN#1', sk: `TURN#${n}`, text: 'x'.repeat(1_400) }, ABSENT);
    const ask = async (times: number) => {
      for (let n = 0; n < times; n += 1) await items.query('RUN#1');
      return heap();
    };
    const before = await ask(100);
    expect((await ask(300)) - before).toBeLessThan(300 * 6_000);
    await close();
  });

  it('closes when it has answered what it is at work on', async () => {
    const { url, close } = await startDynamo('holdpoint', directory);
    const items = dynamoItems(clientOf(url), 'holdpoint');
    const asked = Array.from({ length: 200 }, (_, n) =>
      items.put({ pk: `RUN#${n}`, sk: 'RUN' }, ABSENT).then(
        () => 'answered',
        () => 'refused',
      ),
    );
    await Promise.race(asked);
    // what is thrown where nobody catches it fails the file
    await close();
    expect(new Set(await Promise.all(asked))).toContain('answered');
  });
});
