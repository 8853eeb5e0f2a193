import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages/messages';
import type { ModelRequest, ToolSpec } from './model.ts';

/**
 * The request in the Messages API's words: nothing but what was asked for, since sampling parameters, a forced tool or
 * an explicit `thinking` are errors on current models.
 *
 * @param strict whether the provider compiles schemas; where not, the output schema is said in the system prompt
 */
export function requestBody(request: ModelRequest, strict: boolean): MessageCreateParamsNonStreaming {
  const { outputSchema: schema, effort } = request;
  const format = strict && schema ? { format: { type: 'json_schema' as const, schema } } : {};
  const body = {
    model: request.model,
    max_tokens: request.maxTokens,
    // Two breakpoints: tools and system are one prefix for all runs; the automatic one moves on with the thread.
    system: [{ type: 'text', text: systemText(request, strict), cache_control: CACHED }],
    ...(request.tools.length > 0 ? { tools: request.tools.map((tool) => toolParam(tool, strict)) } : {}),
    messages: request.messages,
    ...(effort || (strict && schema) ? { output_config: { ...(effort ? { effort } : {}), ...format } } : {}),
    cache_control: CACHED,
  };
  // Blocks are opaque here, so the SDK's block types cannot be met by inference.
  return body as unknown as MessageCreateParamsNonStreaming;
}

const CACHED = { type: 'ephemeral' } as const;

const toolParam = ({ name, description, input_schema, ...tool }: ToolSpec, strict: boolean) => ({
  name,
  description,
  input_schema,
  ...(strict && tool.strict ? { strict: true } : {}),
});

function systemText({ system, outputSchema }: ModelRequest, strict: boolean): string {
  if (strict || !outputSchema) return system;
  return `${system}\n\nEnd with one JSON object of this JSON Schema and nothing else:\n${JSON.stringify(outputSchema)}`;
}
