import type { Json } from '../../lambda/define/json.ts';
import { workflowNamed } from '../../lambda/workflows/registry.ts';
import { endTurn, type MessagesRequestBody, type Script } from '../../lib/local/messages-api.ts';

/** One script per stage of a workflow; a request is for the stage that wrote its system prompt. */
export function staged(workflow: string, scripts: { readonly [stage: string]: Script }): Script {
  return (body, attempt) => {
    const stage = stageOf(workflow, body);
    const script = scripts[stage];
    if (!script) throw new Error(`no script is given for ${stage}`);
    return script(body, attempt);
  };
}

export function stageOf(workflow: string, { system }: MessagesRequestBody): string {
  const prompt = typeof system === 'string' ? system : (system ?? []).map(({ text }) => text).join('');
  const stages = Object.entries(workflowNamed(workflow).stages);
  return stages.find((stage) => stage[1].prompt === prompt)?.[0] ?? 'NONE';
}

export const json = (value: Json) => endTurn(JSON.stringify(value));

/** The first user message of the request's thread. */
export const openingOf = ({ messages }: MessagesRequestBody): string =>
  (messages[0]?.content ?? []).map(({ text }) => String(text ?? '')).join('');
