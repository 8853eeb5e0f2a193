import { afterEach, expect, it } from 'vitest';
import { anthropicModel } from '../../lambda/agent/anthropic.ts';
import { readAnswer, type TurnReading } from '../../lambda/agent/read-answer.ts';
import {
  call,
  endTurn,
  inOrder,
  maxTokens,
  pauseTurn,
  refusal,
  type Step,
  startMessagesApi,
  stopped,
  text,
  thinking,
  toolUse,
} from '../../lib/local/messages-api.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** One turn through the SDK, read. */
async function turn(step: Step): Promise<TurnReading> {
  const api = await startMessagesApi(inOrder(step));
  open.push(api);
  const answer = await anthropicModel({ apiKey: 'sk-test', baseUrl: api.url }).turn(
    {
      model: 'claude-sonnet-5-5',
      system: 'You plan.',
      tools: [
        { name: 'create_order', description: 'Order.', input_schema: { type: 'object' }, strict: false },
      ],
      messages: [{ role: 'user', content: [text('Go.')] }],
      maxTokens: 1024,
    },
    { remainingMs: () => 60_000 },
  );
  if (answer.kind !== 'answer') throw new Error('an answer is wanted');
  return readAnswer(answer);
}

it('text beside a call is not the answer: the call runs', async () => {
  expect(
    await turn(toolUse(thinking('Hm.'), 'I have ordered 10.', call('create_order', { qty: 10 }, 't1'))),
  ).toEqual({
    kind: 'calls',
    calls: [{ id: 't1', name: 'create_order', input: { qty: 10 } }],
    text: 'I have ordered 10.',
  });
});

it('a call that was cut off is not run, though it fits its schema', async () => {
  expect(await turn(maxTokens('Ordering.', call('create_order', { qty: 10 }, 't1')))).toEqual({
    kind: 'truncated',
  });
});

it('a refusal ends by name and category', async () => {
  expect(await turn(refusal('bio', 'I will not'))).toEqual({
    kind: 'failed',
    code: 'REFUSED',
    message: 'the model refused (bio)',
  });
  expect(await turn(refusal(null))).toEqual({
    kind: 'failed',
    code: 'REFUSED',
    message: 'the model refused',
  });
});

it('a stop for a call that is not there is a fault', async () => {
  expect(await turn(toolUse('create_order(qty=10)'))).toMatchObject({
    kind: 'failed',
    code: 'TOOL_USE_WITHOUT_CALL',
  });
});

it('a call behind another stop is a fault', async () => {
  expect(await turn(endTurn('Done.', call('create_order', { qty: 10 })))).toMatchObject({
    kind: 'failed',
    code: 'CALL_WITHOUT_TOOL_USE',
  });
});

it('nothing at all is empty, a pause goes on, a stop nobody knows is named', async () => {
  expect(await turn(endTurn())).toEqual({ kind: 'empty' });
  expect(await turn(pauseTurn({ type: 'server_tool_use', id: 's1', name: 'web_search', input: {} }))).toEqual(
    { kind: 'continue' },
  );
  expect(await turn(stopped('gone_fishing', 'Bye.'))).toMatchObject({ kind: 'failed', code: 'UNKNOWN_STOP' });
});
