import { digest } from '../define/json.ts';
import type { Block, Message, ToolSpec } from './model.ts';

/** What of a tool the thread's rules look at. */
type NamedTool = Pick<ToolSpec, 'name' | 'input_schema'>;

/**
 * Says what the Messages API would refuse in a thread, before it is sent; undefined when nothing.
 *
 * Stricter than the API in one way: roles alternate, where the API would merge two messages of one role.
 */
export function historyFault(messages: readonly Message[], tools: readonly NamedTool[]): string | undefined {
  return toolsFault(tools) ?? orderFault(messages) ?? blocksFault(messages) ?? pairingFault(messages);
}

/**
 * Identifies what a thinking block is bound to: system, tools and the messages before it, but for thinking, cache marks
 * and the order of keys. A turn whose key differs from the one recorded would be refused by the provider.
 */
export function prefixKey(system: string, tools: readonly ToolSpec[], messages: readonly Message[]): string {
  const bound = messages.map(({ role, content }) => ({
    role,
    content: content.filter(isNotThinking).map(unmarked),
  }));
  return digest({ system, tools, messages: bound });
}

const isThinking = (block: Block | undefined): boolean => /^(redacted_)?thinking$/.test(block?.type ?? '');
const isNotThinking = (block: Block): boolean => !isThinking(block);
const unmarked = ({ cache_control: _, ...block }: Block): Block => block as Block;

function toolsFault(tools: readonly NamedTool[]): string | undefined {
  const names = tools.map((tool) => tool.name);
  const bad = names.find((name) => !/^[a-zA-Z0-9_-]{1,128}$/.test(name));
  if (bad !== undefined) return `tools: "${bad}" is not a name of 1 to 128 letters, digits, _ or -`;
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) return `tools: the name "${twice}" is there twice`;
  const shapeless = tools.find((tool) => tool.input_schema.type !== 'object');
  return shapeless && `tools: the input of "${shapeless.name}" is not an object`;
}

function orderFault(messages: readonly Message[]): string | undefined {
  if (messages.length === 0) return 'messages: at least one message is required';
  for (const [index, { role, content }] of messages.entries()) {
    const before = messages[index - 1];
    if (role !== 'user' && role !== 'assistant')
      return `messages.${index}: role "${role}" is not user or assistant`;
    if (index === 0 && role !== 'user') return 'messages.0: the first message is not from the user';
    if (role === before?.role && !isPaused(before))
      return `messages.${index}: two messages in a row from the ${role}`;
    if (content.length === 0) return `messages.${index}: the content is empty`;
  }
  const last = messages.at(-1);
  return last?.role === 'user' || isPaused(last)
    ? undefined
    : 'messages: the last message is not from the user';
}

/** A paused turn is the one assistant message that may be the last, or be followed by another: the provider goes on with it. */
const isPaused = (message: Message | undefined): boolean =>
  message?.role === 'assistant' &&
  message.content.some((block) => block.type === 'server_tool_use') &&
  message.content.every((block) => block.type !== 'tool_use');

function blocksFault(messages: readonly Message[]): string | undefined {
  for (const [index, { role, content }] of messages.entries()) {
    for (const [at, block] of content.entries()) {
      const fault = role === 'user' ? userFault(block) : assistantFault(block);
      if (fault) return `messages.${index}.content.${at}: ${fault}`;
    }
    if (role === 'assistant' && isThinking(content.at(-1))) {
      return `messages.${index}: the final block of an assistant message is thinking`;
    }
  }
  const marks = messages.flatMap((message) => message.content).filter((block) => block.cache_control).length;
  return marks > 4 ? `messages: at most 4 cache marks are possible, ${marks} were given` : undefined;
}

const isBlank = (block: Block): boolean => block.type === 'text' && !String(block.text ?? '').trim();

function userFault(block: Block): string | undefined {
  if (isBlank(block)) return 'the text is blank';
  if (block.type === 'tool_use' || isThinking(block)) return `a user message holds ${block.type}`;
  if (block.type === 'text' && Array.isArray(block.citations) && block.citations.length > 0)
    return 'user text has citations';
  if (block.type !== 'tool_result') return undefined;
  if (typeof block.tool_use_id !== 'string') return 'the result names no tool_use_id';
  const parts = Array.isArray(block.content) ? (block.content as Block[]) : [];
  if (parts.some(isBlank)) return 'a text in the result is blank';
  const isEmpty =
    block.content === undefined ||
    block.content === '' ||
    (Array.isArray(block.content) && parts.length === 0);
  return block.is_error === true && isEmpty ? 'the content of an error result is empty' : undefined;
}

function assistantFault(block: Block): string | undefined {
  if (isBlank(block)) return 'the text is blank';
  if (block.type === 'tool_result' || block.type === 'document')
    return `an assistant message holds ${block.type}`;
  if (block.type === 'thinking' && !block.signature) return 'the thinking has no signature';
  if (block.type === 'redacted_thinking' && !block.data) return 'the redacted thinking has no data';
  if (block.type !== 'tool_use') return undefined;
  if (typeof block.id !== 'string' || typeof block.name !== 'string')
    return 'the tool_use has no id or no name';
  const isObject = typeof block.input === 'object' && block.input !== null && !Array.isArray(block.input);
  return isObject ? undefined : 'the input of the tool_use is not an object';
}

/** Every tool_use is answered in the next message, once, before anything else in it; nothing else is answered. */
function pairingFault(messages: readonly Message[]): string | undefined {
  const seen = new Set<unknown>();
  for (const [index, message] of messages.entries()) {
    const asked = idsOf(messages[index - 1], 'tool_use', 'id');
    const answered = idsOf(message, 'tool_result', 'tool_use_id');
    const open = asked.find((id) => !answered.includes(id));
    if (open !== undefined)
      return `messages.${index - 1}: the tool_use "${open}" has no tool_result in the next message`;
    const orphan = answered.find((id, at) => !asked.includes(id) || answered.indexOf(id) !== at);
    if (orphan !== undefined)
      return `messages.${index}: the tool_result "${orphan}" answers no tool_use of the message before, or twice`;
    if (
      message.content.slice(0, answered.length).some((block) => block.type !== 'tool_result') &&
      answered.length > 0
    ) {
      return `messages.${index}: something stands before a tool_result`;
    }
    for (const id of idsOf(message, 'tool_use', 'id')) {
      if (seen.has(id)) return `messages.${index}: the tool_use id "${id}" is not unique`;
      seen.add(id);
    }
  }
  return undefined; // the last message holds no call: it is the user's, or a paused turn
}

const idsOf = (message: Message | undefined, type: string, field: string): string[] =>
  (message?.content ?? []).filter((block) => block.type === type).map((block) => String(block[field]));
