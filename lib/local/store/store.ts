import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Env } from '../../../lambda/functions/host.ts';
import type { Items } from '../../../lambda/ledger/items.ts';
import { type Remove, removeFromTable } from '../erase.ts';
import { StoreMismatch } from './faults.ts';

/** How a machine keeps its ledger: LevelDB in the host's process, or DynamoDB's own API on loopback (dynalite). */
export const STORES = ['embedded', 'dynamodb'] as const;
export type StoreKind = (typeof STORES)[number];

export type Store = {
  readonly kind: StoreKind;
  /** The ledger itself, or the settings that lead to it. */
  readonly items?: Items;
  readonly env: Env;
  readonly remove: Remove;
  close(): Promise<void>;
};

const TABLE_NAME = 'holdpoint';
const FOLDERS: { readonly [kind in StoreKind]: string } = { embedded: 'ledger', dynamodb: 'dynamodb' };

/**
 * Opens the ledger of a data directory: in the store that is wanted, or in the one it is kept in already.
 *
 * @param broken told when the store fails later on
 * @throws {StoreMismatch} when it is kept in another one than is wanted
 * @throws {StoreInUse}
 * @throws {StoreCorrupt}
 */
export async function openStore(
  directory: string,
  wanted?: StoreKind,
  broken?: (fault: Error) => void,
): Promise<Store> {
  const kept = STORES.find((kind) => existsSync(path.join(directory, FOLDERS[kind])));
  if (kept && wanted && kept !== wanted)
    throw new StoreMismatch(
      `${directory} keeps its runs in the ${kept} store, ${wanted} was asked for: ask for ${kept}, or name another directory`,
    );
  const kind = kept ?? wanted ?? 'embedded';
  const folder = path.join(directory, FOLDERS[kind]);
  if (kind === 'embedded') {
    const { openLevelStore } = await import('./level-store.ts');
    const items = await openLevelStore(folder, broken);
    return { kind, items, env: {}, remove: (key) => items.remove(key), close: () => items.close() };
  }
  const { clientOf, startDynamo } = await import('../dynamodb.ts');
  const { url, close } = await startDynamo(TABLE_NAME, folder);
  const client = clientOf(url);
  return {
    kind,
    env: { AWS_ENDPOINT_URL_DYNAMODB: url, TABLE_NAME },
    remove: removeFromTable(client, TABLE_NAME),
    close: () => {
      client.destroy();
      return close();
    },
  };
}
