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
    const { status, body } = await answerTo(engine, request);
    const text = JSON.stringify(body);
    response.writeHead(status, {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(text),
      'x-amzn-requestid': randomUUID(),
    });
    response.end(text);
  };
}

async function answerTo(
  engine: Engine,
  request: IncomingMessage,
): Promise<{ status: number; body: unknown }> {
  try {
    const target = String(request.headers['x-amz-target'] ?? '');
    const name = target.replace(/^AWSStepFunctions\./, '');
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (!operation) throw new ApiError('UnknownOperationException', `unknown operation: '${target}'`);
    const body = await operation(engine, await bodyOf(request));
    await engine.settled();
    return { status: 200, body };
  } catch (error) {
    const { name, message } = error as Error;
    return { status: error instanceof ApiError ? 400 : 500, body: { __type: name, message } };
  }
}

/** As the service has it. */
const REQUEST_BYTES = 1024 * 1024;

async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > REQUEST_BYTES)
      throw new ApiError('ValidationException', `a request has at most ${REQUEST_BYTES} bytes`);
    chunks.push(chunk as Buffer);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString() || '{}') ?? {};
  } catch {
    throw new ApiError('ValidationException', 'the request body is not JSON');
  }
}
