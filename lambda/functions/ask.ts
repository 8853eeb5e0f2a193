import { type AskEvent, ask } from '../states/ask.ts';
import { deployed, type Wire } from './deployed.ts';
import { approvers, items, linkKeys, mailer, workflow } from './deps.ts';
import { setting } from './host.ts';
import { publish } from './publish.ts';

export const wire: Wire<AskEvent, void> = (host) => async (event) =>
  ask(event, {
    items: items(host),
    clock: host.clock,
    workflow,
    mailer: mailer(host),
    baseUrl: setting(host.env, 'GATE_URL'),
    keys: await linkKeys(host),
    approvers: approvers(host),
    publish: publish(host),
  });

export const handler = deployed(wire);
