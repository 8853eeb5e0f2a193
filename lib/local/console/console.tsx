import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { readDecision } from '../../../lambda/ledger/decision.ts';
import type { GateItem } from '../../../lambda/ledger/gate.ts';
import type { Items } from '../../../lambda/ledger/items.ts';
import { type RunItem, RunUnknown, readRecord } from '../../../lambda/ledger/record.ts';
import { readWrite } from '../../../lambda/ledger/write.ts';
import { type ControlDeps, cancel, pause, resume } from '../../../lambda/states/control.ts';
import { gatesOfRun } from '../../../lambda/states/revoke.ts';
import { GatesPage } from './gates-page.tsx';
import { RunPage, type RunSheet } from './run-page.tsx';
import { RunsPage, type Search } from './runs-page.tsx';
import { HEADERS } from './shell.tsx';

/** What the console asks of the machine's host: the text it runs and the states a run has entered. */
export type Machines = {
  definitionOf(executionArn: string): Promise<unknown>;
  statesOf(executionArn: string): Promise<readonly string[]>;
};

/** Tells whoever watches that something happened; the returned function stops that. */
export type Watch = (changed: () => void) => () => void;

const PAGE = 50;
/** How many pages of ended runs one search looks through before it offers to go on. */
const PAGES = 20;
const VERBS = {
  pause: (deps: ControlDeps, run: string) => pause(deps, run),
  resume: by(resume),
  cancel: by(cancel),
};

function by(control: (deps: ControlDeps, run: string, who: string) => Promise<boolean>) {
  return (deps: ControlDeps, run: string) => control(deps, run, 'operator');
}

/** /console: runs, one run, open gates; an operator may pause, resume and cancel, never decide. */
export function consoleSite(deps: ControlDeps & { machines: Machines; watch: Watch; dry: boolean }): Hono {
  const { items, dry } = deps;
  const site = new Hono();

  site.get('/', async (context) => {
    const search: Search = {
      text: context.req.query('text') ?? '',
      outcome: context.req.query('outcome') ?? '',
      day: context.req.query('day') ?? '',
    };
    const { runs, more } = await find(items, search, context.req.query('after'));
    return context.html(
      `<!doctype html>${<RunsPage runs={runs} search={search} more={more} dry={dry} />}`,
      200,
      HEADERS,
    );
  });

  site.get('/gates', async (context) => {
    const { items: gates } = await items.list('GATE', { limit: PAGE });
    return context.html(
      `<!doctype html>${<GatesPage gates={gates as GateItem[]} dry={dry} />}`,
      200,
      HEADERS,
    );
  });

  site.get('/events', (context) =>
    streamSSE(context, async (stream) => {
      let wake = () => {};
      const stop = deps.watch(() => wake());
      stream.onAbort(() => {
        stop();
        wake();
      });
      while (!stream.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        if (!stream.aborted) await stream.writeSSE({ data: 'changed' });
      }
    }),
  );

  site.get('/runs/:run', async (context) => {
    try {
      const sheet = await sheetOf(context.req.param('run'), deps);
      return context.html(`<!doctype html>${<RunPage sheet={sheet} dry={dry} />}`, 200, HEADERS);
    } catch (error) {
      if (error instanceof RunUnknown) return context.text(error.message, 404);
      throw error;
    }
  });

  site.post('/runs/:run/:verb', async (context) => {
    const { run, verb } = context.req.param();
    if (!Object.hasOwn(VERBS, verb))
      return context.text(`pause, resume or cancel is wanted, "${verb}" was given`, 404);
    await VERBS[verb as keyof typeof VERBS](deps, run);
    return context.redirect(`/console/runs/${run}`, 303);
  });

  return site;
}

/** Running ones first, then the ended, newest first; what does not fit the search is passed over, page by page. */
async function find(items: Items, search: Search, after: string | undefined) {
  const fits = (run: RunItem) =>
    (!search.outcome || run.state === search.outcome) &&
    (!search.day || run.businessDate === search.day) &&
    `${run.run} ${run.workflow} ${run.code ?? ''}`.toLowerCase().includes(search.text.toLowerCase());
  const running = after
    ? []
    : ((await items.list('RUNNING', { newestFirst: true, limit: PAGE })).items as RunItem[]);
  const runs = running.filter(fits);
  let more = after;
  let pages = 0;
  do {
    const page = await items.list('RUN', {
      newestFirst: true,
      limit: PAGE,
      ...(more ? { after: more } : {}),
    });
    runs.push(...(page.items as RunItem[]).filter(fits));
    more = page.next;
    pages++;
  } while (more && runs.length < PAGE && pages < PAGES);
  return { runs, more };
}

async function sheetOf(
  run: string,
  { items, machines }: { items: Items; machines: Machines },
): Promise<RunSheet> {
  const record = await readRecord(items, run);
  const { executionArn, state } = record.run;
  const [asl, path] = await Promise.all([
    machines.definitionOf(executionArn),
    machines.statesOf(executionArn),
  ]);
  const opened = await gatesOfRun(items, record);
  const gates = await Promise.all(
    opened.map(async (gate) => ({ gate, decision: await readDecision(items, gate) })),
  );
  const keys = [...new Set(opened.flatMap(({ proposals }) => proposals.map(({ key }) => key)))];
  const writes = (await Promise.all(keys.map((key) => readWrite(items, key)))).filter(
    (write) => write !== undefined,
  );
  return { record, asl, path, current: state === 'RUNNING' ? path.at(-1) : undefined, gates, writes };
}
