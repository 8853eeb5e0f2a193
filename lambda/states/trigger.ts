import * as z from 'zod';
import type { Json } from '../define/json.ts';
import { businessDate, isDate } from '../define/local-time.ts';
import type { Trigger } from './start.ts';

const Name = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/);
const BusinessDate = z.string().refine(isDate, 'a real date written YYYY-MM-DD is wanted');
const Instant = z.iso.datetime({ offset: true });
const Rerun = z.int().min(2).max(99);
/** ADMIT knows which workflows want one. */
const Slot = z.string().regex(/^[a-z0-9][a-z0-9-]{0,23}$/);

/** The schedule's own input; the time is the scheduler's, not the delivery's. */
const Scheduled = z.strictObject({ workflow: Name, input: z.json(), scheduledTime: Instant });
/** A person's or a script's call of the function itself. */
const Manual = z.strictObject({
  workflow: Name,
  input: z.json(),
  businessDate: BusinessDate,
  slot: Slot.optional(),
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
    slot: Slot.optional(),
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

type Asked = { workflow: string; input: unknown; slot?: string | undefined; rerun?: number | undefined };

const runOf = ({ workflow, input, slot, rerun }: Asked) => ({
  workflow,
  input: input as Json,
  ...(slot ? { slot } : {}),
  ...(rerun ? { rerun } : {}),
});

function parsed<T>(schema: z.ZodType<T>, event: unknown): T {
  const result = schema.safeParse(event);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new TriggerMalformed(issue?.path.join('.') || 'the event', issue?.message ?? 'not as wanted');
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
