import type { StoreKind } from '../../lib/local/store/store.ts';

/** The store that hosts of the tests keep their ledgers in: the end-to-end suite runs on each. */
export const store = (process.env.HOLDPOINT_STORE || 'embedded') as StoreKind;
