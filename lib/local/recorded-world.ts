import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Heard, Rehearsal } from '../../lambda/define/rehearsal.ts';
import type { Workflow } from '../../lambda/define/workflow.ts';
import type { Env } from '../../lambda/functions/host.ts';
import { workflows } from '../../lambda/workflows/registry.ts';
import { rehearsals } from '../../lambda/workflows/rehearsals.ts';
import { type Listening, listen } from './listen.ts';
import {
  call,
  endTurn,
  type MessagesRequestBody,
  type Script,
  startMessagesApi,
  toolUse,
} from './messages-api.ts';

/** Answers GETs as the rehearsals' recorded feeds do, each under the name of its workflow. */
export const startFeeds = (rehearsals: readonly Rehearsal[]): Promise<Listening> =>
  listen((request, response) => {
    const [, workflow, rest = '/'] = /^\/([^/?]+)(.*)$/.exec(request.url ?? '/') ?? [];
    const rehearsal = rehearsals.find((candidate) => candidate.workflow === workflow);
    const body = rehearsal?.feed(new URL(rest, 'http://feeds'));
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json; charset=utf-8' });
    response.end(body);
  });

/** The settings that lead every rehearsal's tools to its feed at `url`. */
export const feedSettings = (rehearsals: readonly Rehearsal[], url: string): Record<string, string> =>
  Object.fromEntries(
    rehearsals.flatMap(({ workflow, feeds }) => feeds.map((name) => [`TOOL_${name}`, `${url}/${workflow}`])),
  );

/** Puts each rehearsal's files into its workspace below `root`; what is there already, a run may have changed. */
export function layFiles(rehearsals: readonly Rehearsal[], root: string): void {
  for (const { workflow, files = {} } of rehearsals) {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(root, workflow, name);
      mkdirSync(path.dirname(file), { recursive: true });
      if (!existsSync(file)) writeFileSync(file, text);
    }
  }
}

/** One scripted model for all rehearsals: a request is for the workflow whose stage wrote its system prompt. */
export function scriptOf(rehearsals: readonly Rehearsal[], workflows: readonly Workflow[]): Script {
  return (body) => {
    const system = systemOf(body);
    const [asked] = workflows.flatMap(({ name, stages }) =>
      Object.entries(stages)
        .filter(([, { prompt }]) => prompt === system)
        .map(([stage]) => ({ name, stage })),
    );
    const rehearsal = rehearsals.find(({ workflow }) => workflow === asked?.name);
    if (!rehearsal || !asked) throw new Error('no rehearsal knows this prompt');
    const hears = { stage: asked.stage, ...heard(body) };
    const said = rehearsal.model(hears);
    if (!said.calls?.length) return endTurn(said.text ?? '');
    return toolUse(
      ...(said.text ? [said.text] : []),
      ...said.calls.map(({ tool, input }, index) => call(tool, input, `toolu_${hears.turns}_${index}`)),
    );
  };
}

type RequestBlock = {
  type: string;
  text?: string;
  id?: string;
  name?: string;
  tool_use_id?: string;
  content?: unknown;
};
const blocksOf = (content: unknown): RequestBlock[] =>
  Array.isArray(content) ? content : [{ type: 'text', text: String(content) }];

const systemOf = ({ system }: MessagesRequestBody): string =>
  blocksOf(system)
    .map(({ text }) => text ?? '')
    .join('');

function heard({ messages }: MessagesRequestBody): Omit<Heard, 'stage'> {
  const uses = new Map(
    messages.flatMap(({ content }) => blocksOf(content)).map(({ id, name }) => [id, name]),
  );
  const last = blocksOf(messages.at(-1)?.content).filter(({ type }) => type === 'tool_result');
  return {
    turns: messages.filter(({ role }) => role === 'assistant').length,
    task: blocksOf(messages[0]?.content)[0]?.text ?? '',
    results: last.map(({ tool_use_id, content }) => ({
      tool: uses.get(tool_use_id) ?? '',
      result: JSON.parse(
        blocksOf(content)
          .map(({ text }) => text ?? '')
          .join(''),
      ),
    })),
  };
}

/** Scripted model and recorded feeds, started for a host of rehearsals; the settings that point to them. */
export async function startRecordedWorld(
  opened: <T extends { close(): Promise<void> }>(part: T) => T,
  directory: string,
): Promise<Env> {
  const workspace = path.join(directory, 'workspace');
  layFiles(rehearsals, workspace);
  const feeds = opened(await startFeeds(rehearsals));
  const model = opened(await startMessagesApi(scriptOf(rehearsals, workflows)));
  return {
    RECORDINGS: 'allowed',
    WORKSPACE: workspace,
    ...feedSettings(rehearsals, feeds.url),
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'dry-run',
    ANTHROPIC_MODEL: 'scripted',
  };
}
