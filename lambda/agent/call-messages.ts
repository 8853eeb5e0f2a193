import type { Middleware } from '@anthropic-ai/sdk/client';
import type {
  MessageCreateParamsNonStreaming,
  Messages,
} from '@anthropic-ai/sdk/resources/messages/messages';
import { answerOf } from './answer-of.ts';
import { type Answer, type Deadline, type ModelAnswer, ModelUnavailable } from './model.ts';
import { modelFailure } from './model-failure.ts';

/** What every Anthropic client has. */
export type MessagesClient = { readonly messages: Pick<Messages, 'create'> };

/** Kept back from the caller's time for recording the answer, in milliseconds. */
const RESERVED_MS = 5_000;

/** A socket kept open through a freeze of the function is often dead; the first use finds out, so try once more at once. */
const retryBrokenSocket: Middleware = async (request, next) => {
  try {
    return await next(request);
  } catch (error) {
    const cause = error instanceof TypeError ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (!['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code)) throw error;
    return next(request);
  }
};

/**
 * What a function wants of any client. HTTP errors come back at once, for the machine does the waiting; `off` keeps
 * prompts and answers out of the log.
 */
export const CLIENT_OPTIONS = {
  maxRetries: 0,
  logLevel: 'off',
  openTelemetry: false,
  middleware: [retryBrokenSocket],
} as const;

/**
 * Calls the Messages API once and reads what came back as an answer, a wish for patience, or a named failure.
 *
 * @param hide takes secrets out of a text
 */
export async function callMessages(
  client: MessagesClient,
  body: MessageCreateParamsNonStreaming,
  deadline: Deadline,
  hide: (text: string) => string = (text) => text,
): Promise<ModelAnswer> {
  const timeout = Math.floor(deadline.remainingMs()) - RESERVED_MS;
  if (timeout <= 0) throw new ModelUnavailable('no time is left for a call');
  let answer: Answer | undefined;
  try {
    // The signal bounds the body too, which `timeout` does not; `timeout` allows any max_tokens without streaming.
    const options = { timeout, signal: AbortSignal.timeout(timeout) };
    const { data, request_id } = await client.messages.create(body, options).withResponse();
    answer = answerOf(data, request_id);
  } catch (error) {
    const failure = modelFailure(error, hide);
    if (failure instanceof Error) throw failure;
    return failure;
  }
  // Proxies answer 200 with a page of HTML, and the SDK hands over whatever came.
  if (!answer) throw new ModelUnavailable('the answer is not a message');
  return answer;
}
