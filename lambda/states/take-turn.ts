import type { Model, ModelRequest } from '../agent/model.ts';
import { readAnswer } from '../agent/read-answer.ts';
import { type Clock, shifted } from '../define/clock.ts';
import { gateTimes } from '../define/gate-policy.ts';
import type { Route } from '../define/machine-words.ts';
import { strictSchema } from '../define/strict-schema.ts';
import type { Stage, Workflow } from '../define/workflow.ts';
import type { Items } from '../ledger/items.ts';
import { type RunRecord, readRecord, type TurnItem, type Usage } from '../ledger/record.ts';
import { claimFirstTurn, claimTurn, condemn, MAX_ATTEMPTS, recordTurn, spentBy } from '../ledger/run.ts';
import { conclude } from './conclude.ts';
import { conversation } from './conversation.ts';
import { readsOf, route } from './route.ts';
import { openVisit } from './view.ts';

export type TakeTurnDeps = {
  readonly items: Items;
  readonly clock: Clock;
  readonly workflow: (name: string) => Workflow;
  readonly model: Model;
  readonly strictTools: boolean;
  readonly remainingMs: () => number;
};

type Event = { readonly run: string; readonly stage: string; readonly turn: number };

const MAX_TOKENS = 4096;
/** The longest wait the machine is asked for, in seconds; a provider that wants more is taken as overloaded. */
const LONGEST_WAIT = 300;

/** One model turn: claim, ask, classify, record. What is on record already is only read. */
export async function takeTurn(event: Event, deps: TakeTurnDeps): Promise<Route> {
  const first = event.turn === 1 ? await claimFirstTurn(deps.items, event.run) : undefined;
  const record = first
    ? { run: first, turns: [], calls: [], facts: [], reviews: [] }
    : await readRecord(deps.items, event.run);
  const workflow = deps.workflow(record.run.workflow);
  const recorded = record.turns.find(({ turn }) => turn === event.turn);
  if (recorded) return routeOf(recorded, workflow, record, deps);

  const stage = workflow.stages[event.stage];
  if (!stage) throw new TypeError(`workflow "${workflow.name}" has no stage "${event.stage}"`);
  const at = { stage: event.stage, turn: event.turn - 1 };
  const end = async (code: string, message: string) => {
    await condemn(deps.items, event.run, { code, message });
    return route('FINISH', at);
  };
  if (turnsLeft(stage, event.stage, workflow, record) < 1)
    return end('BUDGET_TURNS', `${event.stage} may take ${stage.turns} turns`);

  const { messages, sent } = conversation(workflow, record);
  let request: ModelRequest = {
    model: record.run.model,
    system: stage.prompt,
    tools: stage.tools.map(({ name, description, input }) => ({
      name,
      description,
      input_schema: strictSchema(input, name),
      strict: deps.strictTools,
    })),
    messages,
    maxTokens: stage.maxTokens ?? MAX_TOKENS,
    ...(stage.effort ? { effort: stage.effort } : {}),
    ...(stage.output ? { outputSchema: strictSchema(stage.output, event.stage) } : {}),
  };

  // Two tries: an answer that was cut off is asked for again with room for it, an empty one with a nudge.
  let { run } = record;
  let used: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  for (let attempt = 1; ; attempt++) {
    const spent = spentBy(record) + total(used);
    const reserve = Math.ceil(Buffer.byteLength(JSON.stringify(request)) / 3) + request.maxTokens;
    if (!(first && attempt === 1 && spent + reserve <= workflow.budget.tokens)) {
      const claim = await claimTurn(deps.items, run, {
        n: event.turn,
        spent,
        reserve,
        budget: workflow.budget.tokens,
      });
      if (!claim.claimed) return refused(claim.why, at, workflow, record, deps, end);
      run = claim.run;
    }
    const answer = await deps.model.turn(request, { remainingMs: deps.remainingMs });
    if (answer.kind === 'throttled') {
      if (run.attempt >= MAX_ATTEMPTS || answer.retryAfterSeconds > LONGEST_WAIT) {
        return end('OVERLOADED', `the model's provider answered ${answer.code} ${run.attempt} times`);
      }
      return route('THROTTLED', { ...at, seconds: Math.max(1, Math.ceil(answer.retryAfterSeconds)) });
    }
    used = sum(used, answer.usage);
    const reading = readAnswer(answer);
    if (reading.kind === 'truncated' && attempt === 1) {
      request = { ...request, maxTokens: request.maxTokens * 4 };
      continue;
    }
    if (reading.kind === 'empty' && attempt === 1) {
      sent.push({ type: 'text', text: 'Please continue.' });
      continue;
    }
    if (reading.kind === 'truncated')
      return end('TRUNCATED', `the answer did not fit in ${request.maxTokens} tokens`);
    if (reading.kind === 'empty') return end('EMPTY_ANSWER', 'the model answered nothing, twice');
    if (reading.kind === 'continue')
      return end('PAUSED_TURN', 'the model paused for a server tool, and none was offered');
    if (reading.kind === 'failed') return end(reading.code, reading.message);

    const turn = await recordTurn(deps.items, event.run, {
      turn: event.turn,
      visit: openVisit(record).visit,
      stage: event.stage,
      sent: JSON.stringify(sent),
      content: JSON.stringify(answer.content),
      stopReason: answer.stopReason,
      usage: used,
      at: shifted(deps.clock, run.clockOffsetMs).now().toISOString(),
      ...conclude(reading, event.stage, stage, workflow, record),
    });
    return routeOf(turn, workflow, record, deps);
  }
}

