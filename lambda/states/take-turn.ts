import { type Clock, shifted } from '../define/clock.ts';
import type { Route } from '../define/machine-words.ts';
import type { Workflow } from '../define/workflow.ts';
import type { Failure, RunRecord } from '../ledger/record.ts';
import { readRecord } from '../ledger/record.ts';
import { claimFirstTurn, condemn, recordTurn } from '../ledger/run.ts';
import { type Asked, type AskModelDeps, askModel } from './ask-model.ts';
import { conclude } from './conclude.ts';
import { conversation, ResultMissing } from './conversation.ts';
import { follow } from './follow.ts';
import { route } from './route.ts';
import { nextOf, pauseOf, type Standing, stageOf, standing } from './standing.ts';
import { viewOf } from './view.ts';

export type TakeTurnDeps = AskModelDeps & {
  readonly clock: Clock;
  readonly workflow: (name: string) => Workflow;
};

type Event = { readonly run: string; readonly stage: string; readonly turn: number };
type Visit = Extract<Standing, { is: 'turn' }>;

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
  if (here.is !== 'turn') {
    const last = record.turns.at(-1);
    // A gate that was closed leaves no call of its turn without a result.
    if (!last || here.is === 'gate' || here.is === 'question') throw new ResultMissing(event.turn - 1);
    // Its tokens were told when it was taken.
    const { usage: _, ...from } = last;
    return follow(nextOf(here), from, workflow, record, deps);
  }
  const at = { stage: here.stage, turn: event.turn - 1 };
  if (here.stage !== event.stage) return route('STAGE', at);
  const limit = limitReached(here.stage, workflow, record);
  if (limit) return over(limit, at, event, deps);

  const stage = stageOf(workflow, here.stage);
  const { messages, sent } = conversation(workflow, record, here);
  const due = { n: event.turn, stage, workflow, record, messages, sent, claimed: first !== undefined };
  const asked = await askModel(due, deps);
  if (asked.is !== 'said') return instead(asked, at, event, workflow, record, deps);
  const { answer, reading, usage } = asked;
  const bare = {
    turn: event.turn,
    sent: JSON.stringify(sent),
    content: JSON.stringify(answer.content),
    stopReason: answer.stopReason,
    usage,
    at: shifted(deps.clock, record.run.clockOffsetMs).now().toISOString(),
  };
  const turn = await recordTurn(deps.items, event.run, conclude(bare, reading, here, workflow, record));
  return follow(turn.next, turn, workflow, record, deps);
}

type At = Pick<Visit, 'stage'> & { readonly turn: number };

/** Where the machine goes when no turn came of asking. */
async function instead(
  asked: Exclude<Asked, { is: 'said' }>,
  at: At,
  event: Event,
  workflow: Workflow,
  record: RunRecord,
  deps: TakeTurnDeps,
): Promise<Route> {
  switch (asked.is) {
    case 'throttled':
      return route('THROTTLED', { ...at, seconds: asked.seconds });
    case 'held':
      return asked.why === 'PAUSED'
        ? follow({ to: 'PAUSE' }, { ...at, calls: [] }, workflow, record, deps)
        : route('FINISH', at);
    case 'over':
      return over(asked.failure, at, event, deps);
    case 'unavailable': {
      // A stage may want a person to look once before the machine gives up.
      const view = viewOf(record, { failures: asked.attempts });
      const why = pauseOf(stageOf(workflow, at.stage), view, record);
      if (!why) throw asked.error;
      return follow({ to: 'PAUSE', why }, { ...at, calls: [] }, workflow, record, deps);
    }
  }
}

async function over(failure: Failure, at: At, { run }: Event, { items }: TakeTurnDeps): Promise<Route> {
  await condemn(items, run, failure);
  return route('FINISH', at);
}

/** Which limit of turns is reached: the stage's own, with those each round of changes brought, or the run's. */
function limitReached(name: string, workflow: Workflow, record: RunRecord): Failure | undefined {
  const rounds = new Set(
    record.calls
      .filter(({ result }) => !result.ok && result.error.code === 'CHANGES_REQUESTED')
      .map(({ turn }) => turn),
  ).size;
  const { turns } = stageOf(workflow, name);
  const taken = record.turns.filter((turn) => turn.stage === name).length;
  if (taken >= turns + rounds * (workflow.gate.changes?.turns ?? 0))
    return { code: 'BUDGET_TURNS', message: `${name} may take ${turns} turns` };
  const most = workflow.iterations?.(record.run.input as never) ?? Number.POSITIVE_INFINITY;
  return record.turns.length >= most
    ? { code: 'ITERATION_LIMIT', message: `the run may take ${most} turns` }
    : undefined;
}
