import { type Closed, closeRun as close } from '../states/close-run.ts';
import type { TellDeps } from '../states/tell.ts';
import type { Over } from '../states/watch.ts';
import { announce } from './announce.ts';
import { deliver } from './deliver.ts';
import { approvers, items, mailer, owner } from './deps.ts';
import { type Host, SettingMissing } from './host.ts';
import { workflow } from './workflow-of.ts';

/** Closes a run whose execution is over and tells of it, for the watch and for the sweep. */
export const closeRun = (host: Host, over: Over): Promise<Closed> =>
  close(over, {
    items: items(host),
    clock: host.clock,
    workflow: workflow(host),
    deliver: deliver(host),
    mailer: mailer(host),
    approvers: whoIsAsked(host),
    owner: owner(host),
    announce: ({ run, state: outcome, code = outcome }) =>
      announce(host)({ type: 'RunFinished', run, outcome, code }),
  });

/** An execution that never became a run may be of no workflow there is: then the owner is told alone. */
const whoIsAsked =
  (host: Host): TellDeps['approvers'] =>
  ({ run, trigger }) => {
    try {
      return approvers(host)(run);
    } catch (error) {
      if (trigger === 'unknown' && error instanceof SettingMissing) return [];
      throw error;
    }
  };
