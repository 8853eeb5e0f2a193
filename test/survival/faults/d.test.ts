import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { anthropicModel } from '../../../lambda/agent/anthropic.ts';
import type { Block } from '../../../lambda/agent/model.ts';
import type { Json } from '../../../lambda/define/json.ts';
import { strictFault } from '../../../lambda/define/strict-rules.ts';
import { defineTool } from '../../../lambda/define/tool.ts';
import { triggerOf } from '../../../lambda/states/trigger.ts';
import { linksIn } from '../../../lib/local/crash/story.ts';
import { subjectNamed } from '../../../lib/local/crash/subject.ts';
import { startMessagesApi } from '../../../lib/local/messages-api.ts';
import {
  call,
  endTurn,
  error,
  inOrder,
  type MessagesRequestBody,
  maxTokens,
  refusal,
  type Step,
  toolUse,
} from '../../../lib/local/messages-api-script.ts';
import { openBazaar } from '../adversary/subject.ts';
import { say, scripted, shop, stage } from './stage.ts';

const look = (item = 'paper', id?: string) => call('get_stock', { item }, id);
const order = call('create_order', { stock_id: 'stock-0001-0', qty: 10 }, 'order');
const pay = (cents: number, id?: string) => call('pay', { to: 'the printer', cents }, id);
const BADLY = [endTurn('Well.'), endTurn('{"verdict":"badly"}')] as const;

async function bazaar(...steps: readonly Step[]) {
  const { script, asked } = scripted(...steps);
  const opened = openBazaar({ script });
  return { ...opened, asked, ...(await stage(opened.subject)) };
}

type Result = { readonly id: string; readonly ok: boolean; readonly code: string | undefined };

/** The results in a request's last message, in order; undefined when anything stands before one of them. */
function resultsIn(request: MessagesRequestBody | undefined): readonly Result[] | undefined {
  const blocks = request?.messages.at(-1)?.content ?? [];
  const results = blocks.filter(({ type }) => type === 'tool_result');
  if (blocks.slice(0, results.length).some(({ type }) => type !== 'tool_result')) return undefined;
  return results.map((block) => {
    const told = JSON.parse(String(block.content)) as { ok: boolean; error?: { code: string } };
    return { id: String(block.tool_use_id), ok: told.ok, code: told.error?.code };
  });
}

