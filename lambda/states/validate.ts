import { type Clock, shifted } from '../define/clock.ts';
import type { Verdict } from '../define/evidence.ts';
import type { Route } from '../define/machine-words.ts';
import type { ReadTool } from '../define/tool.ts';
import type { ToolResult } from '../define/tool-error.ts';
import type { Workflow } from '../define/workflow.ts';
import { recordCall, recordFact } from '../ledger/call.ts';
import type { Items } from '../ledger/items.ts';
import { type Call, type Failure, pad, type RunRecord, readRecord } from '../ledger/record.ts';
import { condemn } from '../ledger/run.ts';
import { follow } from './follow.ts';
import { route } from './route.ts';

export type ValidateDeps = {
  readonly items: Items;
  readonly clock: Clock;
  readonly workflow: (name: string) => Workflow;
};

/** VALIDATE: completes missing results; what a read yielded becomes a fact with its verdict, judged once. */
export async function validate(
  event: { readonly run: string; readonly turn: number },
  deps: ValidateDeps,
): Promise<Route> {
  const record = await readRecord(deps.items, event.run);
  const workflow = deps.workflow(record.run.workflow);
  const turn = record.turns.find((candidate) => candidate.turn === event.turn);
  if (!turn) throw new TypeError(`turn ${event.turn} is not on record`);
  const at = { stage: turn.stage, turn: turn.turn };
  const tools = workflow.stages[turn.stage]?.tools ?? [];

  for (const call of turn.calls.filter(({ standing }) => standing === 'read')) {
    const tool = tools.find(({ name }) => name === call.tool) as ReadTool;
    const failure = await judge(call, tool, turn.turn, workflow, record, deps);
    if (failure) {
      await condemn(deps.items, event.run, failure);
      return route('FINISH', at);
    }
  }
  const has = (wanted: Call['standing']) => turn.calls.some(({ standing }) => standing === wanted);
  if (!has('propose') && !has('ask')) return route('STAGE', at);
  const from = { ...at, calls: [] };
  return follow({ to: has('propose') ? 'GATE' : 'PAUSE' }, from, workflow, record, deps);
}

/** Judges one call; a failure is one that ends the run. */
async function judge(
  call: Call,
  tool: ReadTool,
  turn: number,
  workflow: Workflow,
  record: RunRecord,
  deps: ValidateDeps,
): Promise<Failure | undefined> {
  const now = shifted(deps.clock, record.run.clockOffsetMs).now();
  const at = now.toISOString();
  const stored = record.calls.find((item) => item.turn === turn && item.index === call.index);
  const { result } =
    stored ??
    (await recordCall(deps.items, record.run.run, { turn, index: call.index, result: silent(call), at }));
  if (!result.ok) {
    const { kind, code, message } = result.error;
    return kind === 'business' && tool.onBusinessError === 'end' ? { code, message } : undefined;
  }
  if (!tool.yields) return undefined;
  const fact = await recordFact(deps.items, record.run.run, {
    name: tool.yields,
    id: `${tool.yields}-${pad(turn)}-${call.index}`,
    value: result.data,
    tool: tool.name,
    turn,
    index: call.index,
    callKey: call.key,
    from: call.facts,
    verdict: verdictOf(tool.yields, result.data, workflow, now),
    at,
  });
  return fact.verdict.ok ? undefined : { code: fact.verdict.code, message: fact.verdict.message };
}

/** What the workflow's evidence says of a value at an instant. */
export function verdictOf(fact: string, value: unknown, workflow: Workflow, now: Date): Verdict {
  for (const rule of workflow.evidence) {
    if (rule.kind !== 'fresh' || rule.fact !== fact) continue;
    const verdict = rule.judge(value, now);
    if (!verdict.ok) return verdict;
  }
  return { ok: true };
}

const silent = (call: Call): ToolResult => ({
  ok: false,
  key: call.key,
  error: {
    kind: 'unknown',
    code: 'NO_ANSWER',
    message: `${call.tool} was called and never answered`,
    retryable: false,
  },
});
