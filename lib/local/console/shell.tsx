import { createHash } from 'node:crypto';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';

const CSS = `
:root { color-scheme: light dark; --ink: light-dark(#1b1d21, #e8e8e6); --soft: light-dark(#62656b, #a3a5a8); --paper: light-dark(#fbfaf7, #17181a); --card: light-dark(#fff, #1f2124); --line: light-dark(#d9d6cd, #3a3b3d); --go: light-dark(#0b5c4b, #5fc9ae); --bad: light-dark(#a2311f, #ff9d8a); --wait: light-dark(#8a5a00, #ffcf70); }
* { box-sizing: border-box; } body { font: 15px/1.5 system-ui, 'Noto Sans CJK HK', sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto; padding: 1rem; max-width: 76rem; }
nav { display: flex; gap: 1.2rem; align-items: baseline; border-bottom: 1px solid var(--line); padding-bottom: .6rem; margin-bottom: 1rem; } nav b { margin-right: auto; }
a { color: inherit; } h1 { font-size: 1.35rem; margin: .2rem 0; } h2 { font-size: 1.05rem; margin: 0 0 .6rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem; margin: 0 0 1rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .35rem .7rem .35rem 0; vertical-align: top; border-bottom: 1px solid var(--line); } th { color: var(--soft); font-weight: 600; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .3rem 0; font-size: .85rem; } small, .soft { color: var(--soft); }
.DONE { color: var(--go); } .FAILED, .EXPIRED, .CANCELLED { color: var(--bad); } .RUNNING, .WAITING { color: var(--wait); } .badge { font-weight: 700; }
.two { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; } @media (min-width: 60rem) { .two { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); } }
form { display: inline; } button, input, select { font: inherit; min-height: 38px; padding: .3rem .8rem; border-radius: 7px; border: 1px solid var(--line); background: var(--card); color: var(--ink); } button.bad { border-color: var(--bad); color: var(--bad); }
.note { color: var(--wait); font-weight: 600; } svg { width: 100%; height: auto; max-height: 46rem; } svg text { font: 12px system-ui, sans-serif; fill: var(--soft); }
.edge { fill: none; stroke: var(--line); stroke-width: 1.4; } .edge.taken { stroke: var(--ink); stroke-width: 2; } .tip { fill: var(--soft); }
.state rect { fill: var(--paper); stroke: var(--line); } .state.visited rect { stroke: var(--ink); stroke-width: 1.8; } .state.visited text { fill: var(--ink); font-weight: 600; } .state.current rect { fill: var(--wait); } .state.current text { fill: light-dark(#fff, #17181a); }`;

/** Redraws the page when the host says that something happened; without scripts the page is as it was loaded. */
const SCRIPT = `
const events = new EventSource('/console/events');
let busy = false, again = false;
async function redraw() {
  if (busy) { again = true; return; }
  busy = true;
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
  if (!document.activeElement?.closest('main form, main details')) document.querySelector('main').replaceWith(page.querySelector('main'));
  busy = false;
  if (again) { again = false; redraw(); }
}
events.onmessage = redraw;`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** No third party, no inline handler; the one script and the one style are known by their hashes. */
export const HEADERS = {
  'content-security-policy': `default-src 'none'; style-src ${hashOf(CSS)}; script-src ${hashOf(SCRIPT)}; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** The shell of every console page. */
export const Shell = ({ title, dry, children }: { title: string; dry: boolean; children: Child }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{`${title} · Holdpoint`}</title>
      <style>{raw(CSS)}</style>
    </head>
    <body>
      <nav>
        <b>Holdpoint</b>
        <a href="/console">Runs</a>
        <a href="/console/gates">Open gates</a>
        <a href="/mailbox">Mailbox</a>
        <a href="/tasks">Tasks</a>
      </nav>
      <main>
        {dry && (
          <p class="note">Rehearsal: a scripted model and a recorded observation. Nothing here is today's.</p>
        )}
        {children}
      </main>
      <script>{raw(SCRIPT)}</script>
    </body>
  </html>
);

export const Badge = ({ state }: { state: string }) => <span class={`badge ${state}`}>{state}</span>;

const TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Hong_Kong',
  dateStyle: 'medium',
  timeStyle: 'medium',
});

/** An instant as Hong Kong's clocks show it. */
export const When = ({ at }: { at: string | undefined }) =>
  at ? <time datetime={at}>{TIME.format(new Date(at))}</time> : <span class="soft">–</span>;
