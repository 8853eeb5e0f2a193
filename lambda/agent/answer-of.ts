import type { Json } from '../define/json.ts';
import type { Answer, Block } from './model.ts';

type WireMessage = {
  type: 'message';
  model: string;
  content: Block[];
  stop_reason: string;
  stop_details?: Json;
  usage: {
    input_tokens: number;
    output_tokens: number;
    cache_read_input_tokens?: number | null;
    cache_creation_input_tokens?: number | null;
  };
};

/** What came over the wire as an answer, its content untouched; undefined when it is not a message. */
export function answerOf(data: unknown, requestId: string | null | undefined): Answer | undefined {
  if (!isMessage(data)) return undefined;
  const { usage } = data;
  return {
    kind: 'answer',
    content: data.content,
    stopReason: data.stop_reason,
    ...(data.stop_details == null ? {} : { stopDetails: data.stop_details }),
    usage: {
      input: usage.input_tokens,
      output: usage.output_tokens,
      cacheRead: usage.cache_read_input_tokens ?? 0,
      cacheWrite: usage.cache_creation_input_tokens ?? 0,
    },
    model: data.model,
    ...(requestId ? { requestId } : {}),
  };
}

/** Without its usage an answer cannot be taken off a budget, so it counts as none. */
function isMessage(data: unknown): data is WireMessage {
  const message = record(data);
  const usage = record(message.usage);
  return (
    message.type === 'message' &&
    typeof message.model === 'string' &&
    typeof message.stop_reason === 'string' &&
    Array.isArray(message.content) &&
    message.content.every((block) => typeof record(block).type === 'string') &&
    isCount(usage.input_tokens) &&
    isCount(usage.output_tokens) &&
    isCount(usage.cache_read_input_tokens ?? 0) &&
    isCount(usage.cache_creation_input_tokens ?? 0)
  );
}

const record = (value: unknown): { readonly [field: string]: unknown } =>
  typeof value === 'object' && value !== null ? (value as { [field: string]: unknown }) : {};

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