/** Where the machine goes after a recorded turn; the same whenever it is asked. */
function routeOf(turn: TurnItem, workflow: Workflow, record: RunRecord, deps: TakeTurnDeps): Route {
  const at = { stage: turn.stage, turn: turn.turn, reads: readsOf(turn), tokens: total(turn.usage) };
  switch (turn.next.to) {
    case 'READ':
      return route('READ', at);
    case 'GATE':
      return route('GATE', { ...at, gate: timesOf(workflow, record, deps.clock) });
    case 'PAUSE':
      return route('PAUSE', { ...at, stage: turn.next.stage, gate: timesOf(workflow, record, deps.clock) });
    case 'STAGE':
      return route('STAGE', { ...at, stage: turn.next.stage });
    case 'FINISH':
      return route('FINISH', at);
  }
}

/** The times of a gate that opens now, by the run's clock. */
export function timesOf(workflow: Workflow, { run }: RunRecord, clock: Clock): Route['gate'] {
  const times = gateTimes(workflow.gate, shifted(clock, run.clockOffsetMs).now());
  return {
    decideBy: times.decideBy.toISOString(),
    executeBy: times.executeBy.toISOString(),
    seconds: times.timeoutSeconds,
  };
}

async function refused(
  why: 'PAUSED' | 'CANCELLED' | 'BUDGET_TOKENS' | 'TURN_ATTEMPTS' | 'NOT_RUNNING',
  at: { stage: string; turn: number },
  workflow: Workflow,
  record: RunRecord,
  deps: TakeTurnDeps,
  end: (code: string, message: string) => Promise<Route>,
): Promise<Route> {
  if (why === 'PAUSED') return route('PAUSE', { ...at, gate: timesOf(workflow, record, deps.clock) });
  if (why === 'BUDGET_TOKENS')
    return end(
      why,
      `the run may use ${workflow.budget.tokens} tokens, ${spentBy(record)} are used and the next turn does not fit`,
    );
  if (why === 'TURN_ATTEMPTS')
    return end(why, `turn ${at.turn + 1} was begun ${MAX_ATTEMPTS} times and never recorded`);
  return route('FINISH', at);
}

/** Turns a stage may still take: its own, and those each round of changes brought. */
function turnsLeft(stage: Stage, name: string, workflow: Workflow, record: RunRecord): number {
  const rounds = new Set(
    record.calls
      .filter(({ result }) => !result.ok && result.error.code === 'CHANGES_REQUESTED')
      .map(({ turn }) => turn),
  ).size;
  const taken = record.turns.filter((turn) => turn.stage === name).length;
  return stage.turns + rounds * (workflow.gate.changes?.turns ?? 0) - taken;
}

const total = (usage: Usage) => usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
const sum = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  output: a.output + b.output,
  cacheRead: a.cacheRead + b.cacheRead,
  cacheWrite: a.cacheWrite + b.cacheWrite,
});
