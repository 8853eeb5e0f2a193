import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Hono } from 'hono';

/** A server on a loopback port of the system's choice. */
export async function listen(handle: RequestListener): Promise<{ url: string; close: () => Promise<void> }> {
  const server: Server = createServer(handle);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
}

/** Serves a Hono app over node:http. */
export const serve = (app: Hono) =>
  listen(async (request, response) => {
    const headers = new Headers();
    for (let i = 0; i < request.rawHeaders.length; i += 2)
      headers.append(request.rawHeaders[i] ?? '', request.rawHeaders[i + 1] ?? '');
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const method = request.method ?? 'GET';
    const bodied = method !== 'GET' && method !== 'HEAD' && method !== 'TRACE';
    const body = bodied ? new Uint8Array(await bodyOf(request)) : undefined;
    const answer = await app.fetch(new Request(url, { method, headers, ...(body?.length ? { body } : {}) }));
    response.writeHead(answer.status, [...answer.headers].flat());
    response.end(Buffer.from(await answer.arrayBuffer()));
  });

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
