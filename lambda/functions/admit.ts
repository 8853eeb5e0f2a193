import { admit } from '../states/admit.ts';
import { deployed, type Wire } from './deployed.ts';
import { items, workflow } from './deps.ts';
import { setting } from './host.ts';
import { publish } from './publish.ts';

export const wire: Wire<Parameters<typeof admit>[0], Awaited<ReturnType<typeof admit>>> = (host) => (event) =>
  admit(event, {
    items: items(host),
    clock: host.clock,
    workflow,
    modelId: setting(host.env, 'ANTHROPIC_MODEL'),
    publish: publish(host),
    recordings: host.env.RECORDINGS === 'allowed',
  });

export const handler = deployed(wire);
