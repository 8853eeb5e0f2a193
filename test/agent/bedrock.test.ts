import { afterEach, expect, it } from 'vitest';
import { bedrockModel } from '../../lambda/agent/bedrock.ts';
import { endTurn, error, inOrder, type Step, startMessagesApi, text } from '../../lib/local/messages-api.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function serving(...steps: Step[]) {
  const api = await startMessagesApi(inOrder(...steps));
  open.push(api);
  const credentials = async () => ({
    accessKeyId: 'AKIATEST',
    secretAccessKey: 'secret-test',
    sessionToken: 'session-test',
  });
  return {
    ...api,
    model: bedrockModel({ region: 'ap-east-1', baseUrl: `${api.url}/anthropic`, credentials }),
  };
}

const schema = { type: 'object', properties: {}, additionalProperties: false };
const request = {
  model: 'anthropic.claude-sonnet-5-5',
  system: 'You plan.',
  tools: [{ name: 'get_weather', description: 'Read the weather.', input_schema: schema, strict: true }],
  messages: [{ role: 'user' as const, content: [text('Go.')] }],
  maxTokens: 1024,
  outputSchema: schema,
};
const inAMinute = { remainingMs: () => 60_000 };

it('asks with a signature by IAM, and without schemas for the provider to compile', async () => {
  const { model, requests } = await serving(endTurn('{}'));
  expect(await model.turn(request, inAMinute)).toMatchObject({ kind: 'answer', stopReason: 'end_turn' });
  const [sent] = requests;
  expect(sent?.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIATEST\/\d{8}\/ap-east-1\/bedrock-mantle\//,
  );
  expect(sent?.headers['x-amz-security-token']).toBe('session-test');
  expect(sent?.body.tools?.[0]).not.toHaveProperty('strict');
  expect(sent?.body).not.toHaveProperty('output_config');
});

it('names its failures as every model does, after one request', async () => {
  const { model, requests } = await serving(error(529), error(403), error(500));
  expect(await model.turn(request, inAMinute)).toEqual({
    kind: 'throttled',
    code: 'OVERLOADED',
    retryAfterSeconds: 60,
  });
  await expect(model.turn(request, inAMinute)).rejects.toMatchObject({
    name: 'ModelRefusedRequest',
    status: 403,
  });
  await expect(model.turn(request, inAMinute)).rejects.toMatchObject({ name: 'ModelUnavailable' });
  expect(requests).toHaveLength(3);
});
