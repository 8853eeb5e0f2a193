import { finish } from '../states/finish.ts';
import { deployed, type Wire } from './deployed.ts';
import { approvers, items, mailer, owner, workflow } from './deps.ts';

export const wire: Wire<Parameters<typeof finish>[0], Awaited<ReturnType<typeof finish>>> =
  (host) => (event) =>
    finish(event, {
      items: items(host),
      clock: host.clock,
      workflow,
      mailer: mailer(host),
      approvers: approvers(host),
      owner: owner(host),
    });

export const handler = deployed(wire);
