import type { SFNClient } from '@aws-sdk/client-sfn';
import { Hono } from 'hono';
import { linkKeys } from '../../lambda/functions/deps.ts';
import type { Host } from '../../lambda/functions/host.ts';
import { gateSite } from '../../lambda/gate/site.tsx';
import type { Items } from '../../lambda/ledger/items.ts';
import { mailbox } from './mailbox.tsx';
import { tasks } from './tasks.tsx';

export type LocalSiteOptions = {
  readonly host: Host;
  readonly items: Items;
  readonly sfn: SFNClient;
  readonly mailUrl: string;
  readonly dry: boolean;
};

/** What a person sees on this machine: the gate's own site, and beside it the mailbox and the tasks. */
export async function localSite({ host, items, sfn, mailUrl, dry }: LocalSiteOptions): Promise<Hono> {
  const site = new Hono();
  site.use(onlyLoopback);
  site.get('/', (context) => context.redirect('/mailbox'));
  site.route('/mailbox', mailbox(mailUrl, dry));
  site.route('/tasks', tasks(items, host.clock, dry));
  site.route('/', gateSite({ items, sfn, keys: await linkKeys(host), clock: host.clock, https: false }));
  return site;
}

/** A name that was made to resolve to this machine (DNS rebinding) gets nothing. */
async function onlyLoopback(
  context: { req: { header(name: string): string | undefined } },
  next: () => Promise<void>,
) {
  const name = (context.req.header('host') ?? '').replace(/:\d+$/, '');
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(name))
    return new Response('this host answers on loopback only', { status: 421 });
  await next();
}
