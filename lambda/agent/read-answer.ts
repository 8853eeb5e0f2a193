import type { Json } from '../define/json.ts';
import type { Answer, Block } from './model.ts';

export type ToolCall = { readonly id: string; readonly name: string; readonly input: Json };

/** What one answer asks of the machine. */
export type TurnReading =
  | { readonly kind: 'calls'; readonly calls: readonly ToolCall[]; readonly text: string }
  /** The visit is over; `output` is the JSON object the text is, where it is one. */
  | { readonly kind: 'end'; readonly text: string; readonly output?: Json }
  /** Nothing was said: such an answer is never stored as a turn, the model is asked to go on. */
  | { readonly kind: 'empty' }
  /** The provider's own tools need longer: append the content, call again. */
  | { readonly kind: 'continue' }
  /** Cut off: nothing in it is run or stored; once more with more room, then the run fails. */
  | { readonly kind: 'truncated' }
  | { readonly kind: 'failed'; readonly code: TurnFault; readonly message: string };

export type TurnFault =
  | 'REFUSED'
  | 'CONTEXT_EXCEEDED'
  | 'UNKNOWN_STOP'
  | 'TOOL_USE_WITHOUT_CALL'
  | 'CALL_WITHOUT_TOOL_USE'
  | 'MALFORMED_CALL';

/** Reads an answer by its stop reason first: only where reason and blocks agree is anything in it a call or a result. */
export function readAnswer(answer: Pick<Answer, 'content' | 'stopReason' | 'stopDetails'>): TurnReading {
  const { content, stopReason } = answer;
  switch (stopReason) {
    case 'max_tokens':
      return { kind: 'truncated' };
    case 'refusal':
      return failed('REFUSED', `the model refused${category(answer.stopDetails)}`);
    case 'model_context_window_exceeded':
      return failed('CONTEXT_EXCEEDED', 'the thread no longer fits the model');
    case 'tool_use':
      return calls(content);
    case 'end_turn':
    case 'stop_sequence':
    case 'pause_turn':
      if (content.some((block) => block.type === 'tool_use')) {
        return failed(
          'CALL_WITHOUT_TOOL_USE',
          `the answer stopped with ${stopReason} and yet holds a tool call`,
        );
      }
      if (content.every(saysNothing)) return { kind: 'empty' };
      return stopReason === 'pause_turn' ? { kind: 'continue' } : end(textOf(content));
    default:
      return failed(
        'UNKNOWN_STOP',
        `the answer stopped with ${JSON.stringify(stopReason)}, which is not known`,
      );
  }
}

const failed = (code: TurnFault, message: string): TurnReading => ({ kind: 'failed', code, message });

/** Thinking alone, or blank text: the provider refuses a thread that holds such a turn. */
const saysNothing = (block: Block): boolean =>
  /^(redacted_)?thinking$/.test(block.type) || (block.type === 'text' && !String(block.text).trim());

function category(details: Json | undefined): string {
  const named =
    typeof details === 'object' && details !== null && 'category' in details ? details.category : undefined;
  return typeof named === 'string' ? ` (${named})` : '';
}

function calls(content: readonly Block[]): TurnReading {
  const asked = content.filter((block) => block.type === 'tool_use');
  if (asked.length === 0)
    return failed('TOOL_USE_WITHOUT_CALL', 'the answer stopped for a tool call and holds none');
  const calls = asked.filter(isCall);
  // Results are paired by id, so a call without its own id cannot be answered.
  if (calls.length < asked.length || new Set(calls.map((call) => call.id)).size < calls.length) {
    return failed(
      'MALFORMED_CALL',
      'tool calls with an id of their own, a name and an input object are wanted',
    );
  }
  return {
    kind: 'calls',
    calls: calls.map(({ id, name, input }) => ({ id, name, input })),
    text: textOf(content),
  };
}

const isCall = (block: Block): block is Block & ToolCall =>
  typeof block.id === 'string' &&
  typeof block.name === 'string' &&
  typeof block.input === 'object' &&
  block.input !== null &&
  !Array.isArray(block.input);

const textOf = (content: readonly Block[]): string =>
  content
    .flatMap((block) => (block.type === 'text' && typeof block.text === 'string' ? [block.text] : []))
    .join('');

function end(text: string): TurnReading {
  const output = jsonObject(text);
  return output === undefined ? { kind: 'end', text } : { kind: 'end', text, output };
}

/** Models without structured outputs like to fence what they were asked for. */
function jsonObject(text: string): Json | undefined {
  const bare = text.trim().replace(/^```(?:json)?\s*([\s\S]*?)\s*```$/, '$1');
  if (!bare.startsWith('{')) return undefined;
  try {
    return JSON.parse(bare);
  } catch {
    return undefined;
  }
}
