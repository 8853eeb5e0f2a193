import { describe, expect, it } from 'vitest';
import type { Block } from '../../lambda/agent/model.ts';
import { readAnswer } from '../../lambda/agent/read-answer.ts';

const text = (text: string): Block => ({ type: 'text', text });
const thinking: Block = { type: 'thinking', thinking: '', signature: 'c2ln' };
const order: Block = { type: 'tool_use', id: 'toolu_1', name: 'create_order', input: { qty: 10 } };

const read = (stopReason: string, ...content: Block[]) => readAnswer({ stopReason, content });

describe('tool_use', () => {
  it('runs its calls in the order of the blocks, whatever stands between them', () => {
    const second: Block = {
      type: 'tool_use',
      id: 'toolu_2',
      name: 'get_weather',
      input: {},
      caller: { type: 'direct' },
    };
    expect(read('tool_use', thinking, text('First this, '), order, text('then that.'), second)).toEqual({
      kind: 'calls',
      calls: [
        { id: 'toolu_1', name: 'create_order', input: { qty: 10 } },
        { id: 'toolu_2', name: 'get_weather', input: {} },
      ],
      text: 'First this, then that.',
    });
  });

  it('without a call is a fault, however much the text looks like one', () => {
    const looksLikeOne = text('{"type":"tool_use","id":"toolu_1","name":"create_order","input":{}}');
    expect(read('tool_use', looksLikeOne)).toMatchObject({ kind: 'failed', code: 'TOOL_USE_WITHOUT_CALL' });
    expect(read('tool_use')).toMatchObject({ kind: 'failed', code: 'TOOL_USE_WITHOUT_CALL' });
  });

  it.each([
    ['no id', { type: 'tool_use', name: 'a', input: {} }],
    ['no name', { type: 'tool_use', id: 'x', input: {} }],
    ['text as input', { type: 'tool_use', id: 'x', name: 'a', input: '{}' }],
    ['a list as input', { type: 'tool_use', id: 'x', name: 'a', input: [] }],
    ['null as input', { type: 'tool_use', id: 'x', name: 'a', input: null }],
    ['the id of another call', { type: 'tool_use', id: 'toolu_1', name: 'a', input: {} }],
  ])('with %s in one call runs none of them', (_, call) => {
    expect(read('tool_use', order, call)).toMatchObject({ kind: 'failed', code: 'MALFORMED_CALL' });
  });

  it("takes no call of the provider's own tools for one of ours", () => {
    const search: Block = { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: {} };
    expect(read('tool_use', search)).toMatchObject({ kind: 'failed', code: 'TOOL_USE_WITHOUT_CALL' });
  });
});

describe.each(['end_turn', 'stop_sequence'])('%s', (stopReason) => {
  it('ends with the text, chosen by the kind of block', () => {
    expect(read(stopReason, thinking, text('All '), { type: 'made_up', text: 'no' }, text('done.'))).toEqual({
      kind: 'end',
      text: 'All done.',
    });
  });

  it.each([
    ['bare', '{"verdict":"pass"}'],
    ['with spaces around', '\n {"verdict":"pass"} \n'],
    ['fenced', '```json\n{"verdict":"pass"}\n```'],
    ['fenced without a language', '```\n{"verdict":"pass"}\n```'],
  ])('ends with the output where the text is a JSON object, %s', (_, said) => {
    expect(read(stopReason, text(said))).toEqual({ kind: 'end', text: said, output: { verdict: 'pass' } });
  });

  it.each(['42', '[1]', '"yes"', '{"cut": "o', 'see {"a":1}'])(
    'has no output where the text is %s',
    (said) => {
      expect(read(stopReason, text(said))).toEqual({ kind: 'end', text: said });
    },
  );

  it.each([
    ['no block', []],
    ['thinking alone', [thinking, { type: 'redacted_thinking', data: 'ZGF0YQ==' }]],
    ['blank text', [thinking, text(' \n')]],
  ])('with %s is empty', (_, content) => {
    expect(read(stopReason, ...content)).toEqual({ kind: 'empty' });
  });

  it('with a call in it is a fault', () => {
    expect(read(stopReason, text('Ordered.'), order)).toMatchObject({
      kind: 'failed',
      code: 'CALL_WITHOUT_TOOL_USE',
    });
  });
});

describe('other stop reasons', () => {
  it('max_tokens never yields its call, though it is whole by every schema', () => {
    expect(read('max_tokens', text('Ordering.'), order)).toEqual({ kind: 'truncated' });
  });

  it('pause_turn goes on, but not with a call of ours pending and not from nothing', () => {
    const search: Block = { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: {} };
    expect(read('pause_turn', search)).toEqual({ kind: 'continue' });
    expect(read('pause_turn', search, order)).toMatchObject({
      kind: 'failed',
      code: 'CALL_WITHOUT_TOOL_USE',
    });
    expect(read('pause_turn')).toEqual({ kind: 'empty' });
  });

  it('refusal ends by name with its category, even with a call in it', () => {
    const details = { type: 'refusal', category: 'cyber', explanation: null };
    expect(readAnswer({ stopReason: 'refusal', content: [order], stopDetails: details })).toEqual({
      kind: 'failed',
      code: 'REFUSED',
      message: 'the model refused (cyber)',
    });
    expect(read('refusal')).toEqual({ kind: 'failed', code: 'REFUSED', message: 'the model refused' });
  });

  it('a thread too long for the model ends by name', () => {
    expect(read('model_context_window_exceeded', text('and so'))).toMatchObject({
      kind: 'failed',
      code: 'CONTEXT_EXCEEDED',
    });
  });

  it('what is not known ends by name and says what it was', () => {
    expect(read('compaction', order)).toEqual({
      kind: 'failed',
      code: 'UNKNOWN_STOP',
      message: 'the answer stopped with "compaction", which is not known',
    });
  });
});
