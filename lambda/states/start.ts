import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { canonical, type Json } from '../define/json.ts';

/** What sets a run off, mapped from whatever delivered it. */
export type Trigger = {
  readonly workflow: string;
  readonly businessDate: string;
  readonly trigger: 'schedule' | 'manual' | 'event';
  readonly input: Json;
  /** When the schedule meant it to start (ISO 8601); the schedule's only. */
  readonly scheduledAt?: string;
  /** What tells runs of one date apart where a workflow has more than one: its asker's word for the question. */
  readonly slot?: string;
  /** 2, 3, ...: an explicit re-run of that date and slot. */
  readonly rerun?: number;
  /** A replayed observation instead of the live feed, and when it was made; local hosts only. */
  readonly recording?: { readonly observedAt: string };
};

/** The execution's name is the run's id: one per workflow, business date and slot, and one more per explicit re-run. */
export const runName = ({
  workflow,
  businessDate,
  slot,
  rerun,
}: Pick<Trigger, 'workflow' | 'businessDate' | 'slot' | 'rerun'>): string =>
  [workflow, businessDate, ...(slot ? [slot] : []), ...(rerun ? [`r${rerun}`] : [])].join('-');

/**
 * Starts the run of a trigger. Delivered again it finds its run and is a success too: the input carries
 * nothing of the delivery, and a name that is taken means that the run is there.
 */
export async function start(
  trigger: Trigger,
  deps: { readonly sfn: SFNClient; readonly stateMachineArn: (workflow: string) => string },
): Promise<{ readonly run: string; readonly started: boolean }> {
  const run = runName(trigger);
  const stateMachineArn = deps.stateMachineArn(trigger.workflow);
  try {
    await deps.sfn.send(new StartExecutionCommand({ stateMachineArn, name: run, input: canonical(trigger) }));
    return { run, started: true };
  } catch (error) {
    if (error instanceof ExecutionAlreadyExists) return { run, started: false };
    throw error;
  }
}
