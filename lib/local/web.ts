import { getRequestListener } from '@hono/node-server';
import { type Listening, listen, PortTaken } from './listen.ts';

const DEFAULT_PORT = 4780;

/** A port that nobody named and no link points to yet may be another, when the usual one is taken. */
export async function serveSite(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number | undefined,
): Promise<Listening> {
  const listener = getRequestListener(fetch);
  return listen(listener, port ?? DEFAULT_PORT, 'people').catch((error: unknown) => {
    if (port === undefined && error instanceof PortTaken) return listen(listener, 0, 'people');
    throw error;
  });
}
