import { type Model, type ModelAnswer, type ModelRequest, ModelUnavailable } from '../agent/model.ts';
import { readAnswer } from '../agent/read-answer.ts';
import { type Clock, shifted } from '../define/clock.ts';
import { gateTimes } from '../define/gate-policy.ts';
import type { Route } from '../define/machine-words.ts';
import type { Pause } from '../define/pauses.ts';
import { strictSchema } from '../define/strict-schema.ts';
import type { Stage, Workflow } from '../define/workflow.ts';
import { recordPause } from '../ledger/call.ts';
import type { Items } from '../ledger/items.ts';
import {
  type Failure,
  type Next,
  type RunRecord,
  readRecord,
  type TurnItem,
  type Usage,
} from '../ledger/record.ts';
import { claimFirstTurn, claimTurn, condemn, MAX_ATTEMPTS, recordTurn, spentBy } from '../ledger/run.ts';
import { conclude } from './conclude.ts';
import { conversation, ResultMissing } from './conversation.ts';
import { readsOf, route } from './route.ts';
import { hasLooked, nextOf, pauseOf, stageOf, standing } from './standing.ts';
import { viewOf } from './view.ts';

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

/**
 * One model turn: claim, ask, classify, record. Code decides first, from the record: only when a turn of this very stage
 * is due is the model asked. What is on record already is only read.
 */
export async function takeTurn(event: Event, deps: TakeTurnDeps): Promise<Route> {
  const first = event.turn === 1 ? await claimFirstTurn(deps.items, event.run) : undefined;
  const record = first
    ? { run: first, turns: [], calls: [], facts: [], pauses: [], reviews: [] }
    : await readRecord(deps.items, event.run);
  const workflow = deps.workflow(record.run.workflow);
  const recorded = record.turns.find(({ turn }) => turn === event.turn);
  if (recorded) return follow(recorded.next, recorded, workflow, record, deps);

  const here = standing(workflow, record);
  const last = record.turns.at(-1);
  if (here.is !== 'turn') {
    if (!last || here.is === 'gate' || here.is === 'question') throw new ResultMissing(event.turn - 1);
    return follow(nextOf(here), last, workflow, record, deps);
  }
  const at = { stage: here.stage, turn: event.turn - 1 };
  if (here.stage !== event.stage) return route('STAGE', at);

  const stage = stageOf(workflow, here.stage);
  const end = async (code: string, message: string) => {
    await condemn(deps.items, event.run, { code, message });
    return route('FINISH', at);
  };
  const limit = limitReached(stage, here.stage, workflow, record);
  if (limit) return end(limit.code, limit.message);

  const { messages, sent } = conversation(workflow, record, here);
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
    ...(stage.output ? { outputSchema: strictSchema(stage.output, here.stage) } : {}),
  };

  // Two tries: an answer that was cut off is asked for again with room for it, an empty one with a nudge.
  let { run } = record;
  let used: Usage = NOTHING;
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
    let answer: ModelAnswer;
    try {
      answer = await deps.model.turn(request, { remainingMs: deps.remainingMs });
    } catch (error) {
      const why = error instanceof ModelUnavailable && pauseAfterFailure(stage, run.attempt, record);
      if (!why) throw error;
      return follow({ to: 'PAUSE', why }, { ...at, calls: [], usage: NOTHING }, workflow, record, deps);
    }
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

    const bare = {
      turn: event.turn,
      sent: JSON.stringify(sent),
      content: JSON.stringify(answer.content),
      stopReason: answer.stopReason,
      usage: used,
      at: shifted(deps.clock, run.clockOffsetMs).now().toISOString(),
    };
    const turn = await recordTurn(deps.items, event.run, conclude(bare, reading, here, workflow, record));
    return follow(turn.next, turn, workflow, record, deps);
  }
}

/** Where the machine goes after a turn; the same whenever it is asked. */
async function follow(
  next: Next,
  turn: Pick<TurnItem, 'stage' | 'turn' | 'calls' | 'usage'>,
  workflow: Workflow,
  record: RunRecord,
  deps: TakeTurnDeps,
): Promise<Route> {
  const at = { stage: turn.stage, turn: turn.turn, reads: readsOf(turn), tokens: total(turn.usage) };
  switch (next.to) {
    case 'READ':
      return route('READ', at);
    case 'GATE':
      return route('GATE', { ...at, gate: timesOf(workflow, record, deps.clock) });
    case 'PAUSE': {
      const now = shifted(deps.clock, record.run.clockOffsetMs).now().toISOString();
      if (next.why) await recordPause(deps.items, record.run.run, { ...next.why, turn: turn.turn, at: now });
      return route('PAUSE', { ...at, gate: timesOf(workflow, record, deps.clock) });
    }
    case 'STAGE':
      return route('STAGE', { ...at, stage: next.stage });
    case 'FINISH':
      return route('FINISH', at);
  }
}

/** The model could not be asked: a stage may want a person to look once, before the machine gives up. */
function pauseAfterFailure(stage: Stage, failures: number, record: RunRecord): Pause | undefined {
  return hasLooked(record, record.turns.at(-1)) ? undefined : pauseOf(stage, viewOf(record, { failures }));
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

/** Which limit of turns is reached: the stage's own, with those each round of changes brought, or the run's. */
function limitReached(
  stage: Stage,
  name: string,
  workflow: Workflow,
  record: RunRecord,
): Failure | undefined {
  const rounds = new Set(
    record.calls
      .filter(({ result }) => !result.ok && result.error.code === 'CHANGES_REQUESTED')
      .map(({ turn }) => turn),
  ).size;
  const taken = record.turns.filter((turn) => turn.stage === name).length;
  if (taken >= stage.turns + rounds * (workflow.gate.changes?.turns ?? 0))
    return { code: 'BUDGET_TURNS', message: `${name} may take ${stage.turns} turns` };
  const most = workflow.iterations?.(record.run.input as never) ?? Number.POSITIVE_INFINITY;
  return record.turns.length >= most
    ? { code: 'ITERATION_LIMIT', message: `the run may take ${most} turns` }
    : undefined;
}

const NOTHING: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

const total = (usage: Usage) => usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
const sum = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  output: a.output + b.output,
  cacheRead: a.cacheRead + b.cacheRead,
  cacheWrite: a.cacheWrite + b.cacheWrite,
});
