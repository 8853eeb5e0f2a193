import type { Json } from '../define/json.ts';
import type { Stage, Workflow } from '../define/workflow.ts';
import type { Next, RunRecord, TurnItem } from '../ledger/record.ts';
import { classify } from './classify.ts';
import { wordsFault } from './said.ts';
import { openVisit, viewOf } from './view.ts';

type Conclusion = Pick<TurnItem, 'text' | 'calls' | 'next' | 'ended' | 'output' | 'outputFault'>;

/** What a turn comes to: its calls, or the end of the visit and the transition that code decides. */
export function conclude(
  reading:
    | { kind: 'calls'; calls: readonly { id: string; name: string; input: unknown }[]; text: string }
    | { kind: 'end'; text: string },
  name: string,
  stage: Stage,
  workflow: Workflow,
  record: RunRecord,
): Conclusion {
  const { text } = reading;
  const again: Next = { to: 'STAGE', stage: name, via: 'again' };
  if (reading.kind === 'calls') {
    const calls = classify(reading.calls, stage, workflow, record);
    const has = (standing: string) => calls.some((call) => call.standing === standing);
    const asks: Next = has('ask') ? { to: 'PAUSE', stage: name, via: 'asked', why: 'a question' } : again;
    const next: Next = has('read') ? { to: 'READ' } : has('propose') ? { to: 'GATE' } : asks;
    return { text, calls, next, ended: false };
  }
  const output = stage.output ? parseOutput(text, stage) : { value: undefined };
  // The model is told once what is wrong with its last words; the second time the run ends.
  const refuse = (outputFault: string, code: string): Conclusion => {
    const corrected = openVisit(record).turns.some((turn) => turn.outputFault !== undefined);
    const next: Next = corrected ? { to: 'FINISH', via: code, failed: true } : again;
    return { text, calls: [], next, ended: corrected, outputFault };
  };
  if ('fault' in output) return refuse(output.fault, 'OUTPUT_INVALID');
  const via = stage.decide?.(viewOf(record, { stage: name, output: output.value, text })) ?? 'end';
  const target = stage.on[via];
  if (!target)
    throw new TypeError(
      `stage ${name} decided "${via}", its transitions are ${Object.keys(stage.on).join(', ')}`,
    );
  const fault = target === 'DONE' ? wordsFault(text, workflow, record) : undefined;
  if (fault) return refuse(fault, 'UNSUPPORTED_ANSWER');
  const next: Next =
    target === 'DONE' || target === 'FAILED'
      ? { to: 'FINISH', via, failed: target === 'FAILED' }
      : { to: 'STAGE', stage: target, via };
  return { text, calls: [], next, ended: true, ...(stage.output ? { output: output.value as Json } : {}) };
}

function parseOutput(text: string, stage: Stage): { value: unknown } | { fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'The answer was not JSON. Answer again with the JSON object alone.' };
  }
  const parsed = stage.output?.safeParse(value);
  if (parsed?.success) return { value: parsed.data };
  const issues =
    parsed?.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
  return { fault: `The answer does not fit: ${issues.join('; ')}. Answer again, corrected.` };
}
