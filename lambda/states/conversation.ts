import type { Block, Message } from '../agent/model.ts';
import type { Workflow } from '../define/workflow.ts';
import type { RunRecord, TurnItem } from '../ledger/record.ts';
import { identityOf, openVisit, resultOf } from './view.ts';

/**
 * The messages of the open visit: what was sent and answered, byte for byte, and the user message that comes next.
 * Every tool_use of the last answer gets exactly one tool_result, in order, all in that message.
 */
export function conversation(workflow: Workflow, record: RunRecord): { messages: Message[]; sent: Block[] } {
  const { turns } = openVisit(record);
  const history = turns.flatMap((turn): Message[] => [
    { role: 'user', content: JSON.parse(turn.sent) },
    { role: 'assistant', content: JSON.parse(turn.content) },
  ]);
  const last = turns.at(-1);
  const sent = last ? reply(record, last) : opening(workflow, record);
  return { messages: [...history, { role: 'user', content: sent }], sent };
}

function opening(workflow: Workflow, record: RunRecord): Block[] {
  return [{ type: 'text', text: workflow.task(record.run.input as never, identityOf(record)) }];
}

function reply(record: RunRecord, turn: TurnItem): Block[] {
  if (turn.calls.length === 0) return [{ type: 'text', text: turn.outputFault ?? 'Please continue.' }];
  return turn.calls.map((call) => {
    const result = resultOf(record, turn, call);
    if (!result) throw new ResultMissing(turn.turn, call.index);
    const fact = record.facts.find((item) => item.turn === turn.turn && item.index === call.index);
    const told =
      result.ok && fact ? { ...result, data: { id: fact.id, ...(result.data as object) } } : result;
    return {
      type: 'tool_result',
      tool_use_id: call.id,
      content: JSON.stringify(told),
      ...(result.ok ? {} : { is_error: true }),
    };
  });
}

/** The machine came back to the model before every call of the last turn was answered. */
export class ResultMissing extends Error {
  override readonly name = 'ResultMissing';
  constructor(turn: number, index: number) {
    super(`call ${index} of turn ${turn} has no result on record`);
  }
}
