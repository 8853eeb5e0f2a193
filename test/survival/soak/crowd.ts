import { readDecision } from '../../../lambda/ledger/decision.ts';
import { filled } from '../../../lib/local/crash/person.ts';
import { summarize } from '../../../lib/local/summary.ts';
import { briefOf } from '../../local/rehearsing.ts';
import { insist, type SoakHost, tasksOf } from './soak.ts';

/** One date's trigger, delivered so many times at once. */
export async function manyTriggers({ host, progress }: SoakHost, date: string, times: number) {
  const mailsBefore = (await mails(host.mailUrl)).length;
  const started = await Promise.all(
    Array.from({ length: times }, () => insist(() => host.start(briefOf(date)))),
  );
  const run = `morning-brief-${date}`;
  await progress.settled(run);
  const executions = await host.engine.listExecutions({
    stateMachineArn: 'arn:aws:states:ap-east-1:000000000000:stateMachine:morning-brief',
  });
  return {
    run,
    names: new Set(started.map((one) => one.run)).size,
    executions: executions.filter(({ name }) => name.includes(date)).length,
    letters: (await mails(host.mailUrl)).length - mailsBefore,
  };
}

const mails = async (url: string): Promise<readonly unknown[]> =>
  (await insist(async () => (await fetch(`${url}/store`)).json() as Promise<{ emails: unknown[] }>)).emails;

/** So many people send the form of one gate at once, every other one of them a rejection. */
export async function manyApprovers({ host, progress }: SoakHost, run: string, date: string, people: number) {
  const { link } = await summarize(host, run);
  if (!link) throw new Error(`${run} waits for nobody`);
  const page = await (await fetch(link)).text();
  const form = (choice: string) => filled(page, () => ({ choice, comment: 'as it is' }));
  const origin = new URL(link).origin;
  progress.leaves(run);
  const statuses = await Promise.all(
    Array.from({ length: people }, async (_, n) => {
      const body = form(n % 2 === 0 ? 'APPROVED' : 'REJECTED');
      if (!body) throw new Error('the page has no form');
      const answer = await fetch(link, { method: 'POST', body, headers: { origin }, redirect: 'manual' });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  await progress.end(run);
  const { steps, state } = await summarize(host, run);
  const decision = await readDecision(host.items, { run, turn: 3, kind: 'CONFIRM' });
  const counts = new Map<number, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return {
    statuses: counts,
    ruling: decision?.rulings[0]?.ruling,
    state,
    steps,
    tasks: await tasksOf(host, date),
  };
}
