import { validate } from '../states/validate.ts';
import { workflowNamed } from '../workflows/registry.ts';
import { deployed, type Wire } from './deployed.ts';
import { items } from './deps.ts';

export const wire: Wire<Parameters<typeof validate>[0], Awaited<ReturnType<typeof validate>>> =
  (host) => (event) =>
    validate(event, { items: items(host), clock: host.clock, workflow: workflowNamed });

export const handler = deployed(wire);
