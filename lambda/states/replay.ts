import { readAnswer } from '../agent/read-answer.ts';
import { canonical } from '../define/json.ts';
import type { Workflow } from '../define/workflow.ts';
import { ABSENT } from '../ledger/items.ts';
import { memoryItems } from '../ledger/memory-items.ts';
import type { FactItem, RunRecord, TurnItem } from '../ledger/record.ts';
import type { Audit } from './audit.ts';
import { conclude } from './conclude.ts';
import { conversation } from './conversation.ts';
import { judge } from './finish.ts';
import { standing } from './standing.ts';
import { verdictOf } from './validate.ts';

/** Where today's code decides otherwise than the record says. */
export type Difference = { readonly at: string; readonly recorded: unknown; readonly today: unknown };

/** Runs a run's recorded turns and results through today's code, without model or network. */
export async function replay(audit: Audit, workflow: Workflow): Promise<Difference[]> {
  const differences = audit.record.turns.flatMap((turn) => turnDiffers(turn, audit.record, workflow));
  for (const fact of audit.record.facts) differences.push(...factDiffers(fact, workflow));
  return [...differences, ...(await endDiffers(audit, workflow))];
}

/** The record as it stood before a turn. */
function before({ turn }: TurnItem, record: RunRecord): RunRecord {
  const earlier = <T extends { readonly turn: number }>(items: readonly T[]) =>
    items.filter((item) => item.turn < turn);
  const { turns, calls, facts, reviews, pauses } = record;
  const rest = {
    calls: earlier(calls),
    facts: earlier(facts),
    reviews: earlier(reviews),
    pauses: earlier(pauses),
  };
  return { ...record, turns: earlier(turns), ...rest };
}

function turnDiffers(turn: TurnItem, whole: RunRecord, workflow: Workflow): Difference[] {
  const at = (what: string) => `turn ${turn.turn}: ${what}`;
  const record = before(turn, whole);
  const here = standing(workflow, record);
  if (here.is !== 'turn' || here.stage !== turn.stage) {
    return [{ at: at('stage'), recorded: turn.stage, today: here.is === 'turn' ? here.stage : here.is }];
  }
  const { content, stopReason } = turn;
  const reading = readAnswer({ content: JSON.parse(content), stopReason });
  if (reading.kind !== 'calls' && reading.kind !== 'end') {
    return [{ at: at('how the answer reads'), recorded: stopReason, today: reading.kind }];
  }
  const { sent } = conversation(workflow, record, here);
  // What the answer was found to be then is no part of the answer.
  const { pk: _, sk: __, output: ___, outputFault: ____, ...bare } = turn;
  const today = conclude(bare, reading, here, workflow, record);
  return [
    // An empty answer was asked on with a nudge, which is the turn's own and not the record's.
    ...differs(at('what was sent'), withoutNudge(JSON.parse(turn.sent)), sent),
    ...differs(at('what became of its calls'), turn.calls, today.calls),
    ...differs(at('where the machine goes'), turn.next, today.next),
    ...differs(at('its output'), turn.output, today.output),
    ...differs(at('what was wrong with it'), turn.outputFault, today.outputFault),
  ];
}

const NUDGE = canonical({ type: 'text', text: 'Please continue.' });
const withoutNudge = (sent: unknown[]) =>
  sent.length > 1 && canonical(sent.at(-1)) === NUDGE ? sent.slice(0, -1) : sent;

function factDiffers({ name, id, value, verdict, at }: FactItem, workflow: Workflow): Difference[] {
  return differs(`fact ${id}: its verdict`, verdict, verdictOf(name, value, workflow, new Date(at)));
}

async function endDiffers({ record, writes }: Audit, workflow: Workflow): Promise<Difference[]> {
  const { run } = record;
  if (run.state === 'RUNNING' || run.state === 'SKIPPED' || run.state === 'CANCELLED') return [];
  const items = memoryItems();
  for (const write of writes) await items.put(write, ABSENT);
  const today = await judge({ error: run.error ?? 'NONE' }, record, { items, workflow: () => workflow });
  const { state, code } = run;
  return differs('how it ended', { state, code }, { state: today.state, code: today.code });
}

function differs(at: string, recorded: unknown, today: unknown): Difference[] {
  const text = (value: unknown) => (value === undefined ? 'nothing' : canonical(value));
  return text(recorded) === text(today) ? [] : [{ at, recorded, today }];
}
