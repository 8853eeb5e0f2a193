/** The files of a new workflow, by path; `name` in kebab case, such as `supplier-check`. */
export function skeleton(name: string): ReadonlyMap<string, string> {
  const camel = camelOf(name);
  const folder = `lambda/workflows/${name}`;
  return new Map([
    [`${folder}/workflow.ts`, workflow(name, camel)],
    [`${folder}/tools/compose-text.ts`, composeText],
    [`${folder}/tools/compose-text.run.ts`, composeTextRun],
    [`${folder}/tools/keep-text.ts`, keepText],
    [`${folder}/tools/keep-text.run.ts`, keepTextRun],
    [`${folder}/rehearsal.ts`, rehearsal(name)],
    [`lambda/functions/read-${name}.ts`, readFunction(name)],
    [`lambda/functions/write-${name}.ts`, writeFunction(name)],
    [`test/workflows/${name}/${name}.test.ts`, test(name)],
  ]);
}

export const camelOf = (name: string): string =>
  name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const workflow = (name: string, camel: string) => `import * as z from 'zod';
import { receipt } from '../../define/evidence.ts';
import { defineWorkflow } from '../../define/workflow.ts';
import { composeText } from './tools/compose-text.ts';
import { keepText } from './tools/keep-text.ts';

const working = \`You compose one text and put it up for a person to keep. One tool call per message:
1. compose_text, with the subject you are given.
2. keep_text, with the id of that text.
3. When you have the result, say in one sentence what became of it, and stop.\`;

export const ${camel} = defineWorkflow({
  name: '${name}',
  input: z.object({ subject: z.string().min(1).max(200) }),
  task: ({ subject }) => \`Compose a text about: \${subject}\`,
  start: 'WORKING',
  stages: {
    WORKING: { prompt: working, tools: [composeText, keepText], turns: 6, on: { end: 'DONE' } },
  },
  evidence: [receipt(keepText)],
  budget: { tokens: 40_000 },
  gate: { expires: { hours: 4 } },
  runs: 'asked',
});
`;

const composeText = `import * as z from 'zod';
import { defineTool } from '../../../define/tool.ts';

export const Text = z.object({ text: z.string() });

export const composeText = defineTool({
  name: 'compose_text',
  description: 'Compose a text about a subject. Returns the text and its id.',
  effect: 'PURE',
  input: z.object({ subject: z.string() }),
  output: Text,
  yields: 'text',
  timeout: { seconds: 5 },
});
`;

const composeTextRun = `import { runner } from '../../../define/runner.ts';
import { composeText } from './compose-text.ts';

export const runComposeText = runner(composeText, async ({ subject }) => ({ text: \`About \${subject}.\` }));
`;

const keepText = `import * as z from 'zod';
import { defineTool } from '../../../define/tool.ts';
import { Text } from './compose-text.ts';

export const keepText = defineTool({
  name: 'keep_text',
  description: 'Propose to keep a text. It is kept only if a person approves.',
  effect: 'WRITE_CONFIRM',
  input: z.object({ text_id: z.string().describe('the id compose_text returned') }),
  output: z.object({ id: z.string(), at: z.string() }),
  needs: { text: { schema: Text, id: 'text_id' } },
  preview: (_input, { text: { text } }) => ({
    act: { en: 'Keep 1 text', tc: '保存 1 段文字', sc: '保存 1 段文字' },
    title: text,
    texts: [{ lang: 'en', text }],
  }),
  target: 'keyed',
  timeout: { seconds: 20 },
});
`;

const keepTextRun = `import { type Tasks, type Writer, writer } from '../../../define/runner.ts';
import { keepText } from './keep-text.ts';

export const runKeepText = (tasks: Tasks): Writer =>
  writer(keepText, {
    run: (_input, { needs: { text }, key, now }) => tasks.createOnce(key, { title: text.text, body: text }, now),
    reconcile: (key) => tasks.find(key),
  });
`;

const rehearsal = (name: string) => `import type { Heard, Rehearsal, Said } from '../../define/rehearsal.ts';

function model({ turns, results }: Heard): Said {
  const result = results.at(-1)?.result as { ok: boolean; data?: { id: string } } | undefined;
  if (turns === 0) return { calls: [{ tool: 'compose_text', input: { subject: 'hold points' } }] };
  if (!result?.ok) return { text: 'It was not kept.' };
  if (turns === 1) return { calls: [{ tool: 'keep_text', input: { text_id: result.data?.id ?? '' } }] };
  return { text: 'The text was kept after a person approved it.' };
}

export const rehearsal: Rehearsal = {
  workflow: '${name}',
  input: { subject: 'hold points' },
  observedAt: '2026-08-25T11:02:00+08:00',
  model,
  feeds: [],
  feed: () => undefined,
};
`;

const readFunction = (
  name: string,
) => `import { runComposeText } from '../workflows/${name}/tools/compose-text.run.ts';
import { deployed } from './deployed.ts';
import { reads } from './reads.ts';

export const wire = reads([runComposeText]);
export const handler = deployed(wire);
`;

const writeFunction = (name: string) => `import { ledgerTasks } from '../ledger/tasks.ts';
import { runKeepText } from '../workflows/${name}/tools/keep-text.run.ts';
import { deployed } from './deployed.ts';
import { items } from './deps.ts';
import { writes } from './writes.ts';

export const wire: ReturnType<typeof writes> = (host) => writes([runKeepText(ledgerTasks(items(host)))])(host);

export const handler = deployed(wire);
`;

const test = (name: string) => `import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { run } from '../../../lib/local/commands/run.ts';

const home = mkdtempSync(path.join(tmpdir(), 'holdpoint-'));
afterAll(() => rmSync(home, { recursive: true }));

it('parks at its hold point, is approved, and keeps the text', async () => {
  const results: unknown[] = [];
  const out = {
    terminal: false,
    note: () => {},
    result: (value: unknown) => void results.push(value),
    interrupted: async () => {},
  };
  const code = await run({ workflow: '${name}', dry: true, confirm: true, fresh: false, port: 0, home, env: {}, out });
  expect(code).toBe(0);
  expect(results.at(-1)).toMatchObject({ state: 'DONE', steps: 3 });
});
`;
