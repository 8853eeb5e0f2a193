import { afterEach, describe, expect, it, vi } from 'vitest';
import { anthropicModel } from '../../lambda/agent/anthropic.ts';
import type { Block, Message, ModelRequest } from '../../lambda/agent/model.ts';
import {
  call,
  cutBody,
  endTurn,
  error,
  hangup,
  inOrder,
  maxTokens,
  raw,
  type Script,
  type Step,
  stallBody,
  stallHeaders,
  startMessagesApi,
  stopped,
  text,
  thinking,
  toolUse,
} from '../../lib/local/messages-api.ts';

const KEY = 'sk-test-only-0123456789';
const inAMinute = { remainingMs: () => 60_000 };

const weather = {
  name: 'get_weather',
  description: 'Read the weather.',
  input_schema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
  strict: true,
};

const request = (over: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'claude-sonnet-5-5',
  system: 'You plan.',
  tools: [weather],
  messages: [{ role: 'user', content: [text('Go.')] }],
  maxTokens: 1024,
  ...over,
});

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const server of open.splice(0)) await server.close();
});

async function serve(script: Script, options: { validate?: boolean } = {}) {
  const api = await startMessagesApi(script, options);
  open.push(api);
  return { ...api, model: anthropicModel({ apiKey: KEY, baseUrl: api.url }) };
}

const serving = (...steps: Step[]) => serve(inOrder(...steps));

/** What a rejected promise was rejected with. */
const failure = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => {
      throw new Error('it did not fail');
    },
    (reason: Error) => reason,
  );

describe('an answer', () => {
  it('comes back with its content, stop reason, usage and request id', async () => {
    const message = {
      ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-5-5-20261001' },
      content: [{ type: 'text', text: 'Done.' }],
      stop_reason: 'end_turn',
      usage: {
        input_tokens: 3,
        output_tokens: 5,
        cache_read_input_tokens: 700,
        cache_creation_input_tokens: null,
      },
    };
    const { model } = await serving(raw(200, 'application/json', JSON.stringify(message)));
    expect(await model.turn(request(), inAMinute)).toEqual({
      kind: 'answer',
      content: [{ type: 'text', text: 'Done.' }],
      stopReason: 'end_turn',
      usage: { input: 3, output: 5, cacheRead: 700, cacheWrite: 0 },
      model: 'claude-sonnet-5-5-20261001',
    });
  });

  it('carries the request id of its headers', async () => {
    const { model } = await serving(endTurn('Done.'));
    expect(await model.turn(request(), inAMinute)).toMatchObject({
      requestId: expect.stringMatching(/^req_\w{24}$/),
    });
  });

  it('passes an unknown stop reason and the details of a refusal through', async () => {
    const { model } = await serving(stopped('gone_fishing', 'Bye.'), {
      kind: 'answer',
      stopReason: 'refusal',
      content: [],
      stopDetails: { type: 'refusal', category: 'cyber', explanation: null },
    });
    expect(await model.turn(request(), inAMinute)).toMatchObject({ stopReason: 'gone_fishing' });
    expect(await model.turn(request(), inAMinute)).toMatchObject({
      stopReason: 'refusal',
      content: [],
      stopDetails: { type: 'refusal', category: 'cyber', explanation: null },
    });
  });

  it('may hold more tokens than the SDK lets pass without streaming', async () => {
    const { model } = await serving(maxTokens('Long'));
    expect(await model.turn(request({ maxTokens: 64_000 }), inAMinute)).toMatchObject({
      stopReason: 'max_tokens',
    });
  });
});

