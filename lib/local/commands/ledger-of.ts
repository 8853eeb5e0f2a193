import { items as itemsOf } from '../../../lambda/functions/deps.ts';
import type { Items } from '../../../lambda/ledger/items.ts';
import type { Remove } from '../erase.ts';
import { openStore } from '../store/store.ts';
import { dataDirectory } from './data-directory.ts';
import { type Out, Usage } from './usage.ts';

/** Whose data a command looks at: this machine's rehearsals, or its real runs. */
export type Where = { readonly dry: boolean; readonly home: string; readonly out: Out };

/** Opens the ledger alone, for as long as it is looked at; nothing runs meanwhile. */
export async function withLedger<T>(
  { dry, home }: Where,
  look: (items: Items, remove: Remove) => Promise<T>,
): Promise<T> {
  const directory = dataDirectory(home, dry);
  const store = await openStore(directory).catch((error: Error) => {
    throw new Usage(`the data of ${directory} cannot be opened; is a host serving it? (${error.message})`);
  });
  const env = {
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    ...store.env,
  };
  const clock = { now: () => new Date(0) };
  try {
    const items = itemsOf({ env, clock, ...(store.items ? { items: store.items } : {}) });
    return await look(items, store.remove);
  } finally {
    await store.close();
  }
}
