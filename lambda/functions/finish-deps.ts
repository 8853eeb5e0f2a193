import type { FinishDeps } from '../states/finish.ts';
import { approvers, items, mailer, owner, workflow } from './deps.ts';
import type { Host } from './host.ts';
import { publish } from './publish.ts';

/** What ending a run takes, whoever ends it: the machine, the watch, or the sweep. */
export const finishDeps = (host: Host): FinishDeps => ({
  items: items(host),
  clock: host.clock,
  workflow,
  mailer: mailer(host),
  approvers: approvers(host),
  owner: owner(host),
  publish: publish(host),
});
