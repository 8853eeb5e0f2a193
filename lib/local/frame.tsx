import type { Child } from 'hono/jsx';

const CSS = `
:root { color-scheme: light dark; --ink: light-dark(#1b1d21, #e8e8e6); --paper: light-dark(#fbfaf7, #17181a); --line: light-dark(#d9d6cd, #3a3b3d); --mark: light-dark(#8a5a00, #ffcf70); }
body { font: 16px/1.5 system-ui, 'Noto Sans CJK HK', sans-serif; color: var(--ink); background: var(--paper); max-width: 46rem; margin: 0 auto; padding: 1rem; }
nav a { margin-right: 1rem; } a { color: inherit; }
article { border-top: 1px solid var(--line); padding: 1rem 0; } pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
.note { color: var(--mark); font-weight: 600; } button { font: inherit; padding: .6rem 1rem; min-height: 44px; }
small { opacity: .75; }`;

/** The shell of this machine's own pages: no script, nothing from elsewhere. */
export const Frame = ({ title, dry, children }: { title: string; dry: boolean; children: Child }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <style>{CSS}</style>
    </head>
    <body>
      <nav>
        <a href="/mailbox">Mailbox</a>
        <a href="/tasks">Tasks</a>
      </nav>
      <h1>{title}</h1>
      {dry && (
        <p class="note">
          Rehearsal: a scripted model and a recorded observation. Nothing here is today's weather.
        </p>
      )}
      {children}
    </body>
  </html>
);

/** Headers of every such page. */
export const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};
