import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Listening = { readonly url: string; readonly port: number; close(): Promise<void> };

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Who may ask: programs of this machine, or people too, whose browsers say where a request comes from. */
export type Callers = 'programs' | 'people';

/**
 * A name that was made to resolve to this machine (DNS rebinding) gets nothing. Nor does any page in a browser from a server
 * that is for programs: they say no Origin, and a page of another site must not reach what needs no password here.
 */
export function onLoopback(handler: RequestListener, callers: Callers): RequestListener {
  return (request, response) => {
    const { host = '', origin, 'sec-fetch-site': site = 'none' } = request.headers;
    const refuse = (status: number, why: string) =>
      response.writeHead(status, { 'content-type': 'text/plain' }).end(why);
    if (!LOOPBACK.includes(host.replace(/:\d+$/, '')))
      return refuse(421, 'this host answers on loopback only');
    if (callers === 'programs' && (origin !== undefined || site !== 'none'))
      return refuse(403, 'this server is for programs, not for pages');
    return handler(request, response);
  };
}

/** Puts the same check in front of a server that somebody else made. */
export function guardPrograms(server: Server): void {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  for (const listener of listeners) server.on('request', onLoopback(listener, 'programs'));
}

/**
 * Serves on loopback only; port 0 is any free one.
 *
 * @throws {PortTaken}
 */
export async function listen(
  handler: RequestListener,
  port = 0,
  callers: Callers = 'programs',
): Promise<Listening> {
  const server = createServer(onLoopback(handler, callers));
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as { code?: string }).code === 'EADDRINUSE') throw new PortTaken(port);
    throw error;
  }
  const { port: given } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${given}`,
    port: given,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
    },
  };
}

export class PortTaken extends Error {
  override readonly name = 'PortTaken';
  constructor(port: number) {
    super(`port ${port} is taken by another program: free it, or name another with --port`);
  }
}
