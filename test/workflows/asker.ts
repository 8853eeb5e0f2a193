import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Block } from '../../lambda/agent/model.ts';
import type { Json } from '../../lambda/define/json.ts';
import type { Env } from '../../lambda/functions/host.ts';
import { readRecord } from '../../lambda/ledger/record.ts';
import { workflowNamed } from '../../lambda/workflows/registry.ts';
import { openLocalHost } from '../../lib/local/host.ts';
import { type Script, startMessagesApi } from '../../lib/local/messages-api.ts';
import { summarize } from '../../lib/local/summary.ts';
import { pace } from '../local/pace.ts';
import { store } from '../local/store.ts';

type Told = {
  readonly ok: boolean;
  readonly data?: Json;
  readonly error?: { readonly kind: string; readonly code: string; readonly message: string };
};
type Mail = { readonly subject: string; readonly body: { readonly text: string } };

/**
 * Someone who asks a workflow one question after another on a real local host. The model is a script over a real Messages
 * API, and time moves only while a run sleeps.
 */
export async function openAsker(
  workflow: string,
  { at = '2026-08-25T11:02:00+08:00', env = {} as Env } = {},
) {
  const directory = mkdtempSync(path.join(tmpdir(), 'holdpoint-'));
  let script: Script = () => {
    throw new Error('no question was asked yet');
  };
  const model = await startMessagesApi((request, attempt) => script(request, attempt));
  const time = pace(new Date(at));
  const host = await openLocalHost({
    directory,
    dry: false,
    env: {
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'sk-test',
      ANTHROPIC_MODEL: 'scripted-model',
      ...env,
    },
    port: 0,
    store,
    timers: time.timers,
    onEvent: time.onEvent,
    onStatusChange: time.onStatusChange,
  });
  let asked = 0;
  const lastMessage = (request: number) => model.requests.at(request)?.body.messages.at(-1)?.content ?? [];
  const standing = async (run: string) => {
    await time.settled(run);
    return summarize(host, run);
  };
  return {
    host,
    time,
    /** Asks, and waits until the run is parked or has ended. */
    async ask(input: Json, answers: Script) {
      script = answers;
      model.requests.length = 0;
      asked += 1;
      const { run } = await host.start({
        workflow,
        businessDate: at.slice(0, 10),
        trigger: 'manual',
        input,
        ...(workflowNamed(workflow).runs === 'asked' ? { slot: `q${asked}` } : {}),
      });
      return standing(run);
    },
    standing,
    record: (run: string) => readRecord(host.items, run),
    /** The requests the model had about this question. */
    requests: () => model.requests.map(({ body }) => body),
    /** The tool results the model was sent with a request of this question, the newest when none is named. */
    results: (request = -1): readonly Told[] =>
      lastMessage(request)
        .filter(({ type }) => type === 'tool_result')
        .map(({ content }) => JSON.parse(textOf(content))),
    /** What else it was told with that request. */
    told: (request = -1): string =>
      lastMessage(request)
        .map(({ text }) => String(text ?? ''))
        .join(''),
    async mailsAbout(run: string) {
      const { emails } = (await (await fetch(`${host.mailUrl}/store`)).json()) as { emails: Mail[] };
      return emails.filter(({ body }) => body.text.includes(run));
    },
    async close() {
      await host.close();
      await model.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export type Asker = Awaited<ReturnType<typeof openAsker>>;

const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : (content as Block[]).map(({ text }) => String(text ?? '')).join('');