describe('the request', () => {
  it('says what was asked and nothing else', async () => {
    const { model, requests } = await serving(endTurn('Done.'));
    const schema = { type: 'object', properties: {}, additionalProperties: false };
    await model.turn(request({ effort: 'low', outputSchema: schema }), inAMinute);
    expect(requests[0]?.body).toEqual({
      model: 'claude-sonnet-5-5',
      max_tokens: 1024,
      system: [{ type: 'text', text: 'You plan.', cache_control: { type: 'ephemeral' } }],
      tools: [{ ...weather, strict: true }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Go.' }] }],
      output_config: { effort: 'low', format: { type: 'json_schema', schema } },
      cache_control: { type: 'ephemeral' },
    });
    expect(requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'anthropic-version': '2026-10-21',
    });
  });

  it('has neither strict nor a format where the provider compiles no schemas, and says the schema instead', async () => {
    const api = await serving(endTurn('{}'));
    const model = anthropicModel({ apiKey: KEY, baseUrl: api.url, strictTools: false });
    const schema = { type: 'object', properties: {}, additionalProperties: false };
    await model.turn(request({ outputSchema: schema }), inAMinute);
    const { body } = api.requests[0] ?? {};
    expect(body?.tools?.[0]).not.toHaveProperty('strict');
    expect(body).not.toHaveProperty('output_config');
    expect(body?.system).toMatchObject([
      { text: expect.stringContaining('{"type":"object","properties":{},"additionalProperties":false}') },
    ]);
  });

  it('begins with the same bytes in every turn of a thread, so that the cache can be read', async () => {
    const { model, requests } = await serving(
      toolUse(thinking('Look.'), call('get_weather', { city: 'HK' }, 't1')),
      endTurn('Fine.'),
    );
    const first = await model.turn(request(), inAMinute);
    if (first.kind !== 'answer') throw new Error('an answer is wanted');
    const messages: Message[] = [
      ...request().messages,
      { role: 'assistant', content: first.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: '22 degrees' }] },
    ];
    await model.turn(request({ messages }), inAMinute);
    const [one = '', two = ''] = requests.map((sent) => sent.text);
    const prefix = one.slice(0, one.indexOf('"messages":'));
    expect(prefix).toContain('"tools":[{"name":"get_weather"');
    expect(prefix).toContain('"cache_control":{"type":"ephemeral"}');
    expect(two.startsWith(prefix)).toBe(true);
  });

  it('sends what the model said back byte for byte: thinking, redacted and unknown blocks, odd spacing', async () => {
    const content =
      '[{"type":"thinking","thinking":"","signature":"c2ln+/=="},{"type":"redacted_thinking","data":"ZGF0YQ=="},' +
      '{"type":"text","text":" 天氣。🔥 \\n"},{"type":"made_up","z":1,"a":{"deep":[null,0.1]},"thinking":null},' +
      '{"type":"tool_use","id":"t1","name":"get_weather","input":{"z":"后","a":"NFD é"},"caller":{"type":"direct"}}]';
    const { model, requests } = await serving(
      raw(
        200,
        'application/json',
        `{ "type":"message","model":"m","stop_reason":"tool_use",\n"usage":{"input_tokens":1,"output_tokens":1}, "content":${content} }`,
      ),
      endTurn('Fine.'),
    );
    const first = await model.turn(request(), inAMinute);
    if (first.kind !== 'answer') throw new Error('an answer is wanted');
    // A day's wait in a database lies between: only the JSON survives it.
    const stored: Block[] = JSON.parse(JSON.stringify(first.content));
    const result: Message = {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }],
    };
    await model.turn(
      request({ messages: [...request().messages, { role: 'assistant', content: stored }, result] }),
      inAMinute,
    );
    expect(requests[1]?.text).toContain(`{"role":"assistant","content":${content}}`);
  });
});

