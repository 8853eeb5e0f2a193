import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, startDynamo, TABLE } from '../../lib/local/dynamodb.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'holdpoint-dynamodb-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

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
});
