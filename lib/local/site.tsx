import type { SFNClient } from '@aws-sdk/client-sfn';
import { Hono } from 'hono';
import { linkKeys } from '../../lambda/functions/deps.ts';
import type { Host } from '../../lambda/functions/host.ts';
import { gateSite } from '../../lambda/gate/site.tsx';
import type { Items } from '../../lambda/ledger/items.ts';
import { consoleSite, type Machines, type Watch } from './console/console.tsx';
import { mailbox } from './mailbox.tsx';
import { guarded, ownFormsOnly } from './own-pages.ts';
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
