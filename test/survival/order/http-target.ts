import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Receipt } from '../../../lambda/define/runner.ts';
import { listen } from '../../../lib/local/listen.ts';
import { type Kind, memoryTarget, type Order, type Target } from './target.ts';

/** How the shop's server treats one order. */
export type Mood =
  | 'answers'
  | 'never answers, having placed it'
  | 'never answers, not having placed it'
  | 'hangs up, having placed it'
  | 'hangs up, not having placed it'
  | 'answers 500, having placed it'
  | 'answers 500, not having placed it'
  | 'answers twice';

/**
 * A shop over HTTP: POST places an order, GET tells of a key. It takes the moods in turn and answers when there are none
 * left; `waiting` hears that somebody waits for an answer that will not come.
 */
export async function startShop(kind: Kind, moods: readonly Mood[], waiting: () => void) {
  const never = new AbortController().signal;
  const { target, placed } = memoryTarget(kind);
  const left = [...moods];
  const server = await listen((request, response) => {
    const key = String(request.headers['idempotency-key']);
    const handled = request.method === 'POST' ? take(request, response, key) : tell(response, key);
    handled.catch(() => response.destroy());
  });

  async function take(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const order = JSON.parse(Buffer.concat(chunks).toString()) as Order;
    const mood = left.shift() ?? 'answers';
    const receipt = mood.includes('not having placed') ? undefined : await target.place(key, order, never);
    if (mood.startsWith('never answers')) return waiting();
    if (mood.startsWith('hangs up')) return void response.destroy();
    const status = mood.startsWith('answers 500') ? 500 : 200;
    const body = JSON.stringify(receipt ?? {});
    if (mood !== 'answers twice') return void response.writeHead(status).end(body);
    const answer = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    request.socket.write(answer + answer);
  }

  async function tell(response: ServerResponse, key: string): Promise<void> {
    const found = await target.find(key, never);
    response.writeHead(found ? 200 : 404).end(JSON.stringify(found ?? {}));
  }

  return { target: shopAt(server.url), placed, close: server.close };
}

/** The shop as a program that orders sees it. */
export function shopAt(url: string): Target {
  const send = async (method: string, key: string, signal: AbortSignal, body?: string) => {
    const answer = await fetch(url, {
      method,
      signal,
      headers: { 'idempotency-key': key, connection: 'close' },
      ...(body === undefined ? {} : { body }),
    });
    if (answer.status >= 500) throw new Error(`the shop answered ${answer.status}`);
    return { status: answer.status, body: (await answer.json()) as Receipt };
  };
  return {
    place: async (key, order, signal) => (await send('POST', key, signal, JSON.stringify(order))).body,
    async find(key, signal) {
      const { status, body } = await send('GET', key, signal);
      return status === 404 ? undefined : body;
    },
  };
}
