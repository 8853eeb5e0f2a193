import path from 'node:path';
import { digest } from '../../../lambda/define/json.ts';
import { readDecision } from '../../../lambda/ledger/decision.ts';
import { readGate } from '../../../lambda/ledger/gate.ts';
import { filled, PEOPLE } from '../../../lib/local/crash/person.ts';
import type { LocalHost } from '../../../lib/local/host.ts';
import type { StoreKind } from '../../../lib/local/store/store.ts';
import { summarize } from '../../../lib/local/summary.ts';
import { briefOf, rehearsing } from '../../local/rehearsing.ts';
import { faster } from './faster.ts';

/** A local host with everything on loopback and on disk, whose clock runs faster. */
export const openSoakHost = (directory: string, pace: number, store: StoreKind) =>
  rehearsing(path.join(directory, 'data'), { store, timers: faster(pace) });
export type SoakHost = Awaited<ReturnType<typeof openSoakHost>>;

/** The n-th date on which nothing has run yet. */
export const dateOf = (n: number): string => new Date(Date.UTC(2030, 0, 1 + n)).toISOString().slice(0, 10);

/** How often the task of a date is there: it is kept under its key, once or not at all. */
export async function tasksOf(host: LocalHost, date: string): Promise<number> {
  const key = digest({ workflow: 'morning-brief', tool: 'create_review_task', identity: { brief: date } });
  return (await host.items.query(`TASK#${key}`)).length;
}

/** Where a run has come to, for those who ask why it has not ended. */
export async function standsAt({ engine, items }: LocalHost, date: string): Promise<string> {
  const run = `morning-brief-${date}`;
  const executionArn = `arn:aws:states:ap-east-1:000000000000:execution:morning-brief:${run}`;
  const events = await engine.getExecutionHistory({ executionArn });
  const last = events.slice(-4).map(({ type }) => type);
  const gate = await readGate(items, { run, turn: 3, kind: 'CONFIRM' });
  const decision = await readDecision(items, { run, turn: 3, kind: 'CONFIRM' });
  return `${last.join(', ')}; gate ${gate ? `asked ${gate.asked} times, ${gate.mails.length} letters` : 'none'}, decision ${decision?.outcome ?? 'none'}`;
}

/** Does it until it is done: whoever delivers a trigger or sends a form tries again when nothing comes back. */
export async function insist<T>(act: () => Promise<T>, times = 10): Promise<T> {
  for (let left = times; ; left--) {
    try {
      return await act();
    } catch (error) {
      if (left <= 1) throw error;
    }
  }
}

/** One run from its trigger to its end, with a person who answers what it asks, and sends again what gets no answer. */
export async function runOnce({ host, progress }: SoakHost, date: string): Promise<string> {
  const { run } = await insist(() => host.start(briefOf(date)));
  while ((await progress.settled(run)) === 'parked') {
    progress.leaves(run);
    // no link: it is decided, and the machine is told by the sweep if nobody else could
    const { link } = await insist(() => summarize(host, run));
    if (link) await insist(() => answer(link));
  }
  return run;
}

/** Yes to what is proposed; an act that may have happened is to be done, which its target does once. */
async function answer(link: string): Promise<void> {
  const shown = await fetch(link);
  const page = await shown.text();
  if (!shown.ok) throw new Error(`the site answered ${shown.status}`);
  const body = filled(page, (offered) => PEOPLE.approves.say(offered, 0));
  if (!body) return;
  const headers = { origin: new URL(link).origin };
  const { status } = await fetch(link, { method: 'POST', body, headers, redirect: 'manual' });
  if (status !== 303 && status !== 409) throw new Error(`the site answered ${status}`);
}
