import { DescribeExecutionCommand, ExecutionDoesNotExist, type SFNClient } from '@aws-sdk/client-sfn';
import { type Clock, shifted } from '../define/clock.ts';
import { toSeconds } from '../define/duration.ts';
import { SWEEP_EVERY } from '../define/gate-policy.ts';
import { businessDate, localTime } from '../define/local-time.ts';
import { workingDay } from '../define/working-days.ts';
import { resumeGate } from '../gate/callback.ts';
import { type DecisionItem, decide } from '../ledger/decision.ts';
import { type GateItem, noteGate } from '../ledger/gate.ts';
import { ABSENT, type Item, type Items } from '../ledger/items.ts';
import { type RunItem, readRun, runKey, SCHEMA } from '../ledger/record.ts';
import { decisionBy, type VoteItem } from '../ledger/vote.ts';
import type { Closed } from './close-run.ts';
import { revoke } from './revoke.ts';
import { runName } from './start.ts';
import type { Over } from './watch.ts';

/** A run that the schedule should have started by a local time of Hong Kong working days. */
export type Expected = {
  readonly workflow: string;
  readonly at: `${number}:${number}`;
  readonly workingDaysOnly: boolean;
};

export type SweepDeps = {
  readonly items: Items;
  readonly sfn: SFNClient;
  readonly clock: Clock;
  readonly expected: readonly Expected[];
  /** Reminders and deputies of one open gate. */
  readonly nudge: (gate: GateItem, votes: readonly VoteItem[]) => Promise<void>;
  /** The one owner of closing dead runs and of telling how runs ended. */
  readonly close: (over: Over) => Promise<Closed>;
  readonly missed: (expected: Expected, date: string) => Promise<void>;
};

/** What one tick did. */
export type Swept = {
  readonly resumed: number;
  readonly expired: number;
  readonly closed: number;
  /** Ended runs of which somebody had not been told. */
  readonly told: number;
  readonly missed: number;
};

/** The most items of a kind one tick looks at: the next tick goes on, nothing waits for ever. */
const PER_TICK = 200;
/** How old a run is before it is worth asking whether its execution still lives. */
const SETTLED_MS = 15 * 60_000;
/** How long after its time a scheduled run counts as missing. */
const MISSING_MINUTES = 15;

/** What timers and callbacks left undone: decided gates are told again, old ones expire, dead runs are closed. */
export async function sweep(deps: SweepDeps): Promise<Swept> {
  const swept = { resumed: 0, expired: 0, closed: 0, told: 0, missed: 0 };
  const failures: unknown[] = [];
  // One that cannot be tended must not keep those behind it waiting for ever.
  const each = async <T>(all: readonly T[], look: (one: T) => Promise<void>) => {
    for (const one of all) await look(one).catch((error: unknown) => failures.push(error));
  };
  await each(await oldest<GateItem>('GATE', deps.items), (gate) => tend(gate, deps, swept));
  await each(await oldest<RunItem>('RUNNING', deps.items), async (run) => {
    const over = { run: run.run, execution: run.executionArn };
    if (run.state === 'RUNNING') {
      if ((await isDead(run, deps)) && (await deps.close({ ...over, error: 'ExecutionGone' })).closed)
        swept.closed++;
    } else if (isUntold(run, deps.clock) && (await deps.close(over)).told) swept.told++;
  });
  await each(deps.expected, async (expected) => {
    if (await isMissing(expected, deps)) swept.missed++;
  });
  if (failures.length > 0) throw failures[0];
  return swept;
}

async function oldest<I extends Item>(list: string, items: Items): Promise<I[]> {
  const page = await items.list(list, { limit: PER_TICK });
  return page.items as I[];
}

async function tend(
  gate: GateItem,
  deps: SweepDeps,
  swept: { resumed: number; expired: number },
): Promise<void> {
  const { items, sfn } = deps;
  const now = shifted(deps.clock, gate.clockOffsetMs).now();
  const { votes, ...answers } = await decisionBy(items, gate);
  let { decision } = answers;
  const over = Date.parse(gate.decideBy) + 2 * toSeconds(SWEEP_EVERY) * 1000;
  if (!decision && now.getTime() >= over) {
    const by = { approver: 'clock', name: 'clock', how: 'clock' } as const;
    decision = (await decide(items, gate, { outcome: 'EXPIRED', rulings: [], by, at: now.toISOString() }))
      .decision;
    swept.expired++;
  }
  decision ??= await cancelled(gate, now, items);
  if (!decision) return deps.nudge(gate, votes);
  const told = await resumeGate({ items, sfn, now }, gate, decision);
  if (told === 'resumed') swept.resumed++;
  // The machine heard it before, and only the note of that was lost.
  if (told === 'gone' && (await hasGoneOn(gate, items)))
    await noteGate(items, gate, { resumedAt: now.toISOString() });
}

/** An operator's cancel comes to its end though whoever gave it died on the way. */
async function cancelled(gate: GateItem, now: Date, items: Items): Promise<DecisionItem | undefined> {
  const run = await readRun(items, gate.run);
  if (run?.control !== 'CANCEL') return undefined;
  const by = { approver: 'operator', name: 'operator', how: 'operator' } as const;
  return revoke(items, gate, by, now.toISOString());
}

async function hasGoneOn(gate: GateItem, items: Items): Promise<boolean> {
  const run = await readRun(items, gate.run);
  return run?.state !== 'RUNNING' || run.turn > gate.turn;
}

/** Status events are best effort: a run whose execution has ended without it is asked for. */
async function isDead(run: RunItem, { sfn, clock }: SweepDeps): Promise<boolean> {
  const age = shifted(clock, run.clockOffsetMs).now().getTime() - Date.parse(run.startedAt);
  if (age < SETTLED_MS) return false;
  try {
    const { status } = await sfn.send(new DescribeExecutionCommand({ executionArn: run.executionArn }));
    return status !== 'RUNNING' && status !== 'PENDING_REDRIVE';
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return true;
    throw error;
  }
}

/** Status events are best effort: whoever was to tell of an end has had a tick's time. */
function isUntold({ endedAt, clockOffsetMs }: RunItem, clock: Clock): boolean {
  const since = shifted(clock, clockOffsetMs).now().getTime() - Date.parse(endedAt ?? '');
  return since >= toSeconds(SWEEP_EVERY) * 1000;
}

/** Whether today's run should be there and is not; said once a day. */
async function isMissing(expected: Expected, deps: SweepDeps): Promise<boolean> {
  const now = deps.clock.now();
  const date = businessDate(now);
  const day = workingDay(date);
  if (expected.workingDaysOnly && !('unknown' in day) && !day.working) return false;
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  if (minutes(localTime(now, 'Asia/Hong_Kong').time) < minutes(expected.at) + MISSING_MINUTES) return false;
  const key = runKey(runName({ workflow: expected.workflow, businessDate: date }));
  if (await deps.items.get(key)) return false;
  const said = await deps.items.put({ pk: key.pk, sk: 'MISSED', v: SCHEMA, at: now.toISOString() }, ABSENT);
  if (said.won) await deps.missed(expected, date);
  return said.won;
}
