import type { SFNClient } from '@aws-sdk/client-sfn';
import { type Context, Hono } from 'hono';
import { linkKeys } from '../../lambda/functions/deps.ts';
import type { Host } from '../../lambda/functions/host.ts';
import { gateSite } from '../../lambda/gate/site.tsx';
import type { Items } from '../../lambda/ledger/items.ts';
import { consoleSite, type Machines, type Watch } from './console/console.tsx';
import { HEADERS } from './console/shell.tsx';
import { mailbox } from './mailbox.tsx';
import { tasks } from './tasks.tsx';

export type LocalSiteOptions = {
  readonly host: Host;
  readonly items: Items;
  readonly sfn: SFNClient;
  readonly mailUrl: string;
  readonly dry: boolean;
  readonly machines: Machines;
  readonly watch: Watch;
  readonly report: (error: unknown) => void;
};

/** What a person sees on this machine: the gate's own site, and beside it the mailbox and the tasks. */
export async function localSite({
  host,
  items,
  sfn,
  mailUrl,
  dry,
  machines,
  watch,
  report,
}: LocalSiteOptions): Promise<Hono> {
  const site = new Hono();
  site.use(guarded);
  site.use('/tasks/*', ownFormsOnly);
  site.use('/console/*', ownFormsOnly);
  site.get('/', (context) => context.redirect('/console'));
  site.route('/mailbox', mailbox(mailUrl, dry));
  site.route('/tasks', tasks(items, host.clock, dry));
  site.route('/console', consoleSite({ items, sfn, clock: host.clock, machines, watch, dry }));
  site.route(
    '/',
    gateSite({
      items,
      sfn,
      keys: await linkKeys(host),
      clock: host.clock,
      https: false,
      report,
      taskUrl: (id) => `/tasks/${encodeURIComponent(id)}`,
    }),
  );
  return site;
}

/** On every answer that does not say so itself, refusals and redirects included. */
async function guarded(context: Context, next: () => Promise<void>) {
  await next();
  for (const [name, value] of Object.entries(HEADERS))
    if (!context.res.headers.has(name)) context.header(name, value);
}

/** Another site's page may not press this one's buttons; the gate has its own, stricter rule. */
async function ownFormsOnly(context: Context, next: () => Promise<void>) {
  const origin = context.req.header('origin');
  const ours = origin === undefined || origin === 'null' || origin === new URL(context.req.url).origin;
  const from = context.req.header('sec-fetch-site');
  const foreign = !ours || from === 'cross-site' || from === 'same-site';
  if (context.req.method !== 'GET' && foreign)
    return context.text('this form is filled in on its own page only', 403);
  await next();
}
