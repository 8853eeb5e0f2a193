import { type MailEvent, undelivered } from '../states/undelivered.ts';
import { deployed, type Wire } from './deployed.ts';
import { items } from './deps.ts';

/** An EventBridge event of Amazon SES; its detail is what became of a letter. */
type Event = { readonly detail: MailEvent };

export const wire: Wire<Event, Awaited<ReturnType<typeof undelivered>>> =
  (host) =>
  ({ detail }) =>
    undelivered(detail, { items: items(host), clock: host.clock });

export const handler = deployed(wire, ({ lost }) => ({ LettersUndelivered: lost ? 1 : 0 }));
