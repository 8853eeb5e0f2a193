import { type Context, Hono } from 'hono';
import type { Child } from 'hono/jsx';
import { streamSSE } from 'hono/streaming';
import type { GateItem } from '../../../lambda/ledger/gate.ts';
import { RunUnknown, readRecord } from '../../../lambda/ledger/record.ts';
import { type ControlDeps, cancel, pause, resume } from '../../../lambda/states/control.ts';
import { CursorUnknown, findRuns, type Search } from './find-runs.ts';
import { GatesPage } from './gates-page.tsx';
import { RunPage } from './run-page.tsx';
import { type Machines, sheetOf } from './run-sheet.ts';
import { RunsPage } from './runs-page.tsx';
import { HEADERS, Message } from './shell.tsx';

export type { Machines } from './run-sheet.ts';

/** Tells whoever watches that something happened; the returned function stops that. */
export type Watch = (changed: () => void) => () => void;

const GATES = 50;

type Verb = { readonly done: string; act(deps: ControlDeps, run: string): Promise<boolean> };
const VERBS: { readonly [verb: string]: Verb } = {
  pause: { done: 'paused', act: pause },
  resume: { done: 'resumed', act: (deps, run) => resume(deps, run, 'operator') },
  cancel: { done: 'cancelled', act: (deps, run) => cancel(deps, run, 'operator') },
};

/** /console: runs, one run, open gates; an operator may pause, resume and cancel, never decide. */
export function consoleSite(deps: ControlDeps & { machines: Machines; watch: Watch; dry: boolean }): Hono {
  const { items, clock, dry } = deps;
  const site = new Hono();
  const html = (context: Context, page: Child, status: 200 | 400 | 404 | 500 = 200) =>
    context.html(`<!doctype html>${page}`, status, HEADERS);

  site.get('/', async (context) => {
    const search: Search = {
      text: context.req.query('text')?.trim() ?? '',
      outcome: context.req.query('outcome') ?? '',
      day: context.req.query('day') ?? '',
    };
    const after = context.req.query('after');
    const found = await findRuns(items, search, after);
    return html(context, <RunsPage found={found} search={search} first={!after} dry={dry} />);
  });

  site.get('/gates', async (context) => {
    const after = context.req.query('after');
    const page = await items.list('GATE', { limit: GATES, ...(after ? { after } : {}) });
    const gates = page.items as GateItem[];
    return html(context, <GatesPage gates={gates} more={page.next} now={clock.now()} dry={dry} />);
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
    const sheet = await sheetOf(context.req.param('run'), deps);
    const verb = context.req.query('not') ?? '';
    const refused = Object.hasOwn(VERBS, verb) ? VERBS[verb]?.done : undefined;
    return html(context, <RunPage sheet={sheet} refused={refused} dry={dry} />);
  });

  site.post('/runs/:run/:verb', async (context) => {
    const { run, verb } = context.req.param();
    const known = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
    if (!known) {
      const text = `pause, resume or cancel is wanted, "${verb}" was given`;
      return html(context, <Message title="There is nothing here" text={text} dry={dry} />, 404);
    }
    await readRecord(items, run);
    const done = await known.act(deps, run);
    return context.redirect(`/console/runs/${encodeURIComponent(run)}${done ? '' : `?not=${verb}`}`, 303);
  });

  site.onError((error, context) => {
    if (error instanceof RunUnknown)
      return html(context, <Message title="No such run" text={error.message} dry={dry} />, 404);
    if (isCursorFault(error)) {
      const text = new CursorUnknown().message;
      return html(context, <Message title="Not a page of this list" text={text} dry={dry} />, 400);
    }
    const text = 'The record could not be read. Try again in a moment.';
    return html(context, <Message title="Not just now" text={text} dry={dry} />, 500);
  });

  return site;
}

/** A place that no page gave is found out here, or by the table that is asked to go on from it. */
const isCursorFault = (error: Error): boolean =>
  error instanceof CursorUnknown || error instanceof SyntaxError || error.name === 'ValidationException';
