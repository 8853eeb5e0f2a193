import { type StatusChange, watch } from '../states/watch.ts';
import { deployed, type Wire } from './deployed.ts';
import { finishDeps } from './finish-deps.ts';

/** An EventBridge event; its detail is what happened. */
type Event = { readonly detail: StatusChange };

export const wire: Wire<Event, { readonly closed: boolean }> =
  (host) =>
  ({ detail }) =>
    watch(detail, finishDeps(host));

export const handler = deployed(wire);
