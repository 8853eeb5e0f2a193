import type { WriteTool } from '../define/tool.ts';
import type { Workflow } from '../define/workflow.ts';
import type { Items } from '../ledger/items.ts';
import type { RunRecord } from '../ledger/record.ts';
import type { Ending } from '../ledger/run.ts';
import { readWrite, type WriteItem } from '../ledger/write.ts';
import { idempotencyKey } from './classify.ts';
import { toolOf } from './proposals.ts';
import { identityOf } from './view.ts';

type Judged = Omit<Ending, 'endedAt'>;

/**
 * A run that does not end well says what of it was done all the same; and that an act may have happened is never hidden
 * behind what else ended it.
 */
export async function withActs(
  judged: Judged,
  record: RunRecord,
  deps: { readonly items: Items; readonly workflow: (name: string) => Workflow },
): Promise<Judged> {
  if (judged.state === 'DONE') return judged;
  const acts = await actsOf(record, deps.workflow(record.run.workflow), deps.items);
  const named = (states: readonly WriteItem['state'][]) =>
    acts.filter(({ state }) => states.includes(state)).map(({ tool }) => tool);
  const open = named(['EXECUTING', 'UNKNOWN']);
  const done = named(['SUCCEEDED']);
  const also = done.length > 0 ? `; done before that: ${done.join(', ')}` : '';
  if (open.length === 0) return { ...judged, message: `${judged.message}${also}` };
  const doubt = `whether ${open.join(', ')} happened is not known, a person has to look`;
  return {
    ...judged,
    state: 'FAILED',
    code: 'OUTCOME_UNKNOWN',
    error: judged.error ?? 'OUTCOME_UNKNOWN',
    message: `${doubt}${judged.code === 'OUTCOME_UNKNOWN' ? '' : `; ${judged.message}`}${also}`,
  };
}

/** The writes that gates of this run proposed, as they stand. */
async function actsOf(record: RunRecord, workflow: Workflow, items: Items): Promise<WriteItem[]> {
  const run = identityOf(record);
  const keys = record.turns.flatMap(({ calls }) =>
    calls
      .filter(({ standing }) => standing === 'propose')
      .map((call) => idempotencyKey(toolOf(call.tool, workflow) as WriteTool, call.args, run)),
  );
  const writes = await Promise.all([...new Set(keys)].map((key) => readWrite(items, key)));
  return writes.filter((write) => write?.gate.startsWith(`GATE#${run.run}#`)) as WriteItem[];
}
