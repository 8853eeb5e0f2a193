import { type AskEvent, ask } from '../states/ask.ts';
import { announce } from './announce.ts';
import { deployed, type Wire } from './deployed.ts';
import { approvers, items, linkKeys, mailer } from './deps.ts';
import { setting } from './host.ts';
import { workflow } from './workflow-of.ts';

export const wire: Wire<AskEvent, void> = (host) => async (event) => {
  await ask(event, {
    items: items(host),
    clock: host.clock,
    workflow: workflow(host),
    mailer: mailer(host),
    baseUrl: setting(host.env, 'GATE_URL'),
    keys: await linkKeys(host),
    approvers: approvers(host)(event.run),
  });
  const { run, kind, times } = event;
  await announce(host)({ type: 'GateOpened', run, kind, decideBy: times.decideBy });
};

export const handler = deployed(wire);
