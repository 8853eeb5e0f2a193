import { createHash } from 'node:crypto';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { Shown } from '../../../lambda/gate/layout.tsx';
import { CSS } from './style.ts';

/**
 * Redraws the page when the host says that something happened; without scripts the page is as it was loaded. What is open
 * stays open, and nothing is redrawn under the hands of somebody who is filling in a form.
 */
const SCRIPT = `
const events = new EventSource('/console/events');
let busy = false, again = false;
const openOnes = (root) => [...root.querySelectorAll('details')];
async function redraw() {
  if (busy) { again = true; return; }
  busy = true;
  try {
    const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
    const [now, next] = [document.querySelector('main'), page.querySelector('main')];
    if (next && !document.activeElement?.closest('main form')) {
      const open = new Set(openOnes(now).filter((one) => one.open).map((one) => one.id));
      for (const one of openOnes(next)) if (open.has(one.id)) one.open = true;
      const focus = document.activeElement?.closest('details')?.id;
      now.replaceWith(document.adoptNode(next));
      if (focus) document.getElementById(focus)?.querySelector('summary')?.focus();
    }
  } catch {}
  busy = false;
  if (again) { again = false; redraw(); }
}
events.onmessage = redraw;`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** No third party, no inline handler; the one script and the one style are known by their hashes. */
export const HEADERS = {
  'content-security-policy': `default-src 'none'; style-src ${hashOf(CSS)}; script-src ${hashOf(SCRIPT)}; connect-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};

const ROOMS = [
  ['/console', 'Runs'],
  ['/console/gates', 'Open gates'],
  ['/mailbox', 'Mailbox'],
  ['/tasks', 'Tasks'],
] as const;

type Room = (typeof ROOMS)[number][1];
type ShellProps = {
  readonly title: string;
  readonly dry: boolean;
  /** The room this page is, when it is one. */
  readonly room?: Room;
  readonly children: Child;
};

/** The shell of every page of this machine's own. */
export const Shell = ({ title, dry, room, children }: ShellProps) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${title} · Holdpoint`}</title>
      <style>{raw(CSS)}</style>
    </head>
    <body>
      {dry && (
        <p class="tape" role="note">
          <b>REHEARSAL</b>A scripted model and recorded feeds. Nothing here is today's.
        </p>
      )}
      <header>
        <b>Holdpoint</b>
        <nav aria-label="Pages">
          {ROOMS.map(([href, name]) => (
            <a href={href} aria-current={name === room ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
      </header>
      <main>{children}</main>
      <script>{raw(SCRIPT)}</script>
    </body>
  </html>
);

/** A page that says one thing. */
export const Message = ({ title, text, dry }: { title: string; text: string; dry: boolean }) => (
  <Shell title={title} dry={dry}>
    <h1>{title}</h1>
    <p class="lead">
      <Shown text={text} />
    </p>
  </Shell>
);

export const Badge = ({ state }: { state: string }) => <span class={`badge ${state}`}>{state}</span>;

const FORMATS = {
  whole: new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Hong_Kong',
    dateStyle: 'medium',
    timeStyle: 'short',
  }),
  clock: new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Hong_Kong', timeStyle: 'medium' }),
};

/** An instant as Hong Kong's clocks show it. */
export const When = ({ at, as = 'whole' }: { at: string | undefined; as?: keyof typeof FORMATS }) =>
  at ? <time datetime={at}>{FORMATS[as].format(new Date(at))}</time> : <span class="soft">–</span>;

const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** A business date as people say it. */
export const dayOf = (date: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(date) ? DAY.format(new Date(`${date}T00:00:00Z`)) : date;
