import type { Block } from '../../lambda/agent/model.ts';
import { type Model, ModelRefusedRequest, ModelUnavailable } from '../../lambda/agent/model.ts';
import { requestBody } from '../../lambda/agent/request-body.ts';
import { requestFault } from './messages-api-rules.ts';
import type { MessagesRequestBody, Script, Step } from './messages-api-script.ts';

/** The model port over a script, in process: it refuses the same requests as the Messages API on loopback does. */
export function scriptedModel(script: Script): Model {
  let attempts = 0;
  return {
    async turn(request) {
      const body = requestBody(request, true) as unknown as MessagesRequestBody;
      const fault = requestFault(body);
      if (fault) throw new ModelRefusedRequest(fault, 400);
      const step = await script(body, ++attempts);
      if (step.kind === 'error') return refusal(step);
      if (step.kind !== 'answer') throw new ModelUnavailable(`the script says ${step.kind}`);
      const { content, stopReason, stopDetails } = step;
      const usage = {
        input: tokens(body),
        output: Math.min(tokens(content), request.maxTokens),
        cacheRead: 0,
        cacheWrite: 0,
      };
      return {
        kind: 'answer',
        content: content.map((block, index) => named(block, `toolu_${attempts}_${index}`)),
        stopReason,
        ...(stopDetails === undefined ? {} : { stopDetails }),
        usage,
        model: request.model,
      };
    },
  };
}

function refusal({ status, headers }: Step & { kind: 'error' }) {
  if (status !== 429 && status !== 529) throw new ModelUnavailable(`scripted ${status}`);
  const retryAfterSeconds = Number(headers?.['retry-after'] ?? 30);
  return {
    kind: 'throttled',
    retryAfterSeconds,
    code: status === 429 ? 'RATE_LIMITED' : 'OVERLOADED',
  } as const;
}

const named = (block: Block, id: string): Block =>
  block.type === 'tool_use' && block.id === undefined ? { ...block, id } : block;

/** At four bytes each, as the scripted Messages API counts. */
const tokens = (value: unknown): number => Math.ceil(Buffer.byteLength(JSON.stringify(value)) / 4);
