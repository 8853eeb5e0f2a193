import type { FactView, RunView } from '../define/run-view.ts';
import type { RunIdentity } from '../define/tool.ts';
import type { Call, CallItem, FactItem, RunRecord, TurnItem } from '../ledger/record.ts';

export const identityOf = ({ run }: RunRecord): RunIdentity => ({
  run: run.run,
  workflow: run.workflow,
  businessDate: run.businessDate,
});

/** What a call answered: its refusal, its recorded result, or nothing yet. */
export function resultOf(record: RunRecord, turn: TurnItem, call: Call): CallItem['result'] | undefined {
  if (call.standing === 'refused') return call.result;
  return record.calls.find((item) => item.turn === turn.turn && item.index === call.index)?.result;
}

/** The newest fact of a name, whatever its verdict. */
export const newest = (record: RunRecord, name: string): FactItem | undefined =>
  record.facts.filter((fact) => fact.name === name).at(-1);

/** The newest fact of each name. */
export const currentFacts = (record: RunRecord): FactItem[] =>
  [...new Set(record.facts.map(({ name }) => name))].map((name) => newest(record, name) as FactItem);

/** The turns of the visit that is open, and its number; a new visit begins after a turn that ended one. */
export function openVisit(record: RunRecord): {
  readonly visit: number;
  readonly turns: readonly TurnItem[];
} {
  const last = record.turns.at(-1);
  if (!last) return { visit: 1, turns: [] };
  if (last.ended) return { visit: last.visit + 1, turns: [] };
  return { visit: last.visit, turns: record.turns.filter(({ visit }) => visit === last.visit) };
}

/** The record as a stage's `decide` may see it. */
export function viewOf(record: RunRecord, now: Pick<RunView, 'stage' | 'output' | 'text'>): RunView {
  const visits: Record<string, Set<number>> = {};
  const outputs: Record<string, unknown> = {};
  for (const turn of record.turns) {
    visits[turn.stage] = (visits[turn.stage] ?? new Set()).add(turn.visit);
    if (turn.output !== undefined) outputs[turn.stage] = turn.output;
  }
  const { visit } = openVisit(record);
  visits[now.stage] = (visits[now.stage] ?? new Set()).add(visit);
  return {
    run: identityOf(record),
    input: record.run.input,
    ...now,
    visits: Object.fromEntries(Object.entries(visits).map(([stage, seen]) => [stage, seen.size])),
    outputs: { ...outputs, ...(now.output === undefined ? {} : { [now.stage]: now.output }) },
    calls: record.turns.flatMap((turn) =>
      turn.calls.map((call) => {
        const result = resultOf(record, turn, call);
        return {
          turn: turn.turn,
          index: call.index,
          tool: call.tool,
          args: call.args,
          ...(result ? { result } : {}),
        };
      }),
    ),
    facts: record.facts.map(
      ({ name, id, value, verdict }): FactView => ({ name, id, value, ok: verdict.ok }),
    ),
  };
}
