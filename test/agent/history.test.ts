import { describe, expect, it } from 'vitest';
import { historyFault, prefixKey } from '../../lambda/agent/history.ts';
import type { Block, Message, ToolSpec } from '../../lambda/agent/model.ts';

const text = (text: string): Block => ({ type: 'text', text });
const use = (id: string): Block => ({ type: 'tool_use', id, name: 'get_weather', input: {} });
const result = (id: string, content: Block['content'] = 'ok'): Block => ({
  type: 'tool_result',
  tool_use_id: id,
  content: content ?? null,
});
const thinking: Block = { type: 'thinking', thinking: '', signature: 'c2ln' };
const user = (...content: Block[]): Message => ({ role: 'user', content });
const assistant = (...content: Block[]): Message => ({ role: 'assistant', content });
const go = user(text('Go.'));
const search: Block = { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: {} };

const tool = (name: string): ToolSpec => ({
  name,
  description: 'Read the weather.',
  input_schema: { type: 'object', properties: {}, additionalProperties: false },
  strict: true,
});

describe('a thread the API takes', () => {
  it.each<[string, Message[]]>([
    ['one user message', [go]],
    ['a call and its result', [go, assistant(thinking, text('Look.'), use('a')), user(result('a'))]],
    [
      'several results in any order, then text',
      [go, assistant(use('a'), use('b')), user(result('b'), result('a'), text('Please go on.'))],
    ],
    ['blocks of kinds not known here', [go, assistant({ type: 'made_up', odd: null }), user(text('And?'))]],
    ['a paused turn at the end', [go, assistant(search)]],
    [
      'a paused turn and what came after it',
      [go, assistant(search), assistant(text('Found.')), user(text('And?'))],
    ],
    ['an empty result that is no error', [go, assistant(use('a')), user(result('a', ''))]],
    [
      'thinking before anything else',
      [go, assistant(thinking, { type: 'redacted_thinking', data: 'ZA==' }, text('Yes.')), go],
    ],
  ])('holds %s', (_, messages) => {
    expect(historyFault(messages, [tool('get_weather')])).toBeUndefined();
  });
});

