import type { MiddlewareHandler } from 'hono';
import { CSS_SOURCE } from './style.ts';

const POLICY = [
  "default-src 'none'",
  `style-src ${CSS_SOURCE}`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** On every answer, refusals included: nothing is kept, framed, sniffed, indexed, or told to another site. */
export function guarded(https: boolean): MiddlewareHandler {
  return async (c, next) => {
    await next();
    c.header('Content-Security-Policy', POLICY);
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('X-Frame-Options', 'DENY');
    c.header('X-Robots-Tag', 'noindex, nofollow, noarchive');
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cross-Origin-Opener-Policy', 'same-origin');
    c.header('Cross-Origin-Resource-Policy', 'same-origin');
    c.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
    if (https) c.header('Strict-Transport-Security', 'max-age=63072000; includeSubDomains');
  };
}

/**
 * Whether a POST came from another site's page. Our own pages send no referrer, which makes browsers send
 * `Origin: null`; that and no Origin at all pass, since the secret in the path is what another site cannot know.
 */
export function foreign(request: Request, https: boolean): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site === 'cross-site' || site === 'same-site') return true;
  const origin = request.headers.get('origin');
  if (!origin || origin === 'null') return false;
  const host = request.headers.get('host') ?? new URL(request.url).host;
  return origin !== `${https ? 'https' : 'http'}://${host}`;
}
