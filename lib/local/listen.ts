import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Listening = { readonly url: string; readonly port: number; close(): Promise<void> };

/** Serves on loopback only; port 0 is any free one. @throws {PortTaken} */
export async function listen(handler: RequestListener, port = 0): Promise<Listening> {
  const server = createServer(handler);
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
