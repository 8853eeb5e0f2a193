import { afterEach, describe, expect, it } from 'vitest';
import {
  call,
  endTurn,
  inOrder,
  type Script,
  stallBody,
  startMessagesApi,
  thinking,
  toolUse,
} from '../../lib/local/messages-api.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function serve(script: Script, options: { validate?: boolean } = {}) {
  const api = await startMessagesApi(script, options);
  open.push(api);
  return api;
}

const AUTHORIZED = { authorization: 'Bearer key', 'content-type': 'application/json' };

async function post(url: string, body: unknown, headers: Record<string, string> = AUTHORIZED) {
  const response = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON the server sent
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

const go = { role: 'user', content: 'Go.' };
const request = (over: object = {}) => ({
  model: 'claude-sonnet-5-5',
  max_tokens: 100,
  messages: [go],
  ...over,
});
const tool = (input_schema: object, strict = true) => ({
  name: 'a',
  description: 'A.',
  input_schema,
  strict,
});
const closed = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
});
const named = (count: number, schema: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, schema]));

describe('the door', () => {
  it.each([
    ['no key', {}, 401],
    ['the key in the header of old', { 'x-api-key': 'key' }, 401],
    ['an empty bearer', { authorization: 'Bearer ' }, 401],
    ['a bearer', { authorization: 'Bearer key' }, 200],
    ['a signature by IAM', { authorization: 'AWS4-HMAC-SHA256 Credential=x' }, 200],
  ])('with %s', async (_, headers, status) => {
    const { url } = await serve(() => endTurn('Done.'));
    expect((await post(url, request(), headers)).status).toBe(status);
  });

  it('has one path and one method', async () => {
    const { url } = await serve(() => endTurn('Done.'));
    expect((await fetch(`${url}/v1/messages`)).status).toBe(404);
    expect((await fetch(`${url}/v1/complete`, { method: 'POST' })).status).toBe(404);
  });

  it.each(['', '{"model"', 'null', '{"model":"m"}', '{"messages":[{"role":"user"}]}', '{"messages":[null]}'])(
    'refuses the body %s as the API does',
    async (body) => {
      const { url } = await serve(() => endTurn('Done.'));
      expect(await post(url, body)).toMatchObject({
        status: 400,
        body: { type: 'error', error: { type: 'invalid_request_error' } },
      });
    },
  );
});

describe('what the real API would refuse', () => {
  const blank = [{ type: 'text', text: ' ' }];
  it.each([
    ['sampling', { temperature: 1 }, 'temperature: Extra inputs are not permitted'],
    [
      'a forced tool',
      { tool_choice: { type: 'any' } },
      'tool_choice: type "tool" and "any" are not supported for this model.',
    ],
    ['no model', { model: undefined }, 'model: Field required'],
    ['no room', { max_tokens: 0.5 }, 'max_tokens: a whole number from 1 is required'],
    [
      'a blank system prompt',
      { system: blank },
      'system: text content blocks must contain non-whitespace text',
    ],
    [
      'an unanswered call',
      { messages: [go, { role: 'assistant', content: [call('a', {}, 't1')] }, go] },
      'messages.1: the tool_use "t1" has no tool_result in the next message',
    ],
    [
      'a strict tool with a range',
      { tools: [tool(closed({ n: { type: 'integer', minimum: 1 } }))] },
      'tools.a: n: "minimum" is not supported',
    ],
    [
      'a strict tool that is open',
      { tools: [tool({ type: 'object', properties: {} })] },
      'tools.a: the schema: "additionalProperties": false is wanted',
    ],
    [
      '25 optional fields',
      { tools: [tool(closed(named(25, { type: 'string' }), []))] },
      'Schema is too complex for compilation.',
    ],
    [
      '17 fields of two types',
      { tools: [tool(closed(named(17, { type: ['string', 'null'] })))] },
      'Schema is too complex for compilation.',
    ],
    [
      '21 strict tools',
      { tools: Array.from({ length: 21 }, (_, n) => ({ ...tool(closed({})), name: `t${n}` })) },
      'Schema is too complex for compilation.',
    ],
    [
      'optional fields of tools and output together',
      {
        tools: [tool(closed(named(20, { type: 'string' }), []))],
        output_config: { format: { type: 'json_schema', schema: closed(named(5, { type: 'string' }), []) } },
      },
      'Schema is too complex for compilation.',
    ],
  ])('is refused: %s', async (_, over, message) => {
    const { url } = await serve(() => endTurn('Done.'));
    expect(await post(url, request(over))).toMatchObject({ status: 400, body: { error: { message } } });
  });

  it.each([
    [
      'a range in a tool that is not strict',
      { tools: [tool({ type: 'object', properties: { n: { minimum: 1 } } }, false)] },
    ],
    ['24 optional fields', { tools: [tool(closed(named(24, { type: 'string' }), []))] }],
    ['16 fields of two types', { tools: [tool(closed(named(16, { type: ['string', 'null'] })))] }],
  ])('is not: %s', async (_, over) => {
    const { url } = await serve(() => endTurn('Done.'));
    expect(await post(url, request(over))).toMatchObject({ status: 200 });
  });

  it('is let through where validation is off', async () => {
    const { url } = await serve(() => endTurn('Done.'), { validate: false });
    expect((await post(url, request({ temperature: 1, messages: [] }))).status).toBe(200);
  });
});

