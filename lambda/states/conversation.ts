import type { Block, Message } from '../agent/model.ts';
import type { Workflow } from '../define/workflow.ts';
import type { RunRecord, TurnItem } from '../ledger/record.ts';
import { reviewsAfter } from './looks.ts';
import { type Standing, stageOf } from './standing.ts';
import { identityOf, resultOf, viewOf } from './view.ts';

type Visit = Extract<Standing, { is: 'turn' }>;

/**
 * The messages of a visit: what was sent and answered, byte for byte, and the user message that comes next.
 * Every tool_use of the last answer gets exactly one tool_result, in order, all in that message.
 */
export function conversation(
  workflow: Workflow,
  record: RunRecord,
  visit: Visit,
): { messages: Message[]; sent: Block[] } {
  const history = visit.turns.flatMap((turn): Message[] => [
    { role: 'user', content: JSON.parse(turn.sent) },
    { role: 'assistant', content: JSON.parse(turn.content) },
  ]);
  const last = visit.turns.at(-1);
  const sent = last ? reply(workflow, record, last) : opening(workflow, record, visit);
  return { messages: [...history, { role: 'user', content: sent }], sent };
}

function opening(workflow: Workflow, record: RunRecord, { stage }: Visit): Block[] {
  const opens = stageOf(workflow, stage).opening;
  const text = opens
    ? opens(viewOf(record, { opens: stage }))
    : workflow.task(record.run.input as never, identityOf(record));
  return [{ type: 'text', text }];
}

function reply(workflow: Workflow, record: RunRecord, turn: TurnItem): Block[] {
  const said = reviewsAfter(turn.turn, record).flatMap(({ comment }) => comment ?? []);
  const comment = said.length > 0 ? said.join('\n') : undefined;
  if (turn.calls.length === 0) {
    const goOn = stageOf(workflow, turn.stage).tools.length > 0 ? CALL : CONTINUE;
    const said = comment ? `A person looked at the run and says: ${comment}` : goOn;
    return [{ type: 'text', text: turn.outputFault?.message ?? said }];
  }
  return turn.calls.map((call, index) => {
    const result = resultOf(record, turn, call);
    if (!result) throw new ResultMissing(turn.turn);
    const fact = record.facts.find((item) => item.turn === turn.turn && item.index === call.index);
    const told =
      result.ok && fact ? { ...result, data: { id: fact.id, ...(result.data as object) } } : result;
    // Nothing may stand after the results, so what a person says goes with the last of them.
    const said = comment && index === turn.calls.length - 1 ? { ...told, person_says: comment } : told;
    return {
      type: 'tool_result',
      tool_use_id: call.id,
      content: JSON.stringify(said),
      ...(result.ok ? {} : { is_error: true }),
    };
  });
}

const CALL = 'Nothing was called. Please go on by calling one of your tools.';
const CONTINUE = 'Please continue.';

/** The machine came back to the model before every call of the last turn was answered. */
export class ResultMissing extends Error {
  override readonly name = 'ResultMissing';
  constructor(turn: number) {
    super(`a call of turn ${turn} has no result on record`);
  }
}
