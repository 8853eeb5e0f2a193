import { type Clock, shifted } from '../define/clock.ts';
import { gateTimes } from '../define/gate-policy.ts';
import type { Route } from '../define/machine-words.ts';
import type { Workflow } from '../define/workflow.ts';
import { recordPause } from '../ledger/call.ts';
import type { Items } from '../ledger/items.ts';
import type { Next, RunRecord, TurnItem } from '../ledger/record.ts';
import { total } from '../ledger/usage.ts';
import { looksAfter } from './looks.ts';
import { readsOf, route } from './route.ts';

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
      return route('GATE', { ...at, gate: gateNow(1, workflow, record, deps.clock) });
    case 'PAUSE': {
      const now = shifted(deps.clock, record.run.clockOffsetMs).now().toISOString();
      const nth = looksAfter(from.turn, record) + 1;
      if (next.why)
        await recordPause(deps.items, record.run.run, { ...next.why, turn: from.turn, nth, at: now });
      return route('PAUSE', { ...at, gate: gateNow(nth, workflow, record, deps.clock) });
    }
    case 'STAGE':
      return route('STAGE', { ...at, stage: next.stage });
    case 'FINISH':
      return route('FINISH', at);
  }
}

/** A gate that opens now: which of its kind it is, and its times by the run's clock. */
export function gateNow(nth: number, workflow: Workflow, { run }: RunRecord, clock: Clock): Route['gate'] {
  const times = gateTimes(workflow.gate, shifted(clock, run.clockOffsetMs).now());
  return {
    nth,
    decideBy: times.decideBy.toISOString(),
    executeBy: times.executeBy.toISOString(),
    seconds: times.timeoutSeconds,
  };
}