describe('patience the provider asks for', () => {
  const date = { date: 'Mon, 30 Nov 2026 08:00:00 GMT' };
  it.each([
    ['429 with seconds', error(429, { 'retry-after': '7' }), 'RATE_LIMITED', 7],
    ['429 with half an hour', error(429, { 'retry-after': '1800' }), 'RATE_LIMITED', 1800],
    [
      '429 with milliseconds',
      error(429, { 'retry-after-ms': '1200', 'retry-after': '9' }),
      'RATE_LIMITED',
      2,
    ],
    [
      '429 with a date',
      error(429, { ...date, 'retry-after': 'Mon, 30 Nov 2026 08:01:30 GMT' }),
      'RATE_LIMITED',
      90,
    ],
    [
      '429 with a date gone by',
      error(429, { ...date, 'retry-after': 'Mon, 30 Nov 2026 07:00:00 GMT' }),
      'RATE_LIMITED',
      30,
    ],
    ['429 with nonsense', error(429, { 'retry-after': 'soon' }), 'RATE_LIMITED', 30],
    ['429 with a wait of years', error(429, { 'retry-after': '1e12' }), 'RATE_LIMITED', 30],
    ['429 with an endless number', error(429, { 'retry-after': '999999999999' }), 'RATE_LIMITED', 86_400],
    ['429 without a header', error(429), 'RATE_LIMITED', 30],
    ['429 of a ramp limit', error(429, {}, { error_code: 'ramp_limit_exceeded' }), 'RATE_LIMITED', 30],
    ['529 with seconds', error(529, { 'retry-after': '20' }), 'OVERLOADED', 20],
    ['529 without a header', error(529), 'OVERLOADED', 60],
    ['529 that says do retry', error(529, { 'x-should-retry': 'true' }), 'OVERLOADED', 60],
  ])('%s is data after one request', async (_, step, code, retryAfterSeconds) => {
    const { model, requests } = await serving(step);
    expect(await model.turn(request(), inAMinute)).toEqual({ kind: 'throttled', code, retryAfterSeconds });
    expect(requests).toHaveLength(1);
  });
});

