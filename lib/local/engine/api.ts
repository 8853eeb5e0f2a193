import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { operations } from './api-operations.ts';
import type { Engine } from './engine.ts';
import { ApiError } from './errors.ts';

/**
 * The Step Functions API as the AWS SDK speaks it: AWS JSON 1.0, one POST per call, the operation in X-Amz-Target.
 *
 * Signatures are not checked: whoever can reach the loopback socket owns the data anyway.
 */
export function stepFunctionsApi(engine: Engine) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = String(request.headers['x-amz-target'] ?? '');
    const { status, headers, text } = await answerTo(engine, target, () => bodyOf(request));
    response.writeHead(status, headers);
    response.end(text);
  };
}

/** The same API for SDK clients of this very process, which need no socket to reach it. */
export const withoutSocket = (engine: () => Engine) => ({
  async handle({ headers: asked, body }: { headers: Record<string, string>; body?: string | Uint8Array }) {
    const target = asked['x-amz-target'] ?? asked['X-Amz-Target'] ?? '';
    // A view of its bytes: the SDK's own kind of array warns of whoever takes it for a text.
    const given = ArrayBuffer.isView(body)
      ? Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()
      : (body ?? '');
    const { status, headers, text } = await answerTo(engine(), target, async () => given);
    return { response: { statusCode: status, headers, body: Buffer.from(text) } };
  },
  updateHttpClientConfig() {},
  httpHandlerConfigs: () => ({}),
});

async function answerTo(engine: Engine, target: string, given: () => Promise<string>) {
  const { status, body } = await outcomeOf(engine, target, given);
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': String(Buffer.byteLength(text)),
    'x-amzn-requestid': randomUUID(),
  };
  return { status, headers, text };
}

async function outcomeOf(
  engine: Engine,
  target: string,
  given: () => Promise<string>,
): Promise<{ status: number; body: unknown }> {
  try {
    const name = target.replace(/^AWSStepFunctions\./, '');
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (!operation) throw new ApiError('UnknownOperationException', `unknown operation: '${target}'`);
    const body = await operation(engine, parsed(await given()));
    await engine.settled();
    return { status: 200, body };
  } catch (error) {
    const { name, message } = error as Error;
    return { status: error instanceof ApiError ? 400 : 500, body: { __type: name, message } };
  }
}

/** As the service has it. */
const REQUEST_BYTES = 1024 * 1024;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > REQUEST_BYTES)
      throw new ApiError('ValidationException', `a request has at most ${REQUEST_BYTES} bytes`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

function parsed(given: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(given || '{}') ?? {};
  } catch {
    throw new ApiError('ValidationException', 'the request body is not JSON');
  }
}
