import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as bodyOf } from 'node:stream/consumers';
import { listen } from './listen.ts';
import { reply, sendError } from './messages-api-reply.ts';
import { requestFault } from './messages-api-rules.ts';
import { type MessagesRequestBody, type Script, text } from './messages-api-script.ts';

export * from './messages-api-script.ts';

export type CapturedRequest = {
  readonly headers: IncomingMessage['headers'];
  /** The body as it came, character for character. */
  readonly text: string;
  readonly body: MessagesRequestBody;
};

/** How many requests are kept to look at: a server that runs for weeks must not grow. */
const KEPT = 200;

/**
 * A Messages API on loopback whose model is a script: dry runs and tests talk to it through the real SDK. It refuses
 * what the real one would refuse, so a thread that works here is well formed there.
 *
 * @param options.port @default any free one
 * @param options.validate @default true
 */
export async function startMessagesApi(
  script: Script,
  options: { readonly port?: number; readonly validate?: boolean } = {},
): Promise<{ url: string; requests: CapturedRequest[]; close(): Promise<void> }> {
  const requests: CapturedRequest[] = [];
  let attempts = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const received = await bodyOf(request);
    if (request.method !== 'POST' || !request.url?.endsWith('/v1/messages'))
      return sendError(response, { status: 404 });
    if (!/^(Bearer|AWS4-HMAC-SHA256) \S/.test(request.headers.authorization ?? ''))
      return sendError(response, { status: 401 });
    const body = parse(received);
    if (!body) return refuse(response, 'the body is not a JSON object with a list of messages');
    attempts += 1;
    requests.push({ headers: request.headers, text: received, body });
    if (requests.length > KEPT) requests.shift();
    const fault = options.validate === false ? undefined : requestFault(body);
    if (fault) return refuse(response, fault);
    reply(response, await script(body, attempts), body);
  };
  const { url, close } = await listen((request, response) => {
    respond(request, response).catch((error: unknown) =>
      sendError(response, {
        status: 500,
        headers: { 'x-should-retry': 'false' },
        message: `the script failed: ${error}`,
      }),
    );
  }, options.port);
  return { url, requests, close };
}

const refuse = (response: ServerResponse, message: string): void =>
  sendError(response, { status: 400, message });

/** The request with every content as blocks; undefined when it is not one. */
function parse(received: string): MessagesRequestBody | undefined {
  try {
    const body = JSON.parse(received);
    const messages = body.messages.map((message: { content: unknown }) => ({
      ...message,
      content: typeof message.content === 'string' ? [text(message.content)] : message.content,
    }));
    return messages.every(({ content }: { content: unknown }) => Array.isArray(content))
      ? { ...body, messages }
      : undefined;
  } catch {
    return undefined;
  }
}
