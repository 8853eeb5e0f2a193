import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { Publish } from '../define/events.ts';
import { clientConfig } from './deps.ts';
import { type Host, once } from './host.ts';

/** Publishes on the deployment's bus; a host without one has nobody to tell. */
export const publish: (host: Host) => Publish = /* @__PURE__ */ once(({ env }) => {
  const bus = env.EVENT_BUS;
  if (!bus) return async () => {};
  const client = new EventBridgeClient(clientConfig(env, 'EVENTBRIDGE'));
  return async ({ type, ...detail }) => {
    const entry = {
      EventBusName: bus,
      Source: 'holdpoint',
      DetailType: type,
      Detail: JSON.stringify(detail),
    };
    await client.send(new PutEventsCommand({ Entries: [entry] })).catch(() => undefined);
  };
});
