import type { Context } from 'hono';
import { HEADERS } from './console/shell.tsx';

/** On every answer that does not say so itself, refusals and redirects included. */
export async function guarded(context: Context, next: () => Promise<void>) {
  await next();
  for (const [name, value] of Object.entries(HEADERS))
    if (!context.res.headers.has(name)) context.header(name, value);
}

/** Another site's page may not press this one's buttons; the gate has its own, stricter rule. */
export async function ownFormsOnly(context: Context, next: () => Promise<void>) {
  const origin = context.req.header('origin');
  const ours = origin === undefined || origin === 'null' || origin === new URL(context.req.url).origin;
  const from = context.req.header('sec-fetch-site');
  const foreign = !ours || from === 'cross-site' || from === 'same-site';
  if (context.req.method !== 'GET' && foreign)
    return context.text('this form is filled in on its own page only', 403);
  await next();
}