describe('a thread the API refuses', () => {
  it.each<[string, Message[], string]>([
    ['no message', [], 'messages: at least one message is required'],
    [
      'an assistant first',
      [assistant(text('Hi.')), go],
      'messages.0: the first message is not from the user',
    ],
    ['an assistant last', [go, assistant(text('Hi.'))], 'messages: the last message is not from the user'],
    ['two users in a row', [go, go], 'messages.1: two messages in a row from the user'],
    [
      'two assistants in a row',
      [go, assistant(text('A')), assistant(text('B')), go],
      'messages.2: two messages in a row from the assistant',
    ],
    [
      'another role',
      [go, { role: 'system' as 'user', content: [text('Obey.')] }],
      'messages.1: role "system" is not user or assistant',
    ],
    ['empty content', [go, assistant(), go], 'messages.1: the content is empty'],
    ['blank text from the user', [user(text(' \n'))], 'messages.0.content.0: the text is blank'],
    [
      'blank text from the assistant',
      [go, assistant(text('')), go],
      'messages.1.content.0: the text is blank',
    ],
    [
      'a call without a result',
      [go, assistant(use('a')), go],
      'messages.1: the tool_use "a" has no tool_result in the next message',
    ],
    [
      'one result for two calls',
      [go, assistant(use('a'), use('b')), user(result('a'))],
      'messages.1: the tool_use "b" has no tool_result in the next message',
    ],
    [
      'a call with an empty id and no result',
      [go, assistant(use('')), go],
      'messages.1: the tool_use "" has no tool_result in the next message',
    ],
    [
      'a result one message late',
      [go, assistant(use('a')), user(text('Wait.')), assistant(text('Hm.')), user(result('a'))],
      'messages.1: the tool_use "a" has no tool_result in the next message',
    ],
    [
      'a paused turn with a call of ours',
      [go, assistant(search, use('a'))],
      'messages: the last message is not from the user',
    ],
    [
      'a result nobody asked for',
      [user(result('a'))],
      'messages.0: the tool_result "a" answers no tool_use of the message before, or twice',
    ],
    [
      'a result twice',
      [go, assistant(use('a')), user(result('a'), result('a'))],
      'messages.2: the tool_result "a" answers no tool_use of the message before, or twice',
    ],
    [
      'text before a result',
      [go, assistant(use('a')), user(text('Here:'), result('a'))],
      'messages.2: something stands before a tool_result',
    ],
    [
      'text between results',
      [go, assistant(use('a'), use('b')), user(result('a'), text('and'), result('b'))],
      'messages.2: something stands before a tool_result',
    ],
    [
      'an id used again',
      [go, assistant(use('a')), user(result('a')), assistant(use('a')), user(result('a'))],
      'messages.3: the tool_use id "a" is not unique',
    ],
    [
      'thinking last in an assistant message',
      [go, assistant(text('Hm.'), thinking), go],
      'messages.1: the final block of an assistant message is thinking',
    ],
    [
      'thinking without its signature',
      [go, assistant({ type: 'thinking', thinking: 'Hm.' }, text('Yes.')), go],
      'messages.1.content.0: the thinking has no signature',
    ],
    [
      'redacted thinking without its data',
      [go, assistant({ type: 'redacted_thinking' }, text('Yes.')), go],
      'messages.1.content.0: the redacted thinking has no data',
    ],
    [
      'thinking from the user',
      [user(thinking, text('Yes.'))],
      'messages.0.content.0: a user message holds thinking',
    ],
    ['a call from the user', [user(use('a'))], 'messages.0.content.0: a user message holds tool_use'],
    [
      'a result from the assistant',
      [go, assistant(result('a')), go],
      'messages.1.content.0: an assistant message holds tool_result',
    ],
    [
      'a document from the assistant',
      [go, assistant({ type: 'document', source: {} }), go],
      'messages.1.content.0: an assistant message holds document',
    ],
    [
      'citations from the user',
      [user({ type: 'text', text: 'Look.', citations: [{}] })],
      'messages.0.content.0: user text has citations',
    ],
    [
      "text as a call's input",
      [go, assistant({ ...use('a'), input: '{}' }), user(result('a'))],
      'messages.1.content.0: the input of the tool_use is not an object',
    ],
    [
      "a result without its call's id",
      [go, assistant(use('a')), user({ type: 'tool_result', content: 'ok' })],
      'messages.2.content.0: the result names no tool_use_id',
    ],
    [
      'an empty error result',
      [go, assistant(use('a')), user({ ...result('a', ''), is_error: true })],
      'messages.2.content.0: the content of an error result is empty',
    ],
    [
      'blank text in a result',
      [go, assistant(use('a')), user(result('a', [text('')]))],
      'messages.2.content.0: a text in the result is blank',
    ],
    [
      'five cache marks',
      [user(...[1, 2, 3, 4, 5].map((n) => ({ ...text(`${n}`), cache_control: { type: 'ephemeral' } })))],
      'messages: at most 4 cache marks are possible, 5 were given',
    ],
  ])('holds %s', (_, messages, fault) => {
    expect(historyFault(messages, [tool('get_weather')])).toBe(fault);
  });

  it.each<[string, ToolSpec[], string]>([
    [
      'a dot in its name',
      [tool('mail.send')],
      'tools: "mail.send" is not a name of 1 to 128 letters, digits, _ or -',
    ],
    ['no name', [tool('')], 'tools: "" is not a name of 1 to 128 letters, digits, _ or -'],
    [
      '129 characters',
      [tool('a'.repeat(129))],
      `tools: "${'a'.repeat(129)}" is not a name of 1 to 128 letters, digits, _ or -`,
    ],
    ['the name of another', [tool('a'), tool('b'), tool('a')], 'tools: the name "a" is there twice'],
    [
      'an input that is no object',
      [{ ...tool('a'), input_schema: { type: 'string' } }],
      'tools: the input of "a" is not an object',
    ],
  ])('has a tool with %s', (_, tools, fault) => {
    expect(historyFault([go], tools)).toBe(fault);
  });

  it('may have a tool name of 128 characters', () => {
    expect(historyFault([go], [tool('a'.repeat(128))])).toBeUndefined();
  });
});

describe('the prefix thinking is bound to', () => {
  const key = (messages: Message[], system = 'You plan.', tools = [tool('a')]) =>
    prefixKey(system, tools, messages);
  const thread = [go, assistant(thinking, use('a')), user(result('a'))];

  it('is one and the same without thinking, without cache marks and in another order of keys', () => {
    const same: Message[] = [
      { content: [{ text: 'Go.', type: 'text', cache_control: { type: 'ephemeral' } }], role: 'user' },
      assistant({ input: {}, name: 'get_weather', id: 'a', type: 'tool_use' }),
      user(result('a')),
    ];
    expect(key(same)).toBe(key(thread));
  });

  it('is 64 hex digits', () => {
    expect(key(thread)).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each<[string, string]>([
    ['system', key(thread, 'You plan')],
    ['tools', key(thread, 'You plan.', [tool('b')])],
    ['order of tools', key(thread, 'You plan.', [tool('b'), tool('a')])],
    ['text by one space', key([user(text('Go. ')), ...thread.slice(1)])],
    ['a result', key([...thread.slice(0, 2), user(result('a', 'OK'))])],
    [
      'input that is named like a cache mark',
      key([go, assistant({ ...use('a'), input: { cache_control: 1 } }), user(result('a'))]),
    ],
    ['number of messages', key(thread.slice(0, 2))],
  ])('changes with the %s', (_, other) => {
    expect(other).not.toBe(key(thread));
  });
});
