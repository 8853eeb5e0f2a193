import { type StatusChange, watch } from '../states/watch.ts';
import { closeRun } from './close-run.ts';
import { deployed, type Wire } from './deployed.ts';

/** An EventBridge event; its detail is what happened. */
type Event = { readonly detail: StatusChange };

export const wire: Wire<Event, { readonly closed: boolean }> =
  (host) =>
  ({ detail }) =>
    watch(detail, (closing) => closeRun(host, closing));

export const handler = deployed(wire);
