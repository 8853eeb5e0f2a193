import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Listening = { readonly url: string; readonly port: number; close(): Promise<void> };

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Serves on loopback only; port 0 is any free one. A name that was made to resolve to this machine (DNS rebinding)
 * gets nothing.
 *
 * @throws {PortTaken}
 */
export async function listen(handler: RequestListener, port = 0): Promise<Listening> {
  const server = createServer((request, response) => {
    const name = (request.headers.host ?? '').replace(/:\d+$/, '');
    if (LOOPBACK.includes(name)) return handler(request, response);
    response.writeHead(421, { 'content-type': 'text/plain' }).end('this host answers on loopback only');
  });
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