describe('a failure', () => {
  it.each([
    ['500', error(500), 'ModelUnavailable', /^500 api_error: scripted 500 \(request req_\w+\)$/],
    ['503', error(503), 'ModelUnavailable', /^503 /],
    ['504', error(504), 'ModelUnavailable', /^504 timeout_error/],
    ['408', error(408), 'ModelUnavailable', /^408 /],
    ['409', error(409), 'ModelUnavailable', /^409 conflict_error/],
    ['501', error(501), 'ModelRefusedRequest', /^501 /],
    ['400', error(400), 'ModelRefusedRequest', /^400 invalid_request_error: scripted 400/],
    ['400 that says do retry', error(400, { 'x-should-retry': 'true' }), 'ModelRefusedRequest', /^400 /],
    ['401', error(401), 'ModelRefusedRequest', /^401 authentication_error/],
    ['402', error(402), 'ModelRefusedRequest', /^402 billing_error/],
    ['403', error(403), 'ModelRefusedRequest', /^403 permission_error/],
    ['404', error(404), 'ModelRefusedRequest', /^404 not_found_error/],
    ['413', error(413), 'ModelRefusedRequest', /^413 request_too_large/],
    ['418', error(418), 'ModelRefusedRequest', /^418 /],
    [
      'a spend limit',
      error(429, {}, { error_code: 'enforced_spend_limit_reached' }),
      'ModelRefusedRequest',
      /^429 rate_limit_error/,
    ],
    [
      'a contract limit',
      error(429, {}, { error_code: 'contract_spend_limit_reached' }),
      'ModelRefusedRequest',
      /^429 /,
    ],
    [
      'an organization',
      error(429, {}, { error_code: 'linked_organization_spend_limit_reached' }),
      'ModelRefusedRequest',
      /^429 /,
    ],
    [
      'malformed JSON',
      raw(200, 'application/json', '{"type":"mess'),
      'ModelUnavailable',
      /^the answer is not JSON$/,
    ],
    [
      'a page of HTML',
      raw(200, 'text/html', '<h1>Welcome</h1>'),
      'ModelUnavailable',
      /^the answer is not a message$/,
    ],
    [
      'an empty object',
      raw(200, 'application/json', '{}'),
      'ModelUnavailable',
      /^the answer is not a message$/,
    ],
    ['null', raw(200, 'application/json', 'null'), 'ModelUnavailable', /^the answer is not a message$/],
    [
      'a message without usage',
      raw(200, 'application/json', '{"type":"message","model":"m","content":[],"stop_reason":"end_turn"}'),
      'ModelUnavailable',
      /^the answer is not a message$/,
    ],
    [
      '502 of HTML',
      raw(502, 'text/html', '<h1>Bad gateway</h1>'),
      'ModelUnavailable',
      /^502 error: no message$/,
    ],
  ])('of %s is named after one request', async (_, step, name, message) => {
    const { model, requests } = await serving(step);
    const failed = await failure(model.turn(request(), inAMinute));
    expect(failed.name).toBe(name);
    expect(failed.message).toMatch(message);
    expect(failed.cause).toBeUndefined();
    expect(requests).toHaveLength(1);
  });

  it('of a body that stalls ends with the time the caller has left', async () => {
    const { model, requests } = await serving(stallBody());
    const failed = await failure(model.turn(request(), { remainingMs: () => 5_100 }));
    expect(failed).toMatchObject({
      name: 'ModelUnavailable',
      message: 'no complete answer within the time this call had',
    });
    expect(requests).toHaveLength(1);
  });

  it('of headers that never come ends with the time the caller has left', async () => {
    const { model, requests } = await serving(stallHeaders());
    const failed = await failure(model.turn(request(), { remainingMs: () => 5_100 }));
    expect(failed).toMatchObject({
      name: 'ModelUnavailable',
      message: 'no complete answer within the time this call had',
    });
    expect(requests).toHaveLength(1);
  });

  it('of too little time is named without a request', async () => {
    const { model, requests } = await serving(endTurn('Done.'));
    const failed = await failure(model.turn(request(), { remainingMs: () => 4_999.5 }));
    expect(failed).toMatchObject({ name: 'ModelUnavailable', message: 'no time is left for a call' });
    expect(requests).toHaveLength(0);
  });

  it('of a server that is not there is named with its code', async () => {
    const api = await startMessagesApi(inOrder());
    await api.close();
    const model = anthropicModel({ apiKey: KEY, baseUrl: api.url });
    const failed = await failure(model.turn(request(), inAMinute));
    expect(failed.name).toBe('ModelUnavailable');
    expect(failed.message).toMatch(/ECONNREFUSED$/);
  });

  it('of a body that is cut off is named and not asked for again', async () => {
    const { model, requests } = await serving(cutBody(), endTurn('Done.'));
    const failed = await failure(model.turn(request(), inAMinute));
    expect(failed).toMatchObject({
      name: 'ModelUnavailable',
      message: expect.stringMatching(/^TypeError: terminated/),
    });
    expect(requests).toHaveLength(1);
  });

  it('of a socket that broke is tried again once, at once', async () => {
    const { model, requests } = await serving(hangup(), endTurn('Done.'));
    expect(await model.turn(request(), inAMinute)).toMatchObject({ stopReason: 'end_turn' });
    expect(requests).toHaveLength(2);
  });

  it('of a socket that broke twice is named', async () => {
    const { model, requests } = await serving(hangup(), hangup(), endTurn('Done.'));
    const failed = await failure(model.turn(request(), inAMinute));
    expect(failed.name).toBe('ModelUnavailable');
    expect(failed.message).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
    expect(requests).toHaveLength(2);
  });
});

