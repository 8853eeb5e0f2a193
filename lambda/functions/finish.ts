import type { FinishAnswer } from '../define/machine-words.ts';
import { finish } from '../states/finish.ts';
import { deliver } from './deliver.ts';
import { deployed, type Wire } from './deployed.ts';
import { items } from './deps.ts';
import { workflow } from './workflow-of.ts';

export const wire: Wire<Parameters<typeof finish>[0], FinishAnswer> = (host) => (event) =>
  finish(event, {
    items: items(host),
    clock: host.clock,
    workflow: workflow(host),
    deliver: deliver(host),
  });

export const handler = deployed(wire, ({ outcome }) => ({ [outcome]: 1 }));
