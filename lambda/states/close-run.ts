import { findRecord, readRecord } from '../ledger/record.ts';
import { failUnknownRun } from '../ledger/run.ts';
import { type FinishDeps, finish, named } from './finish.ts';
import { type TellDeps, tell } from './tell.ts';
import type { Over } from './watch.ts';

/** What became of the run: it had to be closed, or its people were told; neither when both was done before. */
export type Closed = { readonly closed: boolean; readonly told: boolean };

/**
 * An execution is over, as the watch hears or the sweep finds: its run gets an outcome where the machine gave it none (no
 * Catch runs when it is stopped or times out), and those concerned are told. The one owner of both.
 */
export async function closeRun(over: Over, deps: FinishDeps & TellDeps): Promise<Closed> {
  const record = (await findRecord(deps.items, over.run)) ?? (await neverBegan(over, deps));
  // Another execution's end says nothing about this run's.
  if (record.run.executionArn !== over.execution) return { closed: false, told: false };
  if (record.run.state !== 'RUNNING') return { closed: false, told: await tell(record, deps) };
  await finish(over, deps);
  return { closed: true, told: await tell(await readRecord(deps.items, over.run), deps) };
}

/** It failed before it was on record: that is put on record, so that it is told once and can be run again. */
async function neverBegan({ run, execution, error = 'NotAdmitted' }: Over, { items, clock }: FinishDeps) {
  const [, workflow = run, businessDate = ''] = /^(.*)-(\d{4}-\d{2}-\d{2})/.exec(run) ?? [];
  const at = clock.now().toISOString();
  await failUnknownRun(items, { run, workflow, businessDate, executionArn: execution }, named(error), at);
  return readRecord(items, run);
}
