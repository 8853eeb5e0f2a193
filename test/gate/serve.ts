import type { IncomingMessage } from 'node:http';
import type { Hono } from 'hono';
import { listen } from '../../lib/local/listen.ts';

/** Serves a Hono app over node:http, to browsers too. */
export const serve = (app: Hono) =>
  listen(
    async (request, response) => {
      const headers = new Headers();
      for (let i = 0; i < request.rawHeaders.length; i += 2)
        headers.append(request.rawHeaders[i] ?? '', request.rawHeaders[i + 1] ?? '');
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
      const method = request.method ?? 'GET';
      const bodied = method !== 'GET' && method !== 'HEAD' && method !== 'TRACE';
      const body = bodied ? new Uint8Array(await bodyOf(request)) : undefined;
      const answer = await app.fetch(
        new Request(url, { method, headers, ...(body?.length ? { body } : {}) }),
      );
      response.writeHead(answer.status, [...answer.headers].flat());
      response.end(Buffer.from(await answer.arrayBuffer()));
    },
    0,
    'people',
  );

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
