import type { CallView, FactView, RunView, TurnView } from '../define/run-view.ts';
import type { RunIdentity } from '../define/tool.ts';
import type { Call, CallItem, FactItem, RunRecord, TurnItem } from '../ledger/record.ts';
import { reviewsAfter } from './looks.ts';

export const identityOf = ({ run }: RunRecord): RunIdentity => ({
  run: run.run,
  workflow: run.workflow,
  businessDate: run.businessDate,
  startedAt: run.startedAt,
});

/** What a call answered: its refusal, its recorded result, or nothing yet. */
export function resultOf(record: RunRecord, turn: TurnItem, call: Call): CallItem['result'] | undefined {
  if (call.standing === 'refused') return call.result;
  return callItemOf(record, turn, call)?.result;
}

const callItemOf = (record: RunRecord, turn: TurnItem, call: Call): CallItem | undefined =>
  record.calls.find((item) => item.turn === turn.turn && item.index === call.index);

/** The newest fact of a name, whatever its verdict. */
export const newest = (record: RunRecord, name: string): FactItem | undefined =>
  record.facts.filter((fact) => fact.name === name).at(-1);

/** The newest fact of each name. */
export const currentFacts = (record: RunRecord): FactItem[] =>
  [...new Set(record.facts.map(({ name }) => name))].map((name) => newest(record, name) as FactItem);

/** The facts that calls stand on: those they are given, and those these were computed from. Calls on none stand on the newest. */
export function factsBehind(calls: readonly Pick<Call, 'facts'>[], record: RunRecord): FactItem[] {
  const ids = new Set(calls.flatMap(({ facts }) => Object.values(facts)));
  if (ids.size === 0) return currentFacts(record);
  // a fact is computed from earlier ones only, and a set is walked to what is added on the way
  for (const id of ids) {
    for (const from of Object.values(record.facts.find((fact) => fact.id === id)?.from ?? {})) ids.add(from);
  }
  return record.facts.filter(({ id }) => ids.has(id));
}

/** The record as a workflow's own code may see it: from the last turn's stage, or as a visit of `opens` begins. */
export function viewOf(
  record: RunRecord,
  now: { readonly opens?: string; readonly failures?: number } = {},
): RunView {
  const turns = record.turns.map((turn) => turnView(record, turn));
  const last = turns.at(-1);
  const visits: Record<string, Set<number>> = {};
  const outputs: Record<string, unknown> = {};
  for (const { stage, visit, output } of turns) {
    visits[stage] = (visits[stage] ?? new Set()).add(visit);
    if (output !== undefined) outputs[stage] = output;
  }
  if (now.opens) visits[now.opens] = (visits[now.opens] ?? new Set()).add((last?.visit ?? 0) + 1);
  return {
    run: identityOf(record),
    input: record.run.input,
    stage: now.opens ?? last?.stage ?? '',
    visits: Object.fromEntries(Object.entries(visits).map(([stage, seen]) => [stage, seen.size])),
    turns,
    output: now.opens ? undefined : last?.output,
    outputs,
    text: last?.text ?? '',
    calls: turns.flatMap(({ calls }) => calls),
    facts: record.facts.map(
      ({ name, id, value, verdict, from }): FactView => ({ name, id, value, ok: verdict.ok, from }),
    ),
    reviews: record.reviews.map(({ turn, comment }) => ({ turn, ...(comment ? { comment } : {}) })),
    failures: now.failures ?? 0,
  };
}

function turnView(record: RunRecord, turn: TurnItem): TurnView {
  const edited = reviewsAfter(turn.turn, record).findLast((review) => review.edited !== undefined)?.edited;
  const output = turn.output === undefined ? undefined : (edited ?? turn.output);
  return {
    turn: turn.turn,
    visit: turn.visit,
    stage: turn.stage,
    text: turn.text,
    ...(output === undefined ? {} : { output }),
    calls: turn.calls.map((call) => callView(record, turn, call)),
  };
}

function callView(record: RunRecord, turn: TurnItem, call: Call): CallView {
  const result = resultOf(record, turn, call);
  const item = call.standing === 'read' ? callItemOf(record, turn, call) : undefined;
  return {
    turn: turn.turn,
    index: call.index,
    tool: call.tool,
    args: call.args,
    ...(result ? { result } : {}),
    ...(item ? { seconds: (Date.parse(item.at) - Date.parse(turn.at)) / 1000 } : {}),
  };
}
