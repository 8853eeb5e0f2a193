import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { Deliver } from '../define/answer.ts';
import { DependencyUnavailable } from './deployed.ts';
import { clientConfig } from './deps.ts';
import { type Host, once } from './host.ts';

/** Delivers on the deployment's bus, where its receipt is the event's id; without a bus the ledger's own record is the result. */
export const deliver: (host: Host) => Deliver = /* @__PURE__ */ once(({ env }) => {
  const bus = env.EVENT_BUS_NAME;
  if (!bus) return async () => ({});
  const client = new EventBridgeClient(clientConfig(env, 'EVENTBRIDGE'));
  return async (answer) => {
    const entry = {
      EventBusName: bus,
      Source: 'holdpoint',
      DetailType: 'Answered',
      Detail: JSON.stringify(answer),
    };
    const { Entries } = await client.send(new PutEventsCommand({ Entries: [entry] }));
    const [taken] = Entries ?? [];
    if (!taken?.EventId) throw new DependencyUnavailable(`the bus took no answer: ${taken?.ErrorCode}`);
    return { event: taken.EventId };
  };
});
