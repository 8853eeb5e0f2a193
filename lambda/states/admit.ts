import type { Clock } from '../define/clock.ts';
import { type Duration, toSeconds } from '../define/duration.ts';
import { businessDate as dateOf } from '../define/local-time.ts';
import type { Route } from '../define/machine-words.ts';
import type { Workflow } from '../define/workflow.ts';
import { workingDay } from '../define/working-days.ts';
import type { Items } from '../ledger/items.ts';
import { readRun } from '../ledger/record.ts';
import { beginRun, type NewRun, skipRun } from '../ledger/run.ts';
import { route } from './route.ts';
import { runName, type Trigger } from './start.ts';

/** How late a scheduled start may come and still be of use. */
const STALE_AFTER: Duration = { hours: 4 };

export type AdmitDeps = {
  readonly items: Items;
  readonly clock: Clock;
  readonly workflow: (name: string) => Workflow;
  readonly modelId: string;
  /** Only a host that replays recordings lets a run's clock differ from its own. */
  readonly recordings: boolean;
};

/** ADMIT: one live run per workflow and business date, on a working day, not stale; otherwise SKIPPED, on record. */
export async function admit(
  event: { readonly run: string; readonly execution: string; readonly input: Trigger },
  deps: AdmitDeps,
): Promise<Route> {
  const trigger = event.input;
  const workflow = deps.workflow(trigger.workflow);
  if (runName(trigger) !== event.run) throw new NameMismatch(event.run, runName(trigger));
  checkSlot(trigger, workflow);
  const run: NewRun = {
    ...newRun(event, deps),
    input: workflow.input.parse(trigger.input) as NewRun['input'],
  };

  const skip = (await rerunFault(trigger, deps.items)) ?? dateFault(trigger, workflow, deps.clock.now());
  if (skip) {
    await skipRun(deps.items, run, skip.code, skip.message);
    return route('SKIPPED', { stage: workflow.start, turn: 0 });
  }
  const { mine } = await beginRun(deps.items, run);
  return route(mine ? 'NEW' : 'SKIPPED', { stage: workflow.start, turn: 0 });
}

function newRun(event: { run: string; execution: string; input: Trigger }, deps: AdmitDeps): NewRun {
  const { workflow, businessDate, trigger, input, recording } = event.input;
  if (recording && !deps.recordings) throw new RecordingRefused();
  const now = deps.clock.now();
  const clockOffsetMs = recording ? Date.parse(recording.observedAt) - now.getTime() : 0;
  const day = workingDay(businessDate);
  const banner = 'unknown' in day ? 'NOT_IN_CALENDAR' : day.working ? undefined : 'NOT_A_WORKING_DAY';
  return {
    run: event.run,
    workflow,
    businessDate,
    trigger,
    input,
    executionArn: event.execution,
    model: deps.modelId,
    startedAt: new Date(now.getTime() + clockOffsetMs).toISOString(),
    clockOffsetMs,
    ...(recording ? { recording } : {}),
    ...(banner ? { banner } : {}),
  };
}

type Skip = { readonly code: string; readonly message: string };

/** A manual start runs on any day; the schedule's and the bus's are for today, in time, and for working days. */
function dateFault(trigger: Trigger, workflow: Workflow, now: Date): Skip | undefined {
  if (trigger.trigger === 'manual') return undefined;
  const today = dateOf(now);
  if (trigger.businessDate !== today) {
    return { code: 'STALE', message: `it was meant for ${trigger.businessDate}, today is ${today}` };
  }
  const late = trigger.scheduledAt ? (now.getTime() - Date.parse(trigger.scheduledAt)) / 1000 : 0;
  if (late > toSeconds(STALE_AFTER))
    return { code: 'STALE', message: `it was meant to start at ${trigger.scheduledAt}` };
  const day = workingDay(trigger.businessDate);
  if (workflow.workingDaysOnly && !('unknown' in day) && !day.working) {
    return { code: 'NOT_A_WORKING_DAY', message: `${trigger.businessDate} is no working day: ${day.reason}` };
  }
  return undefined;
}

/** A re-run follows attempts that all ended without their effect; one that was skipped says nothing of those before it. */
async function rerunFault(trigger: Trigger, items: Items): Promise<Skip | undefined> {
  const { rerun } = trigger;
  if (!rerun) return undefined;
  const earlier = Array.from({ length: Math.max(1, rerun - 1) }, (_, n) => (n === 0 ? 0 : n + 1));
  const names = earlier.map((attempt) => runName({ ...trigger, rerun: attempt }));
  const runs = await Promise.all(names.map((name) => readRun(items, name)));
  const running = runs.find((run) => run?.state === 'RUNNING');
  if (running) return { code: 'STILL_RUNNING', message: `"${running.run}" has not ended` };
  const done = runs.find((run) => run?.state === 'DONE');
  if (done) return { code: 'ALREADY_DONE', message: `"${done.run}" is done` };
  if (rerun < 2 || !runs.at(-1))
    return { code: 'NOTHING_TO_RERUN', message: `no run "${names.at(-1)}" is on record` };
  return undefined;
}

/** A daily workflow has no slots; one that is asked has one per question, which cannot pass for a re-run of another. */
function checkSlot({ slot }: Trigger, { name, runs }: Workflow): void {
  if (runs !== 'asked' && slot !== undefined)
    throw new SlotRefused(`"${name}" runs once a day, the slot "${slot}" was given`);
  if (runs === 'asked' && !/^(?!(?:.*-)?r\d+$)[a-z0-9][a-z0-9-]{0,23}$/.test(slot ?? ''))
    throw new SlotRefused(
      `"${name}" wants a slot of 1 to 24 small letters, digits and -, "${slot ?? ''}" was given`,
    );
}

/** The trigger does not say which of the day's runs it is, or says so where there is one. */
export class SlotRefused extends Error {
  override readonly name = 'SlotRefused';
}

/** An execution that was not named by `start`. */
export class NameMismatch extends Error {
  override readonly name = 'NameMismatch';
  constructor(given: string, wanted: string) {
    super(`the execution is named "${given}", its trigger wants "${wanted}"`);
  }
}

/** A recording was sent to a host that reads live feeds. */
export class RecordingRefused extends Error {
  override readonly name = 'RecordingRefused';
  constructor() {
    super('a recorded observation was given, this host reads live feeds only');
  }
}
