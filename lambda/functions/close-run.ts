import type { FinishAnswer } from '../define/machine-words.ts';
import { finish } from '../states/finish.ts';
import { announce } from './announce.ts';
import { deliver } from './deliver.ts';
import { approvers, items, mailer, owner } from './deps.ts';
import type { Host } from './host.ts';
import { workflow } from './workflow-of.ts';

export type Closing = Parameters<typeof finish>[0];

/** Ends a run and tells the bus, whoever ends it: the machine, the watch, or the sweep. */
export async function closeRun(host: Host, event: Closing): Promise<FinishAnswer> {
  const end = await finish(event, {
    items: items(host),
    clock: host.clock,
    workflow: workflow(host),
    mailer: mailer(host),
    approvers: approvers(host)(event.run),
    owner: owner(host),
    deliver: deliver(host),
  });
  await announce(host)({ type: 'RunFinished', run: event.run, outcome: end.outcome, code: end.code });
  return end;
}
