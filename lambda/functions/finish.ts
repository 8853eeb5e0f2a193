import { finish } from '../states/finish.ts';
import { announce } from './announce.ts';
import { deployed, type Wire } from './deployed.ts';
import { approvers, items, mailer, owner, workflow } from './deps.ts';

export const wire: Wire<Parameters<typeof finish>[0], Awaited<ReturnType<typeof finish>>> =
  (host) => async (event) => {
    const end = await finish(event, {
      items: items(host),
      clock: host.clock,
      workflow,
      mailer: mailer(host),
      approvers: approvers(host)(event.run),
      owner: owner(host),
    });
    await announce(host)({ type: 'RunFinished', run: event.run, outcome: end.outcome, code: end.code });
    return end;
  };

export const handler = deployed(wire);
