import { afterEach, describe, expect, it } from 'vitest';
import { fetchHttp } from '../../lambda/states/http.ts';
import { type Listening, listen } from '../../lib/local/listen.ts';

let server: Listening | undefined;
afterEach(() => server?.close());

const soon = () => AbortSignal.timeout(10_000);
const failureOf = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error: { failure?: unknown }) => error.failure,
  );

describe('a GET of a feed', () => {
  it('gives status and text, whatever the type says, and asks caches for nothing old', async () => {
    let asked: string | undefined;
    server = await listen((request, response) => {
      asked = request.headers['cache-control'];
      response.writeHead(404, { 'content-type': 'image/png' }).end('\uFEFF{"雨":1}');
    });
    expect(await fetchHttp.get(server.url, soon())).toEqual({ status: 404, text: '{"雨":1}' });
    expect(asked).toBe('no-cache');
  });

  it.each([500, 502, 503, 504, 429])('may be tried again after a %i', async (status) => {
    server = await listen((_, response) => void response.writeHead(status).end('busy'));
    expect(await failureOf(fetchHttp.get(server.url, soon()))).toMatchObject({
      kind: 'transient',
      code: `HTTP_${status}`,
      retryable: true,
    });
  });

  it('may be tried again when nobody is there, or hangs up in the middle', async () => {
    server = await listen((_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half', () => response.destroy());
    });
    const { url } = server;
    const unreachable = { kind: 'transient', code: 'UNREACHABLE', retryable: true };
    expect(await failureOf(fetchHttp.get(url, soon()))).toMatchObject(unreachable);
    await server.close();
    server = undefined;
    expect(await failureOf(fetchHttp.get(url, soon()))).toMatchObject(unreachable);
  });

  it.each(['headers', 'body'])('ends when its time is over, also when the %s never come', async (what) => {
    const given = new AbortController();
    server = await listen((_, response) => {
      if (what === 'body') response.writeHead(200).write('{"temp');
      setImmediate(() => given.abort(new DOMException('too late', 'TimeoutError')));
    });
    expect(await failureOf(fetchHttp.get(server.url, given.signal))).toMatchObject({
      kind: 'transient',
      code: 'TIMEOUT',
      retryable: true,
    });
  });

  it('stops reading an answer that never ends', async () => {
    let sent = 0;
    let stopped = () => {};
    const over = new Promise<void>((resolve) => {
      stopped = resolve;
    });
    server = await listen((_, response) => {
      const chunk = Buffer.alloc(256 * 1024, 'x');
      const more = () => {
        sent += chunk.length;
        response.write(chunk, (error) => (error ? undefined : more()));
      };
      response.on('close', stopped);
      response.writeHead(200);
      more();
    });
    expect(await failureOf(fetchHttp.get(server.url, soon()))).toMatchObject({
      kind: 'business',
      code: 'ANSWER_TOO_LARGE',
      retryable: false,
    });
    await over;
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });
});
