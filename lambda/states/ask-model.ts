import {
  type Answer,
  type Block,
  type Message,
  type Model,
  type ModelRequest,
  ModelUnavailable,
} from '../agent/model.ts';
import { readAnswer, type TurnReading } from '../agent/read-answer.ts';
import { strictSchema } from '../define/strict-schema.ts';
import type { Stage, Workflow } from '../define/workflow.ts';
import type { Items } from '../ledger/items.ts';
import type { Failure, RunItem, RunRecord, Usage } from '../ledger/record.ts';
import { type Claim, claimTurn, MAX_ATTEMPTS, spentBy } from '../ledger/run.ts';
import { NOTHING, sum, total } from '../ledger/usage.ts';

export type AskModelDeps = {
  readonly items: Items;
  readonly model: Model;
  readonly strictTools: boolean;
  readonly remainingMs: () => number;
};

/** A turn that is due: what will be sent, and what it may cost. */
export type DueTurn = {
  readonly n: number;
  readonly stage: Stage;
  readonly workflow: Workflow;
  readonly record: RunRecord;
  readonly messages: readonly Message[];
  /** The last of the messages: the one that is new. */
  readonly sent: Block[];
  /** Whether the turn is claimed already, for its first request. */
  readonly claimed: boolean;
};

/** What came of asking. */
export type Asked =
  | {
      readonly is: 'said';
      readonly reading: Extract<TurnReading, { kind: 'calls' | 'end' }>;
      readonly answer: Answer;
      readonly usage: Usage;
    }
  | { readonly is: 'throttled'; readonly seconds: number }
  /** The provider did not answer; `attempts` of this turn were begun. */
  | { readonly is: 'unavailable'; readonly error: ModelUnavailable; readonly attempts: number }
  /** An operator or another end of the run came first. */
  | { readonly is: 'held'; readonly why: 'PAUSED' | 'CANCELLED' | 'NOT_RUNNING' }
  | { readonly is: 'over'; readonly failure: Failure };

const MAX_TOKENS = 4096;
/** The longest wait the machine is asked for, in seconds; a provider that wants more is taken as overloaded. */
const LONGEST_WAIT = 300;

/** Two tries: an answer that was cut off is asked for again with room for it, an empty one with a nudge. */
export async function askModel(due: DueTurn, deps: AskModelDeps): Promise<Asked> {
  let request = requestOf(due, deps.strictTools);
  let { run } = due.record;
  let usage = NOTHING;
  for (let attempt = 1; ; attempt++) {
    const claim = await claimOnce(due, run, request, attempt === 1, usage, deps.items);
    if (!claim.claimed) return refused(claim.why, due);
    run = claim.run;
    let said: Awaited<ReturnType<Model['turn']>>;
    try {
      said = await deps.model.turn(request, { remainingMs: deps.remainingMs });
    } catch (error) {
      if (!(error instanceof ModelUnavailable)) throw error;
      return { is: 'unavailable', error, attempts: run.attempt };
    }
    if (said.kind === 'throttled') return throttled(said, run);
    usage = sum(usage, said.usage);
    const reading = readAnswer(said);
    if (reading.kind === 'calls' || reading.kind === 'end')
      return { is: 'said', reading, answer: said, usage };
    if (attempt > 1 || (reading.kind !== 'truncated' && reading.kind !== 'empty'))
      return { is: 'over', failure: failureOf(reading, request) };
    if (reading.kind === 'truncated') request = { ...request, maxTokens: request.maxTokens * 4 };
    else due.sent.push({ type: 'text', text: 'Please continue.' });
  }
}

function requestOf({ stage, record, messages }: DueTurn, strict: boolean): ModelRequest {
  return {
    model: record.run.model,
    system: stage.prompt,
    tools: stage.tools.map(({ name, description, input }) => ({
      name,
      description,
      input_schema: strictSchema(input, name),
      strict,
    })),
    messages,
    maxTokens: stage.maxTokens ?? MAX_TOKENS,
    ...(stage.effort ? { effort: stage.effort } : {}),
    ...(stage.output ? { outputSchema: strictSchema(stage.output, 'the output') } : {}),
  };
}

/** Claims the turn for one request, unless that was done already and what it may cost fits. */
async function claimOnce(
  { n, workflow, record, claimed }: DueTurn,
  run: RunItem,
  request: ModelRequest,
  isFirst: boolean,
  usage: Usage,
  items: Items,
): Promise<Claim> {
  const { tokens: budget } = workflow.budget;
  const spent = spentBy(record) + total(usage);
  const reserve = Math.ceil(Buffer.byteLength(JSON.stringify(request)) / 3) + request.maxTokens;
  if (claimed && isFirst && spent + reserve <= budget) return { claimed: true, run };
  return claimTurn(items, run, { n, spent, reserve, budget });
}

function refused(why: Extract<Claim, { claimed: false }>['why'], { n, workflow, record }: DueTurn): Asked {
  const over = (message: string): Asked => ({ is: 'over', failure: { code: why, message } });
  switch (why) {
    case 'BUDGET_TOKENS':
      return over(
        `the run may use ${workflow.budget.tokens} tokens, ${spentBy(record)} are used and the next turn does not fit`,
      );
    case 'TURN_ATTEMPTS':
      return over(`turn ${n} was begun ${MAX_ATTEMPTS} times and never recorded`);
    default:
      return { is: 'held', why };
  }
}

function throttled(
  said: { readonly retryAfterSeconds: number; readonly code: string },
  { attempt }: RunItem,
): Asked {
  if (attempt >= MAX_ATTEMPTS || said.retryAfterSeconds > LONGEST_WAIT) {
    const message = `the model's provider answered ${said.code} ${attempt} times`;
    return { is: 'over', failure: { code: 'OVERLOADED', message } };
  }
  return { is: 'throttled', seconds: Math.max(1, Math.ceil(said.retryAfterSeconds)) };
}

/** Why an answer that is neither calls nor last words ends the run. */
function failureOf(
  reading: Exclude<TurnReading, { kind: 'calls' | 'end' }>,
  { maxTokens }: ModelRequest,
): Failure {
  switch (reading.kind) {
    case 'truncated':
      return { code: 'TRUNCATED', message: `the answer did not fit in ${maxTokens} tokens` };
    case 'empty':
      return { code: 'EMPTY_ANSWER', message: 'the model answered nothing, twice' };
    case 'continue':
      return { code: 'PAUSED_TURN', message: 'the model paused for a server tool, and none was offered' };
    case 'failed':
      return { code: reading.code, message: reading.message };
  }
}