describe('the key', () => {
  it('is read once and kept', async () => {
    const api = await serving(endTurn('One.'), endTurn('Two.'));
    let reads = 0;
    const model = anthropicModel({ apiKey: async () => `key-${++reads}`, baseUrl: api.url });
    await model.turn(request(), inAMinute);
    await model.turn(request(), inAMinute);
    expect(api.requests.map((sent) => sent.headers.authorization)).toEqual(['Bearer key-1', 'Bearer key-1']);
  });

  it('is read once more when the provider says 401', async () => {
    const api = await serving(error(401), endTurn('Done.'), endTurn('Again.'));
    const keys = ['old-key', 'new-key'];
    const model = anthropicModel({ apiKey: async () => keys.shift() ?? 'none', baseUrl: api.url });
    expect(await model.turn(request(), inAMinute)).toMatchObject({ stopReason: 'end_turn' });
    await model.turn(request(), inAMinute);
    expect(api.requests.map((sent) => sent.headers.authorization)).toEqual([
      'Bearer old-key',
      'Bearer new-key',
      'Bearer new-key',
    ]);
  });

  it('is not read a third time', async () => {
    const api = await serving(error(401), error(401), endTurn('Done.'));
    const model = anthropicModel({ apiKey: async () => 'wrong-key', baseUrl: api.url });
    expect(await failure(model.turn(request(), inAMinute))).toMatchObject({
      name: 'ModelRefusedRequest',
      status: 401,
    });
    expect(api.requests).toHaveLength(2);
  });

  it('that cannot be read may be readable later', async () => {
    const api = await serving(endTurn('Done.'));
    let reads = 0;
    const apiKey = async () => {
      if (++reads === 1) throw new RangeError(`secret ${KEY} is throttled`);
      return KEY;
    };
    const model = anthropicModel({ apiKey, baseUrl: api.url });
    const failed = await failure(model.turn(request(), inAMinute));
    expect(failed).toMatchObject({
      name: 'ModelUnavailable',
      message: 'the API key could not be read: RangeError',
    });
    expect(await model.turn(request(), inAMinute)).toMatchObject({ stopReason: 'end_turn' });
  });

  it('is sent without the line break secrets are stored with', async () => {
    const api = await serving(endTurn('Done.'));
    await anthropicModel({ apiKey: `${KEY}\n`, baseUrl: api.url }).turn(request(), inAMinute);
    expect(api.requests[0]?.headers.authorization).toBe('Bearer sk-test-only-0123456789');
  });

  it.each(['', ' ', 'sk-one\nsk-two', 'sk-鑰匙'])(
    '%j is refused without being shown or sent',
    async (apiKey) => {
      const api = await serving(endTurn('Done.'));
      const failed = await failure(anthropicModel({ apiKey, baseUrl: api.url }).turn(request(), inAMinute));
      expect(failed).toMatchObject({
        name: 'ModelRefusedRequest',
        message: 'an API key of visible ASCII characters is wanted',
      });
      expect(api.requests).toHaveLength(0);
    },
  );

  it('is in no failure, even where the provider repeats it', async () => {
    const steps: Step[] = [
      { kind: 'error', status: 400, message: `bad key ${KEY}` },
      { kind: 'error', status: 500, message: `bad key ${KEY}` },
      { kind: 'error', status: 401, message: KEY.repeat(40) },
      raw(200, 'application/json', `${KEY}`),
      raw(403, 'text/html', `<p>${KEY}</p>`),
    ];
    const { model } = await serving(...steps);
    for (const _ of steps) {
      const failed = await failure(model.turn(request(), inAMinute));
      expect(`${failed.name} ${failed.message} ${failed.stack} ${JSON.stringify(failed)}`).not.toContain(
        'sk-test',
      );
      expect(failed.message.length).toBeLessThanOrEqual(500);
    }
  });

  it('is in no log, and neither is the prompt, even where the environment asks for all', async () => {
    vi.stubEnv('ANTHROPIC_LOG', 'debug');
    const methods = ['debug', 'info', 'log', 'warn', 'error'] as const;
    const spies = methods.map((method) => vi.spyOn(console, method).mockImplementation(() => {}));
    const { model } = await serving(endTurn('Done.'), error(500), hangup(), hangup());
    await model.turn(request(), inAMinute);
    for (const _ of [1, 2]) await failure(model.turn(request(), inAMinute));
    const printed = spies.flatMap((spy) => spy.mock.calls);
    expect(printed).toEqual([]);
  });
});
