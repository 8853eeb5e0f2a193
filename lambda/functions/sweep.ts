import { endedLetter } from '../gate/letters.tsx';
import { nudge } from '../states/nudge.ts';
import { runName } from '../states/start.ts';
import { type Expected, type Swept, sweep } from '../states/sweep.ts';
import { deployed, type Wire } from './deployed.ts';
import { items, linkKeys, mailer, owner, sfn } from './deps.ts';
import { setting } from './host.ts';

export const wire: Wire<unknown, Swept> = (host) => async () => {
  const shared = { items: items(host), clock: host.clock, owner: owner(host) };
  const mail = { mailer: mailer(host), baseUrl: setting(host.env, 'GATE_URL'), keys: await linkKeys(host) };
  return sweep({
    ...shared,
    sfn: sfn(host),
    expected: JSON.parse(host.env.EXPECTED ?? '[]') as Expected[],
    nudge: (gate, votes) => nudge(gate, votes, { ...shared, ...mail }),
    close: async (over) => {
      // It is rarely wanted: what knows every workflow is loaded when it is.
      const { closeRun } = await import('./close-run.ts');
      return closeRun(host, over);
    },
    missed: async ({ workflow, at }, businessDate) => {
      const run = runName({ workflow, businessDate });
      const missing = { code: 'RUN_MISSING', message: `it was to start at ${at} and is not on record` };
      const letter = endedLetter({ run, workflow, businessDate, state: 'FAILED', ...missing }, owner(host));
      await mail.mailer.send({ to: owner(host).email, ...letter });
    },
  });
};

export const handler = deployed(wire, ({ resumed, expired, closed, told, missed }) => ({
  CallbacksResent: resumed,
  GatesExpired: expired,
  RunsClosed: closed,
  EndsTold: told,
  RunsMissed: missed,
}));
