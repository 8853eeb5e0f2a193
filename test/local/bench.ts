import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDecision } from '../../lambda/ledger/decision.ts';
import { readGate } from '../../lambda/ledger/gate.ts';
import { readRecord } from '../../lambda/ledger/record.ts';
import type { Trigger } from '../../lambda/states/start.ts';
import { workflows } from '../../lambda/workflows/registry.ts';
import { rehearsals } from '../../lambda/workflows/rehearsals.ts';
import { openLocalHost } from '../../lib/local/host.ts';
import { type MessagesRequestBody, type Script, startMessagesApi } from '../../lib/local/messages-api.ts';
import { scriptOf } from '../../lib/local/recorded-world.ts';
import type { StoreKind } from '../../lib/local/store/store.ts';
import { summarize } from '../../lib/local/summary.ts';
import { observatory } from './observatory.ts';
import { pace } from './pace.ts';
import { store as usual } from './store.ts';

export type Email = {
  readonly subject: string;
  readonly destination: { readonly to: readonly string[] };
  readonly body: { readonly text: string; readonly html: string };
};

/** Three minutes after the synthetic report of 2 May 2030, a Thursday. */
const MORNING = '2030-05-02T09:05:00+08:00';

/** Does the work as it should be done, by what it is told. */
export const diligent: Script = scriptOf(rehearsals, workflows);

/**
 * A real run's whole world on loopback: the local host, a Messages API whose model is a script, the Observatory, and time that
 * moves only when a run sleeps. One host serves many cases: each has a business date of its own, by which its script is found.
 */
export async function openBench({
  at = MORNING,
  directory = mkdtempSync(path.join(tmpdir(), 'holdpoint-')),
  env = {},
  keep = false,
  store = usual,
}: {
  readonly at?: string;
  readonly directory?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the directory outlives the host. */
  readonly keep?: boolean;
  /** @default what the suite runs on */
  readonly store?: StoreKind;
} = {}) {
  const scripts = new Map<string, Script>();
  const model = await startMessagesApi((body, attempt) =>
    (scripts.get(dateOf(body)) ?? diligent)(body, attempt),
  );
  const time = pace(new Date(at));
  const feed = await observatory(() => time.timers.now());
  const host = await openLocalHost({
    directory,
    dry: false,
    env: {
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'sk-test-key-of-the-bench',
      ANTHROPIC_MODEL: 'scripted-model',
      HKO_BASE_URL: feed.url,
      ...env,
    },
    port: 0,
    store,
    timers: time.timers,
    onEvent: time.onEvent,
    onStatusChange: time.onStatusChange,
  });

  const start = async (businessDate: string, script: Script = diligent, more: Partial<Trigger> = {}) => {
    scripts.set(businessDate, script);
    const input = { lang: 'tc', audience: 'operations' };
    const { run } = await host.start({
      workflow: 'morning-brief',
      businessDate,
      trigger: 'manual',
      input,
      ...more,
    });
    return run;
  };
  const standing = async (run: string) => {
    await time.settled(run);
    return summarize(host, run);
  };
  const mails = async (): Promise<readonly Email[]> =>
    ((await (await fetch(`${host.mailUrl}/store`)).json()) as { emails: Email[] }).emails;

  return {
    host,
    model,
    feed,
    time,
    /** Starts the run of a date whose model follows the script, and waits until it is parked or has ended. */
    run: async (businessDate: string, script?: Script, more?: Partial<Trigger>) =>
      standing(await start(businessDate, script, more)),
    start,
    /** How the run stands when it is parked once more, or has ended. */
    standing,
    /** How a run ended that another host began. */
    ended: async (run: string) => {
      await time.over(run);
      return summarize(host, run);
    },
    standingNow: (run: string) => summarize(host, run),
    diligent,
    gate: (run: string, turn: number) => readGate(host.items, { run, turn, kind: 'CONFIRM' }),
    record: (run: string) => readRecord(host.items, run),
    decision: (run: string, turn: number) => readDecision(host.items, { run, turn, kind: 'CONFIRM' }),
    /** The requests the model had about a date. */
    asked: (businessDate: string) =>
      model.requests.filter(({ body }) => dateOf(body) === businessDate).map(({ body }) => body),
    mails,
    mailsAbout: async (run: string) => (await mails()).filter(({ body }) => body.text.includes(`: ${run}\n`)),
    tasks: async (): Promise<readonly string[]> => {
      const page = await (await fetch(`${host.url}/tasks`)).text();
      return [...page.matchAll(/<article>(.*?)<\/article>/gs)].map(([, article = '']) => article);
    },
    directory,
    async close() {
      await host.close();
      await model.close();
      await feed.close();
      if (!keep) rmSync(directory, { recursive: true, force: true });
    },
  };
}

export type Bench = Awaited<ReturnType<typeof openBench>>;

/** Every request is about one date: the task's first message names it. */
const dateOf = ({ messages }: MessagesRequestBody): string =>
  /\d{4}-\d{2}-\d{2}/.exec(JSON.stringify(messages[0]))?.[0] ?? '';
