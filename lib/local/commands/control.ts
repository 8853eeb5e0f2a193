import { SFNClient } from '@aws-sdk/client-sfn';
import type { Env } from '../../../lambda/functions/host.ts';
import { readRecord } from '../../../lambda/ledger/record.ts';
import { cancel, pause, resume } from '../../../lambda/states/control.ts';
import { openLocalHost } from '../host.ts';
import { Progress } from '../progress.ts';
import { summarize } from '../summary.ts';
import { dataDirectory } from './data-directory.ts';
import { type Out, Usage } from './usage.ts';

export type ControlOptions = {
  readonly verb: 'pause' | 'resume' | 'cancel';
  readonly run: string;
  readonly dry: boolean;
  readonly home: string;
  readonly env: Env;
  readonly out: Out;
};

/** Pauses, resumes or cancels a run of this machine, and waits until that has taken effect or cannot yet. */
export async function control({ verb, run, dry, home, env, out }: ControlOptions): Promise<number> {
  const progress = new Progress(out.note);
  const { onEvent, onStatusChange } = progress;
  const host = await openLocalHost({
    directory: dataDirectory(home, dry),
    dry,
    env,
    onEvent,
    onStatusChange,
  });
  const sfn = new SFNClient({
    region: 'local',
    endpoint: host.stepFunctionsUrl,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  try {
    await readRecord(host.items, run);
    const deps = { items: host.items, sfn, clock: host.clock };
    const done =
      verb === 'pause'
        ? await pause(deps, run)
        : await (verb === 'resume' ? resume : cancel)(deps, run, 'operator');
    if (!done) throw new Usage(`${verb}: ${run} has ended, or is being cancelled`);
    if (verb === 'cancel') await progress.end(run);
    // What still waits for its person was not held by an operator: there is nothing to wait for here.
    if (verb === 'resume' && !(await summarize(host, run)).link) await progress.settled(run);
    out.result(await summarize(host, run));
    return 0;
  } finally {
    sfn.destroy();
    await host.close();
  }
}
