import { Logger } from '@aws-lambda-powertools/logger';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { clientConfig } from './deps.ts';
import { type Host, once } from './host.ts';

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
export const announce: (host: Host) => (news: News) => Promise<void> = /* @__PURE__ */ once(({ env }) => {
  const bus = env.EVENT_BUS_NAME;
  if (!bus) return async () => {};
  const client = new EventBridgeClient(clientConfig(env, 'EVENTBRIDGE'));
  const logger = new Logger();
  return async ({ type, ...detail }) => {
    try {
      const entry = {
        EventBusName: bus,
        Source: 'holdpoint',
        DetailType: type,
        Detail: JSON.stringify(detail),
      };
      const { FailedEntryCount } = await client.send(new PutEventsCommand({ Entries: [entry] }));
      if (FailedEntryCount) logger.warn('the bus took no news', { type, run: detail.run });
    } catch (error) {
      logger.warn('the bus took no news', { type, run: detail.run, error: (error as Error).name });
    }
  };
});
