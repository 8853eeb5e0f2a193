import { QueryEvaluationError } from '../errors.ts';
import type { StateOf } from '../machine.ts';
import { aNumber, aString, causeIn, evaluateAs } from '../template.ts';
import { type Outcome, PARKED, type Step } from './state.ts';

export async function wait(step: Step, state: StateOf<'Wait'>): Promise<Outcome> {
  const until = await wakeTime(step, state);
  if (until <= step.draft.now) return { leaving: state };
  step.thread.doing = { kind: 'waiting', until };
  return PARKED;
}

async function wakeTime(step: Step, { until: { field, value } }: StateOf<'Wait'>): Promise<number> {
  if (field === 'Seconds') {
    const seconds = await evaluateAs(value, aNumber, step.bindings(), step.place);
    if (Number.isSafeInteger(seconds) && seconds >= 0 && seconds <= 99_999_999)
      return step.draft.now + seconds * 1000;
    const problem = `The Seconds field must be a whole number from 0 to 99999999 but was: ${seconds}`;
    throw new QueryEvaluationError(causeIn(step.place, problem), 'Seconds');
  }
  const text = await evaluateAs(value, aString, step.bindings(), step.place);
  const instant = instantOf(text);
  if (instant !== undefined) return instant;
  // Recorded: this event, unlike other failed evaluations, points at the one that entered the state.
  step.thread.enteredFrom = step.thread.enteredEvent;
  const problem = `The Timestamp field cannot be parsed as an ISO-8601 extended offset date-time format string: ${text}`;
  throw new QueryEvaluationError(causeIn(step.place, problem), 'Timestamp');
}

const OFFSET_DATE_TIME = /^\d{4}-(\d{2})-(\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** An ISO-8601 instant with `T` and a zone; digits past the millisecond are dropped. */
export function instantOf(text: string): number | undefined {
  const parts = OFFSET_DATE_TIME.exec(text);
  if (!parts) return undefined;
  const instant = Date.parse(text.replace(/(\.\d{3})\d+/, '$1'));
  // Date.parse takes 2023-02-30 for 2 March; a day that its month does not have is not a date.
  const days = new Date(Date.UTC(Number(text.slice(0, 4)), Number(parts[1]), 0)).getUTCDate();
  return Number.isNaN(instant) || Number(parts[2]) > days ? undefined : instant;
}