describe('thinking', () => {
  const tools = [tool(closed({}))];
  async function second(change: (thread: object[]) => object) {
    const { url } = await serve(inOrder(toolUse(thinking('Hm.'), call('a', {}, 't1')), endTurn('Done.')));
    const { body } = await post(url, request({ system: 'Plan.', tools }));
    expect(body.content[0]).toMatchObject({
      type: 'thinking',
      thinking: 'Hm.',
      signature: expect.any(String),
    });
    const result = { type: 'tool_result', tool_use_id: 't1', content: 'ok' };
    const thread = [go, { role: 'assistant', content: body.content }, { role: 'user', content: [result] }];
    return post(url, request({ system: 'Plan.', tools, ...change(thread) }));
  }

  it('is taken back with everything before it as it was', async () => {
    expect(await second((messages) => ({ messages }))).toMatchObject({ status: 200 });
  });

  it.each([
    [
      'an earlier message',
      (messages: object[]) => ({ messages: [{ ...go, content: 'Go!' }, ...messages.slice(1)] }),
    ],
    ['the system prompt', (messages: object[]) => ({ messages, system: 'Plan it.' })],
    ['the tools', (messages: object[]) => ({ messages, tools: [{ ...tools[0], description: 'B.' }] })],
    ['the model', (messages: object[]) => ({ messages, model: 'claude-opus-5-5' })],
  ])('is refused with another %s', async (_, change) => {
    expect(await second(change)).toMatchObject({
      status: 400,
      body: {
        error: {
          message: expect.stringMatching(/^messages\.1\.content\.0: Invalid `signature` in `thinking` block/),
        },
      },
    });
  });
});

describe('usage', () => {
  it('is small and uncached for a short prompt', async () => {
    const { url } = await serve(() => endTurn('Done.'));
    const { body } = await post(url, request());
    expect(body.usage).toEqual({
      ...{ input_tokens: 17, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 8 },
    });
  });

  it('writes a long prompt to the cache, and reads it in the next turn', async () => {
    const { url } = await serve(() => endTurn('Done.'));
    const system = 'Plan. '.repeat(1000);
    const { body: one } = await post(url, request({ system }));
    expect(one.usage).toMatchObject({
      input_tokens: 0,
      cache_creation_input_tokens: 1517,
      cache_read_input_tokens: 0,
    });
    const messages = [
      go,
      { role: 'assistant', content: one.content },
      { role: 'user', content: 'And tomorrow?' },
    ];
    const { body: two } = await post(url, request({ system, messages }));
    expect(two.usage).toMatchObject({ cache_read_input_tokens: 1517 });
    expect(two.usage.cache_creation_input_tokens).toBeGreaterThan(0);
  });
});

describe('the server', () => {
  it('gives every call an id of its own, also for the same call twice', async () => {
    const { url } = await serve(() => toolUse(call('a', {}), call('a', {})));
    const { body: one } = await post(url, request());
    const { body: two } = await post(url, request());
    const ids = [...one.content, ...two.content].map((block) => block.id);
    expect(new Set(ids).size).toBe(4);
  });

  it('tells the script the request and how many there were', async () => {
    const seen: unknown[] = [];
    const { url } = await serve((asked, attempt) => {
      seen.push([asked.messages[0]?.content, attempt]);
      return endTurn('Done.');
    });
    await post(url, request());
    await post(url, request());
    const content = [{ type: 'text', text: 'Go.' }];
    expect(seen).toEqual([
      [content, 1],
      [content, 2],
    ]);
  });

  it('says when a script is over or broken, in a way no client retries', async () => {
    const over = await post((await serve(inOrder())).url, request());
    expect(over).toMatchObject({
      status: 500,
      body: { error: { message: 'the script has no further step' } },
    });
    const broken = await serve(() => {
      throw new RangeError('no such day');
    });
    const answer = await post(broken.url, request());
    expect(answer.body.error.message).toBe('the script failed: RangeError: no such day');
    for (const { headers } of [over, answer]) expect(headers.get('x-should-retry')).toBe('false');
  });

  it('keeps the last 200 requests only', async () => {
    const { url, requests } = await serve(() => endTurn('Done.'));
    for (let n = 1; n <= 201; n += 1) await post(url, request({ max_tokens: n }));
    expect(requests).toHaveLength(200);
    expect(requests[0]?.body.max_tokens).toBe(2);
  });

  it('closes at once in the middle of an answer', async () => {
    const api = await startMessagesApi(inOrder(stallBody()));
    const pending = post(api.url, request()).catch((reason: Error) => reason);
    while (api.requests.length === 0) await new Promise((done) => setImmediate(done));
    await api.close();
    expect(await pending).toBeInstanceOf(Error);
  });
});
