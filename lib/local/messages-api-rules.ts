import { historyFault, prefixKey } from '../../lambda/agent/history.ts';
import type { Block, Message } from '../../lambda/agent/model.ts';
import { digest } from '../../lambda/define/json.ts';
import { STRICT_LIMITS, strictCost, strictFault } from '../../lambda/define/strict-rules.ts';
import type { MessagesRequestBody } from './messages-api-script.ts';

/** Says why the real API would answer 400, in its words where they are known; undefined when it would answer. */
export function requestFault(request: MessagesRequestBody): string | undefined {
  return (
    parameterFault(request) ??
    historyFault(request.messages, request.tools ?? []) ??
    strictToolsFault(request) ??
    signatureFault(request)
  );
}

function parameterFault(request: MessagesRequestBody): string | undefined {
  const { model, max_tokens, system = [], tool_choice } = request;
  if (typeof model !== 'string' || !model) return 'model: Field required';
  if (!Number.isInteger(max_tokens) || max_tokens < 1) return 'max_tokens: a whole number from 1 is required';
  // Refused by API version 2026-10-21 and later, whatever their value.
  const sampling = ['temperature', 'top_p', 'top_k'].find((name) => name in request);
  if (sampling) return `${sampling}: Extra inputs are not permitted`;
  const choice = (tool_choice as { type?: unknown } | undefined)?.type;
  if (choice === 'any' || choice === 'tool')
    return 'tool_choice: type "tool" and "any" are not supported for this model.';
  const blank =
    typeof system === 'string' ? !system.trim() : system.some((block) => !String(block.text ?? '').trim());
  return blank ? 'system: text content blocks must contain non-whitespace text' : undefined;
}

function strictToolsFault({ tools = [], output_config }: MessagesRequestBody): string | undefined {
  const strict = tools
    .filter((tool) => tool.strict)
    .map((tool) => [`tools.${tool.name}`, tool.input_schema] as const);
  const format = output_config?.format
    ? [['output_config.format', output_config.format.schema] as const]
    : [];
  const schemas = [...strict, ...format];
  for (const [where, schema] of schemas) {
    const fault = strictFault(schema);
    if (fault) return `${where}: ${fault}`;
  }
  const total = (part: 'optional' | 'unions') =>
    schemas.reduce((sum, [, schema]) => sum + strictCost(schema)[part], 0);
  const over =
    strict.length > STRICT_LIMITS.tools ||
    total('optional') > STRICT_LIMITS.optional ||
    total('unions') > STRICT_LIMITS.unions;
  return over ? 'Schema is too complex for compilation.' : undefined;
}

const SIGNED = 'scripted.';

/** The signature of thinking that follows `before`: like the provider's, it holds for this model and this prefix only. */
export function signature(request: MessagesRequestBody, before: readonly Message[]): string {
  const system =
    typeof request.system === 'string'
      ? request.system
      : (request.system ?? []).map((block) => block.text).join('');
  const tools = (request.tools ?? []).map((tool) => ({ description: '', strict: false, ...tool }));
  return SIGNED + digest([request.model, prefixKey(system, tools, before)]);
}

/** Signatures this server never gave are left alone: tests bring their own. */
function signatureFault(request: MessagesRequestBody): string | undefined {
  for (const [index, { content }] of request.messages.entries()) {
    const isForeign = ({ type, signature: signed }: Block) =>
      type === 'thinking' &&
      String(signed).startsWith(SIGNED) &&
      signed !== signature(request, request.messages.slice(0, index));
    const at = content.findIndex(isForeign);
    if (at >= 0) {
      return `messages.${index}.content.${at}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation`;
    }
  }
  return undefined;
}
