import type { Closed } from '../states/close-run.ts';
import { overBy, type StatusChange } from '../states/watch.ts';
import { closeRun } from './close-run.ts';
import { deployed, type Wire } from './deployed.ts';

/** An EventBridge event; its detail is what happened. */
type Event = { readonly detail: StatusChange };

export const wire: Wire<Event, Closed> =
  (host) =>
  async ({ detail }) => {
    const over = overBy(detail);
    return over ? closeRun(host, over) : { closed: false, told: false };
  };

export const handler = deployed(wire);
