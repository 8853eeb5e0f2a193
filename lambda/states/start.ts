import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import * as z from 'zod';
import { canonical, type Json } from '../define/json.ts';
import { businessDate, weekdayOf } from '../define/local-time.ts';

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

const Name = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/);
const BusinessDate = z.string().refine(isDate, 'a real date written YYYY-MM-DD is wanted');
const Instant = z.iso.datetime({ offset: true });
const Rerun = z.int().min(2).max(99);

/** The schedule's own input; the time is the scheduler's, not the delivery's. */
const Scheduled = z.strictObject({ workflow: Name, input: z.json(), scheduledTime: Instant });
/** A person's or a script's call of the function itself. */
const Manual = z.strictObject({
  workflow: Name,
  input: z.json(),
  businessDate: BusinessDate,
  rerun: Rerun.optional(),
});
/** RunRequested on the bus; without a date it is for the day it was sent on. */
const Requested = z.object({
  'detail-type': z.literal('RunRequested'),
  time: Instant,
  detail: z.strictObject({
    workflow: Name,
    input: z.json(),
    businessDate: BusinessDate.optional(),
    rerun: Rerun.optional(),
  }),
});

/**
 * The trigger that was delivered, whoever delivered it. Days are Hong Kong's.
 *
 * @throws {TriggerMalformed} naming the field that is not as wanted
 */
export function triggerOf(event: unknown): Trigger {
  const has = (field: string) => typeof event === 'object' && event !== null && Object.hasOwn(event, field);
  if (has('detail-type')) {
    const { time, detail } = parsed(Requested, event);
    return {
      ...runOf(detail),
      businessDate: detail.businessDate ?? businessDate(new Date(time)),
      trigger: 'event',
    };
  }
  if (has('scheduledTime')) {
    const { scheduledTime, ...run } = parsed(Scheduled, event);
    const scheduledAt = new Date(scheduledTime);
    return {
      ...runOf(run),
      businessDate: businessDate(scheduledAt),
      trigger: 'schedule',
      scheduledAt: scheduledAt.toISOString(),
    };
  }
  const manual = parsed(Manual, event);
  return { ...runOf(manual), businessDate: manual.businessDate, trigger: 'manual' };
}

const runOf = ({
  workflow,
  input,
  rerun,
}: {
  workflow: string;
  input: unknown;
  rerun?: number | undefined;
}) => ({
  workflow,
  input: input as Json,
  ...(rerun ? { rerun } : {}),
});

function parsed<T>(schema: z.ZodType<T>, event: unknown): T {
  const result = schema.safeParse(event);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new TriggerMalformed(issue?.path.join('.') || 'the event', issue?.message ?? 'not as wanted');
}

function isDate(text: string): boolean {
  try {
    return weekdayOf(text) >= 0;
  } catch {
    return false;
  }
}

/** What was delivered sets nothing off. */
export class TriggerMalformed extends Error {
  override readonly name = 'TriggerMalformed';
  constructor(field: string, fault: string) {
    super(
      `a schedule's input, RunRequested, or { workflow, businessDate, input } is wanted; ${field}: ${fault}`,
    );
  }
}

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