describe('the results of a turn', () => {
  it('D1 are one for each call, whatever became of it: read, refused, invalid, approved, rejected', async () => {
    const s = await bazaar(
      toolUse('First this.', look('paper', 'a'), call('send_email', {}, 'b'), call('pay', { to: 1 }, 'c')),
      toolUse(order, pay(500, 'd'), call('get_stock', { item: 'x'.repeat(50) }, 'e')),
      ...BADLY,
    );
    await s.start();
    await say(s, await s.parked(), { 0: 'APPROVED', 1: 'CHANGES' });
    await s.ended();
    expect(resultsIn(s.asked[1])).toEqual([
      { id: 'a', ok: true, code: undefined },
      { id: 'b', ok: false, code: 'UNKNOWN_TOOL' },
      { id: 'c', ok: false, code: 'INVALID_ARGUMENTS' },
    ]);
    expect(resultsIn(s.asked[2])).toEqual([
      { id: 'order', ok: true, code: undefined },
      { id: 'd', ok: false, code: 'CHANGES_REQUESTED' },
      { id: 'e', ok: false, code: 'INVALID_ARGUMENTS' },
    ]);
    expect((await s.record()).run.code).toBe('BADLY');
  });

  it('D2 of three calls are three records and one message, in the order of the calls', async () => {
    const s = await bazaar(toolUse(look('a', '1'), look('b', '2'), look('c', '3')), ...BADLY);
    await s.start();
    await s.ended();
    expect((await s.record()).calls.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(resultsIn(s.asked[1])?.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(s.asked[1]?.messages).toHaveLength(3);
  });

  it('D3 wait for a person together: the read is made once, the approved act once, the other never', async () => {
    const s = await bazaar(
      toolUse(look('paper', '1')),
      toolUse(look('glue', '2'), pay(700, '3'), order),
      ...BADLY,
    );
    await s.start();
    const link = await s.parked();
    await s.after(100);
    expect(s.asked).toHaveLength(2);
    await say(s, link, { 1: 'CHANGES', 2: 'APPROVED' });
    await s.ended();
    expect([s.reads(), s.ordered.length, s.paid.length]).toEqual([2, 1, 0]);
    expect(resultsIn(s.asked[2])?.map(({ id, ok }) => `${id} ${ok}`)).toEqual([
      '2 true',
      '3 false',
      'order true',
    ]);
  });
});

describe('an answer', () => {
  it('D4 that is cut off inside a call proposes nothing, though the call would be valid', async () => {
    const cut = maxTokens('Paying.', pay(10));
    const s = await bazaar(cut, cut);
    await s.start();
    await s.ended();
    expect(await s.record()).toMatchObject({ turns: [], run: { state: 'FAILED', code: 'TRUNCATED' } });
    expect([s.effects(), s.gates()]).toEqual([[], []]);
    expect(s.asked[1]?.max_tokens).toBe(4 * Number(s.asked[0]?.max_tokens));
  });

  it('D6 that refuses ends the run by that name: asked once, people are told, the next day begins afresh', async () => {
    const s = await bazaar(toolUse(look()), refusal('bio', 'I will not.'), ...BADLY);
    await s.start();
    await s.ended();
    expect(s.asked).toHaveLength(2);
    expect((await s.record()).run).toMatchObject({ state: 'FAILED', code: 'REFUSED' });
    expect((await s.record()).turns).toHaveLength(1);
    expect(s.world.mails.find(({ to }) => to.startsWith('owner'))?.text).toContain('REFUSED');
    await s.start({ businessDate: '2026-08-26' });
    await s.world.pass(() => s.asked.length > 2, s.world.timers.now() + 86_400_000);
    expect(s.asked[2]?.messages).toHaveLength(1);
    expect(JSON.stringify(s.asked[2])).not.toContain('will not');
  });

  it('D8 runs what is a call and nothing that looks like one; a stop that does not fit is an error', async () => {
    const both = await bazaar(toolUse('I have paid 500 cents.', look()), ...BADLY);
    await both.start();
    await both.ended();
    expect(both.reads()).toBe(1);
    expect(both.world.mails.map(({ text }) => text).join()).not.toContain('I have paid');

    const none = await bazaar(toolUse('pay({"to":"me","cents":1})'));
    await none.start();
    await none.ended();
    expect((await none.record()).run).toMatchObject({ state: 'FAILED', code: 'TOOL_USE_WITHOUT_CALL' });
    expect(none.effects()).toEqual([]);
  });

  it('D11 goes back as it came, unknown blocks and spacing included, also after hours at a gate', async () => {
    const content: Block[] = [
      { type: 'thinking', thinking: '', signature: 'c2ln' },
      { type: 'redacted_thinking', data: 'AAA=' },
      { type: 'made_up', 'odd field': [1, null, { '。': '🔥' }] },
      { type: 'text', text: '  two  spaces\n\n。' },
      { type: 'tool_use', id: 't1', name: 'pay', input: { cents: 5, to: 'é' } },
    ];
    const s = await bazaar(
      toolUse({ type: 'thinking', thinking: 'So.', signature: 'AQ==' }, look()),
      { kind: 'answer', stopReason: 'tool_use', content },
      ...BADLY,
    );
    await s.start();
    const link = await s.parked();
    await s.after(110);
    await say(s, link, 'CHANGES');
    await s.ended();
    expect(JSON.stringify(s.asked[2]?.messages[3]?.content)).toBe(JSON.stringify(content));
  });

  it('D15 is stored once though its function dies before it can say so: one turn, one call, one letter', async () => {
    const probe = shop();
    const first = await stage(probe.subject);
    await first.start();
    await first.parked();
    const puts = first.world.points.filter(({ request }) => request.startsWith('DynamoDB put RUN TURN#'));
    expect(puts).toHaveLength(2);
    for (const { n } of puts) {
      const { subject, placed } = shop();
      const s = await stage(subject, { crashes: [{ at: n, side: 'after', takes: 'process' }] });
      await s.start();
      await say(s, await s.parked(), 'APPROVED');
      await s.ended();
      const { turns, calls, run } = await s.record();
      expect([run.state, turns.length, calls.length, placed.length]).toEqual(['DONE', 3, 2, 1]);
      expect(s.world.mails.filter((mail) => linksIn(mail).length > 0)).toHaveLength(1);
    }
  });
});

describe('a busy provider', () => {
  const busy = (status: number, times: number) =>
    Array.from({ length: times }, () => error(status, { 'retry-after': '20' }));

  it.each([
    { what: '429 three times', steps: busy(429, 3), code: undefined, orders: 1 },
    { what: '529 five times', steps: busy(529, 5), code: undefined, orders: 1 },
    { what: '529 for ever', steps: busy(529, 40), code: 'OVERLOADED', orders: 0 },
  ])('D9 is waited for by the machine, not for ever: $what', async ({ steps, code, orders }) => {
    const s = await bazaar(
      ...steps,
      toolUse(look()),
      toolUse(order),
      endTurn('Well.'),
      endTurn('{"verdict":"well"}'),
    );
    const began = s.world.timers.now();
    await s.start();
    if (!code) await say(s, await s.parked(), 'APPROVED');
    await s.ended();
    expect((await s.record()).run).toMatchObject(code ? { state: 'FAILED', code } : { state: 'DONE' });
    expect(s.ordered).toHaveLength(orders);
    expect(s.world.timers.now() - began).toBeGreaterThanOrEqual(60_000);
    if (code) expect(s.world.mails.some(({ to }) => to.startsWith('owner'))).toBe(true);
  });

  it('D10 is asked once per call, and the wait it wants is handed on', async () => {
    const api = await startMessagesApi(inOrder(error(429, { 'retry-after': '1800' })));
    const request = {
      model: 'claude-sonnet-5-5',
      system: 'You trade.',
      tools: [],
      messages: [{ role: 'user' as const, content: [{ type: 'text', text: 'Go.' }] }],
      maxTokens: 4096,
    };
    const answer = await anthropicModel({ apiKey: 'sk-test', baseUrl: api.url }).turn(request, {
      remainingMs: () => 300_000,
    });
    expect(answer).toEqual({ kind: 'throttled', retryAfterSeconds: 1800, code: 'RATE_LIMITED' });
    expect(api.requests).toHaveLength(1);
    expect(Number(api.requests[0]?.headers['x-stainless-timeout'])).toBeGreaterThan(0);
    await api.close();
  });
});

describe('a tool', () => {
  const declared = (name: string) =>
    defineTool({
      name,
      description: 'Send a letter.',
      effect: 'READ_ONLY',
      input: z.object({}),
      output: z.object({}),
      timeout: { seconds: 5 },
    });

  it('D12 the provider would refuse is refused when it is declared; limits it cannot know are ours to keep', async () => {
    expect(() => declared('mail.send')).toThrow('mail.send');
    expect(() => declared('a'.repeat(129))).toThrow(TypeError);
    const schema: Json = {
      type: 'object',
      additionalProperties: false,
      required: ['qty'],
      properties: { qty: { type: 'integer', minimum: 1 } },
    };
    expect(strictFault(schema as never)).toBe('qty: "minimum" is not supported');
    const s = await bazaar(
      toolUse(look()),
      toolUse(call('create_order', { stock_id: 'stock-0001-0', qty: 100 }, 'x')),
      ...BADLY,
    );
    await s.start();
    await s.ended();
    expect(resultsIn(s.asked[2])).toEqual([{ id: 'x', ok: false, code: 'INVALID_ARGUMENTS' }]);
    expect(s.gates()).toEqual([]);
  });
});

describe('what a model says', () => {
  const brief = subjectNamed('morning-brief');

  it('D19 is no fact and no receipt: neither an invented figure nor "I have sent it" makes a morning DONE', async () => {
    const invented = await stage({
      ...brief,
      script: scripted(endTurn('18 °C, sunny. I have created the task.')).script,
    });
    await invented.start();
    await invented.ended();
    expect((await invented.record()).run).toMatchObject({ state: 'FAILED', code: 'EVIDENCE_MISSING' });
    expect(invented.world.mails.map(({ text }) => text).join()).not.toContain('18 °C');

    const { script, asked } = scripted(
      toolUse(call('get_hko_weather', { lang: 'tc' })),
      toolUse(call('draft_bilingual_brief', { snapshot_id: 'weather-0001-0', audience: 'operations' })),
      toolUse(call('create_review_task', { title: 'It will be 41 degrees', draft_id: 'draft-0002-0' }, 'x')),
      endTurn('I have sent it.'),
    );
    const claimed = await stage({ ...brief, script });
    await claimed.start();
    await claimed.ended();
    expect(resultsIn(asked[3])?.[0]).toMatchObject({ ok: false });
    expect((await claimed.record()).run.state).toBe('FAILED');
    expect(claimed.world.effects).toEqual([]);
  });

  it('D21 of today stands on the day it was told, the scheduled one in Hong Kong, also on the morning after', async () => {
    const trigger = triggerOf({
      workflow: 'orders',
      input: { shop: 'Central' },
      scheduledTime: '2026-03-29T22:30:00Z',
    });
    expect(trigger.businessDate).toBe('2026-03-30');
    const { script, asked } = scripted(
      toolUse(look()),
      toolUse(call('create_order', { item: 'paper', qty: 1 })),
      endTurn('Well.'),
    );
    const s = await stage({ ...shop().subject, script });
    await s.start({ businessDate: '2026-03-30' });
    const link = await s.parked();
    await s.after(115);
    await say(s, link, 'APPROVED');
    await s.ended();
    for (const { messages } of asked) expect(JSON.stringify(messages[0])).toContain('2026-03-30');
    expect(asked).toHaveLength(3);
  });
});
