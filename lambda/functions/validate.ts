import { validate } from '../states/validate.ts';
import { deployed, type Wire } from './deployed.ts';
import { items } from './deps.ts';
import { workflow } from './workflow-of.ts';

export const wire: Wire<Parameters<typeof validate>[0], Awaited<ReturnType<typeof validate>>> =
  (host) => (event) =>
    validate(event, { items: items(host), clock: host.clock, workflow: workflow(host) });

export const handler = deployed(wire);
