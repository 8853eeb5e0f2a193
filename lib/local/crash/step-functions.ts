import { Readable } from 'node:stream';
import { SFNClient } from '@aws-sdk/client-sfn';
import { stepFunctionsApi } from '../engine/api.ts';
import type { Engine } from '../engine/engine.ts';

type Sent = { readonly headers: Record<string, string>; readonly body?: string | Uint8Array };

/** The real client, whose requests reach the engine without a socket. */
export const inProcessClient = (engine: () => Engine): SFNClient =>
  new SFNClient({
    region: 'local',
    endpoint: 'http://step-functions.local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
    requestHandler: {
      handle: async ({ headers, body }: Sent) => ({
        response: await answer(engine(), headers, body ?? '{}'),
      }),
    },
  });

type Answer = { statusCode: number; headers: Record<string, string>; body: Uint8Array };

/** What the API needs of Node's request and response, and no more. */
function answer(engine: Engine, headers: Record<string, string>, body: string | Uint8Array): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const request = Object.assign(Readable.from([bytes(body)]), {
      headers: Object.fromEntries(lower) as Record<string, string>,
    });
    let statusCode = 200;
    const response = {
      writeHead(status: number) {
        statusCode = status;
      },
      end(text: string) {
        resolve({ statusCode, headers: { 'content-type': JSON_1_0 }, body: Buffer.from(text) });
      },
    };
    const api = stepFunctionsApi(engine) as unknown as (from: object, to: object) => Promise<void>;
    api(request, response).catch(reject);
  });
}

/** The SDK's own body is bytes that dislike being taken for text. */
const bytes = (body: string | Uint8Array): Buffer =>
  typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);

const JSON_1_0 = 'application/x-amz-json-1.0';
