import { Logger } from '@aws-lambda-powertools/logger';
import { bus } from './bus.ts';
import type { Host } from './host.ts';

/** What others may want to know of. Names, dates and outcomes only: who may read the bus may not decide. */
export type News =
  | {
      readonly type: 'RunStarted';
      readonly run: string;
      readonly workflow: string;
      readonly businessDate: string;
    }
  | { readonly type: 'GateOpened'; readonly run: string; readonly kind: string; readonly decideBy: string }
  | { readonly type: 'RunFinished'; readonly run: string; readonly outcome: string; readonly code: string };

/**
 * Tells the bus. A host without one tells nobody. News that cannot be told stop no run: the ledger is the record, and
 * whoever must know is written to.
 */
export const announce =
  (host: Host) =>
  async ({ type, ...detail }: News): Promise<void> => {
    const told = await bus(host)?.(type, detail).catch(({ name }: Error) => ({ refused: name }));
    if (told && 'refused' in told)
      new Logger().warn('the bus took no news', { type, run: detail.run, error: told.refused });
  };
