import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** One request that went down the line, and how often its client has sent it by now. */
export type Sent = { readonly operation: string; readonly body: string; readonly attempt: number };

/**
 * An HTTP line to DynamoDB that can be cut at the worst moment: the request arrives and is carried out, its reply is lost.
 * The client sees a broken connection and sends the same request again.
 */
export async function line(to: string, loses: (sent: Sent) => boolean) {
  const sent: Sent[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const one = { operation: operationOf(incoming), body: body.toString(), attempt: attemptOf(incoming) };
    sent.push(one);
    const { host: _, ...headers } = incoming.headers;
    const forward = request(to, { method: incoming.method, path: incoming.url, headers });
    forward.end(body);
    const [reply] = (await once(forward, 'response')) as [IncomingMessage];
    const answer = await buffer(reply);
    if (loses(one)) return void outgoing.destroy();
    outgoing.writeHead(reply.statusCode ?? 500, reply.headers).end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const operationOf = ({ headers }: IncomingMessage) =>
  String(headers['x-amz-target']).replace('DynamoDB_20120810.', '');
const attemptOf = ({ headers }: IncomingMessage) =>
  Number(/attempt=(\d+)/.exec(String(headers['amz-sdk-request']))?.[1]);

/** The first reply to every write is lost. */
export const losesWrites = ({ operation, attempt }: Sent): boolean =>
  attempt === 1 && (operation === 'PutItem' || operation === 'UpdateItem');
