import { admit } from '../states/admit.ts';
import { announce } from './announce.ts';
import { deployed, type Wire } from './deployed.ts';
import { items } from './deps.ts';
import { setting } from './host.ts';
import { workflow } from './workflow-of.ts';

export const wire: Wire<Parameters<typeof admit>[0], Awaited<ReturnType<typeof admit>>> =
  (host) => async (event) => {
    const route = await admit(event, {
      items: items(host),
      clock: host.clock,
      workflow: workflow(host),
      modelId: setting(host.env, 'ANTHROPIC_MODEL'),
      recordings: host.env.RECORDINGS === 'allowed',
    });
    const { workflow: name, businessDate } = event.input;
    if (route.next === 'NEW')
      await announce(host)({ type: 'RunStarted', run: event.run, workflow: name, businessDate });
    return route;
  };

export const handler = deployed(wire);
