import type { TurnReading } from '../agent/read-answer.ts';
import type { Json } from '../define/json.ts';
import type { Stage, Workflow } from '../define/workflow.ts';
import type { RunRecord, TurnItem } from '../ledger/record.ts';
import { classify } from './classify.ts';
import { wordsFault } from './said.ts';
import { nextOf, type Standing, stageOf, standing } from './standing.ts';
import { viewOf } from './view.ts';

type Place = Pick<TurnItem, 'stage' | 'visit' | 'via'>;
type Said = Pick<TurnItem, 'text'> & Partial<Pick<TurnItem, 'output' | 'outputFault'>>;
type Bare = Omit<TurnItem, 'pk' | 'sk' | 'calls' | 'next' | keyof Place | keyof Said>;
type Turn = Omit<TurnItem, 'pk' | 'sk' | 'next'>;

/** What a turn comes to: its calls or its last words, each judged by code, and where the machine goes from there. */
export function conclude(
  bare: Bare,
  reading: Extract<TurnReading, { kind: 'calls' | 'end' }>,
  here: Extract<Standing, { is: 'turn' }>,
  workflow: Workflow,
  record: RunRecord,
): Omit<TurnItem, 'pk' | 'sk'> {
  const stage = stageOf(workflow, here.stage);
  const place: Place = { stage: here.stage, visit: here.visit, via: here.via };
  const calls = reading.kind === 'calls' ? classify(reading.calls, stage, workflow, record) : [];
  const turn: Turn = { ...bare, ...place, calls, text: reading.text };
  const whole = reading.kind === 'end' && stage.output ? withOutput(reading, stage, turn, record) : turn;
  const next = nextOf(standing(workflow, withTurn(record, whole)));
  const ends = next.to === 'FINISH' && !next.failed;
  const message = ends ? wordsFault(whole.text, workflow, record) : undefined;
  if (!message) return { ...whole, next };
  const faulty = { ...whole, outputFault: { code: 'UNSUPPORTED_ANSWER', message } };
  return { ...faulty, next: nextOf(standing(workflow, withTurn(record, faulty))) };
}

/** The record as it will be with the turn on it; `next` and key are of no concern to those who look ahead. */
const withTurn = (record: RunRecord, turn: Turn): RunRecord => ({
  ...record,
  turns: [...record.turns, turn as TurnItem],
});

function withOutput(
  { output }: { readonly output?: Json },
  stage: Stage,
  turn: Turn,
  record: RunRecord,
): Turn {
  const refuse = (message: string): Turn => ({ ...turn, outputFault: { code: 'OUTPUT_INVALID', message } });
  if (output === undefined)
    return refuse('The answer was not JSON. Answer again with the JSON object alone.');
  const parsed = stage.output?.safeParse(output);
  if (!parsed?.success) {
    const issues = parsed?.error.issues.slice(0, 5) ?? [];
    const faults = issues.map((issue) => `${issue.path.join('.') || 'answer'}: ${issue.message}`).join('; ');
    return refuse(`The answer does not fit: ${faults}. Answer again, corrected.`);
  }
  const valid = { ...turn, output: parsed.data as Json };
  const view = viewOf(withTurn(record, valid));
  const fault = stage.check?.(view);
  if (fault) return refuse(`The answer does not hold: ${fault}. Answer again, corrected.`);
  return stage.words ? { ...valid, text: stage.words(view) } : valid;
}
