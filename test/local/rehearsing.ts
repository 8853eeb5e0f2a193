import type { Trigger } from '../../lambda/states/start.ts';
import { rehearsal } from '../../lambda/workflows/morning-brief/rehearsal.ts';
import type { Timers } from '../../lib/local/engine/timers.ts';
import { openLocalHost } from '../../lib/local/host.ts';
import { Progress } from '../../lib/local/progress.ts';
import type { StoreKind } from '../../lib/local/store/store.ts';
import { store as usual } from './store.ts';

/** A host of dry runs on a free port, and what tells how its runs stand. */
export async function rehearsing(
  directory: string,
  options: { readonly store?: StoreKind; readonly timers?: Timers; readonly progress?: Progress } = {},
) {
  const { store = usual, progress = new Progress(() => {}), ...more } = options;
  const { onEvent, onStatusChange } = progress;
  const host = await openLocalHost({
    directory,
    dry: true,
    env: {},
    port: 0,
    store,
    onEvent,
    onStatusChange,
    ...more,
  });
  return { host, progress };
}

/** What sets off the morning brief of a date, as it is rehearsed. */
export const briefOf = (businessDate: string): Trigger => ({
  workflow: 'morning-brief',
  businessDate,
  trigger: 'manual',
  input: rehearsal.input,
  recording: { observedAt: rehearsal.observedAt },
});
