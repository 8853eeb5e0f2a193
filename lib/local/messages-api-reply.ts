import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Block } from '../../lambda/agent/model.ts';
import type { Json } from '../../lambda/define/json.ts';
import { signature } from './messages-api-rules.ts';
import type { MessagesRequestBody, Step } from './messages-api-script.ts';

/** `error.type` by status; other statuses are api_error. */
const ERROR_TYPES: { readonly [status: number]: string } = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

/** Does to the socket what the step says. */
export function reply(response: ServerResponse, step: Step, request: MessagesRequestBody): void {
  switch (step.kind) {
    case 'answer':
      sendJson(response, 200, {}, messageOf(step, request));
      break;
    case 'error':
      sendError(response, step);
      break;
    case 'raw':
      response.writeHead(step.status, { 'content-type': step.contentType }).end(step.body);
      break;
    case 'stall':
    case 'hangup':
      breakOff(response, step);
  }
}

function breakOff(response: ServerResponse, { kind, at }: Step & { kind: 'stall' | 'hangup' }): void {
  const then = () => {
    if (kind === 'hangup') response.destroy();
  };
  if (at === 'headers') then();
  else response.writeHead(200, { 'content-type': 'application/json' }).write('{"type":"mess', then);
}

export function sendError(response: ServerResponse, step: Omit<Step & { kind: 'error' }, 'kind'>): void {
  const { status, headers = {}, details, message = `scripted ${status}` } = step;
  const error = {
    type: ERROR_TYPES[status] ?? 'api_error',
    message,
    ...(details === undefined ? {} : { details }),
  };
  sendJson(response, status, headers, { type: 'error', error });
}

function sendJson(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: Json,
): void {
  const request_id = freshId('req');
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': request_id, ...headers });
  response.end(JSON.stringify(body));
}

const freshId = (kind: string): string => `${kind}_${randomUUID().replaceAll('-', '').slice(0, 24)}`;

function messageOf(step: Step & { kind: 'answer' }, request: MessagesRequestBody): Json {
  const content = step.content.map((block) => completed(block, request));
  return {
    id: freshId('msg'),
    type: 'message',
    role: 'assistant',
    model: request.model,
    content,
    stop_reason: step.stopReason,
    stop_sequence: null,
    stop_details: step.stopDetails ?? null,
    usage: usageOf(request, content),
  };
}

function completed(block: Block, request: MessagesRequestBody): Block {
  if (block.type === 'tool_use' && block.id === undefined) {
    const { type, ...call } = block;
    return { type, id: freshId('toolu'), ...call };
  }
  if (block.type === 'thinking' && block.signature === undefined) {
    return { ...block, signature: signature(request, request.messages) };
  }
  return block;
}

/** The fewest tokens the provider caches. */
const CACHEABLE = 512;

/**
 * Tokens as they would be counted for this size, at four bytes each: everything up to the answer before the last one was
 * read from the cache, what came since is written to it. A short prompt is not cached.
 */
function usageOf({ system = [], tools = [], messages }: MessagesRequestBody, content: readonly Block[]) {
  const tokens = (value: unknown) => Math.ceil(Buffer.byteLength(JSON.stringify(value)) / 4);
  const prompt = tokens([tools, system, messages]);
  const before = messages.length > 2 ? tokens([tools, system, messages.slice(0, -2)]) : 0;
  const read = before >= CACHEABLE ? before : 0;
  const isCached = prompt >= CACHEABLE;
  return {
    input_tokens: isCached ? 0 : prompt,
    cache_creation_input_tokens: isCached ? prompt - read : 0,
    cache_read_input_tokens: read,
    output_tokens: tokens(content),
  };
}
