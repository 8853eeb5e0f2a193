import { validate } from '../states/validate.ts';
import { deployed, type Wire } from './deployed.ts';
import { items, workflow } from './deps.ts';

export const wire: Wire<Parameters<typeof validate>[0], Awaited<ReturnType<typeof validate>>> =
  (host) => (event) =>
    validate(event, { items: items(host), clock: host.clock, workflow: workflow(host) });

export const handler = deployed(wire);
