import { type Clock, shifted } from '../define/clock.ts';
import { gateTimes } from '../define/gate-policy.ts';
import type { Route } from '../define/machine-words.ts';
import type { Workflow } from '../define/workflow.ts';
import { recordPause } from '../ledger/call.ts';
import type { Items } from '../ledger/items.ts';
import type { Next, RunRecord, TurnItem } from '../ledger/record.ts';
import { readsOf, route } from './route.ts';
import { total } from './usage.ts';

type From = Pick<TurnItem, 'stage' | 'turn' | 'calls'> & Partial<Pick<TurnItem, 'usage'>>;

/** Where the machine goes after a turn; the same whenever it is asked. */
export async function follow(
  next: Next,
  from: From,
  workflow: Workflow,
  record: RunRecord,
  deps: { readonly items: Items; readonly clock: Clock },
): Promise<Route> {
  const tokens = from.usage ? total(from.usage) : 0;
  const at = { stage: from.stage, turn: from.turn, reads: readsOf(from), tokens };
  switch (next.to) {
    case 'READ':
      return route('READ', at);
    case 'GATE':
      return route('GATE', { ...at, gate: timesOf(workflow, record, deps.clock) });
    case 'PAUSE': {
      const now = shifted(deps.clock, record.run.clockOffsetMs).now().toISOString();
      if (next.why) await recordPause(deps.items, record.run.run, { ...next.why, turn: from.turn, at: now });
      return route('PAUSE', { ...at, gate: timesOf(workflow, record, deps.clock) });
    }
    case 'STAGE':
      return route('STAGE', { ...at, stage: next.stage });
    case 'FINISH':
      return route('FINISH', at);
  }
}

/** The times of a gate that opens now, by the run's clock. */
export function timesOf(workflow: Workflow, { run }: RunRecord, clock: Clock): Route['gate'] {
  const times = gateTimes(workflow.gate, shifted(clock, run.clockOffsetMs).now());
  return {
    decideBy: times.decideBy.toISOString(),
    executeBy: times.executeBy.toISOString(),
    seconds: times.timeoutSeconds,
  };
}
