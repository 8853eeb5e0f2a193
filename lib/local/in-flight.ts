import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * What a server is at work on: requests that came whole and have no answer yet, also those whose sender has gone since.
 *
 * @returns resolves when there are none
 */
export function inFlight(server: Server): () => Promise<void> {
  let open = 0;
  let idle = () => {};
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    let counted = true;
    const over = () => {
      if (!counted) return;
      counted = false;
      open -= 1;
      if (open === 0) idle();
    };
    open += 1;
    const { end } = response;
    response.end = (...answer: unknown[]) => {
      over();
      return end.apply(response, answer as Parameters<typeof end>);
    };
    request.once('close', () => {
      if (!request.complete) over();
    });
  });
  return () =>
    open === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          idle = resolve;
        });
}
