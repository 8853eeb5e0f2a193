import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { clientConfig } from './client-config.ts';
import type { Env } from './host.ts';

/** Puts one event on the deployment's bus: its id, or why the bus did not take it. */
export type Bus = (
  type: string,
  detail: object,
) => Promise<{ readonly event: string } | { readonly refused: string }>;

/** Amazon EventBridge's bus. */
export function openEventBridge(env: Env, bus: string): Bus {
  const client = new EventBridgeClient(clientConfig(env, 'EVENTBRIDGE'));
  return async (type, detail) => {
    const entry = {
      EventBusName: bus,
      Source: 'holdpoint',
      DetailType: type,
      Detail: JSON.stringify(detail),
    };
    const { Entries: [taken] = [] } = await client.send(new PutEventsCommand({ Entries: [entry] }));
    return taken?.EventId ? { event: taken.EventId } : { refused: taken?.ErrorCode ?? 'no answer' };
  };
}
