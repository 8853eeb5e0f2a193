import * as z from 'zod';
import type { Clock } from '../define/clock.ts';
import type { Json } from '../define/json.ts';
import { digest } from '../define/json.ts';
import type { Preview } from '../define/preview.ts';
import type { AskTool, Need, Tool, WriteTool } from '../define/tool.ts';
import type { Workflow } from '../define/workflow.ts';
import { approved, type readDecision } from '../ledger/decision.ts';
import { type GateRef, gateKey, type Proposal, proposalDigest, readGate } from '../ledger/gate.ts';
import type { Items } from '../ledger/items.ts';
import type { Call, RunRecord, TurnItem } from '../ledger/record.ts';
import { type NewWrite, propose, readWrite, type WriteItem } from '../ledger/write.ts';
import { idempotencyKey } from './classify.ts';
import { outline, sentence } from './outline.ts';
import { identityOf, resultOf, viewOf } from './view.ts';

/** The tool name of what is put up for a look and is nobody's call: a plan, or the run itself. */
export const REVIEW = 'review';

type Deps = { readonly items: Items; readonly clock: Clock };
type Asked = {
  readonly ref: GateRef;
  readonly executeBy: string;
  readonly workflow: Workflow;
  readonly record: RunRecord;
  /** None before the first turn. */
  readonly turn: TurnItem | undefined;
};

/** What a gate asks, frozen: writes and questions of the turn, what became of unknown writes, or a look at the run. */
export async function proposalsOf(asked: Asked, deps: Deps): Promise<Proposal[]> {
  if (asked.ref.kind === 'SETTLE') return unsettled(asked.ref, deps.items);
  const calls = asked.turn?.calls ?? [];
  // After its answers, the run may be looked at before its next turn.
  const questions = calls.filter((call) => call.standing === 'ask' && !hasAnswer(call, asked));
  const asks = questions.map((call) => question(call, asked));
  if (asked.ref.kind === 'REVIEW') return asks.length > 0 ? asks : [review(asked)];
  const writes: Proposal[] = [];
  for (const call of calls.filter(({ standing }) => standing === 'propose'))
    writes.push(await freeze(call, asked, deps));
  return [...writes, ...asks];
}

const hasAnswer = (call: Call, { turn, record }: Asked): boolean =>
  turn !== undefined && resultOf(record, turn, call) !== undefined;

export const toolOf = (name: string, workflow: Workflow): Tool | undefined =>
  Object.values(workflow.stages)
    .flatMap((stage) => stage.tools)
    .find((tool) => tool.name === name);

async function freeze(call: Call, asked: Asked, deps: Deps): Promise<Proposal> {
  const { workflow, record } = asked;
  const tool = toolOf(call.tool, workflow) as WriteTool;
  const run = identityOf(record);
  const facts = Object.entries(call.facts).map(([name, id]) => [
    name,
    record.facts.find((fact) => fact.id === id)?.value,
  ]);
  const act = {
    tool: tool.name,
    key: idempotencyKey(tool, call.args, run),
    args: call.args as Proposal['args'],
    injected: Object.fromEntries(facts) as Proposal['injected'],
  };
  const write: NewWrite = {
    ...act,
    digest: proposalDigest(act),
    gate: gateKey(asked.ref).pk,
    for: run,
    clockOffsetMs: record.run.clockOffsetMs,
    executeBy: asked.executeBy,
  };
  const proposed = await propose(deps.items, write);
  return {
    ...act,
    index: call.index,
    digest: write.digest,
    preview: tool.preview(act.args as never, act.injected as never, run),
    editable: editable(tool),
    ...(proposed.won ? { standing: 'open' } : await standingOf(proposed.write, write, deps)),
  };
}

/** What another gate, or an earlier attempt of this one, left behind under the same key. */
async function standingOf(
  stands: WriteItem,
  write: NewWrite,
  deps: Deps,
): Promise<Pick<Proposal, 'standing' | 'note'>> {
  if (stands.state === 'SUCCEEDED')
    return { standing: 'done', note: `it was done already: ${stands.receipt?.id}` };
  if (stands.gate === write.gate) return { standing: 'open' };
  if (
    stands.state === 'PROPOSED' &&
    (await isOver(stands, deps)) &&
    (await propose(deps.items, write, stands)).won
  ) {
    return { standing: 'open' };
  }
  return { standing: 'blocked', note: `another gate has it: ${stands.state}` };
}

/** Whether the gate that proposed it can no longer let it run: its time is over, or its decision does not approve it. */
async function isOver(stands: WriteItem, { items, clock }: Deps): Promise<boolean> {
  if (clock.now().getTime() + stands.clockOffsetMs >= Date.parse(stands.executeBy)) return true;
  const decision = (await items.get({ pk: stands.gate.replace(/^GATE#/, 'DECISION#'), sk: 'DECISION' })) as
    | Awaited<ReturnType<typeof readDecision>>
    | undefined;
  if (!decision) return false;
  const runs = approved(decision);
  return !decision.rulings.some(({ index, shown }) => shown === stands.digest && runs.includes(index));
}

/** The schema of what a person may change: fields that name facts are not theirs to edit. */
function editable(tool: WriteTool): Proposal['editable'] {
  const bound = Object.values<Need>(tool.needs ?? {}).map(({ id }) => [id, true] as const);
  return formSchema(tool.input.omit(Object.fromEntries(bound) as never));
}

/** With the limits that strict mode only says in words: what a person types is checked against them. */
const formSchema = (schema: z.ZodObject) => z.toJSONSchema(schema, { io: 'input' }) as Proposal['editable'];

/** A question of the model's, to be answered in words or by one of its choices. */
function question(call: Call, { workflow, record }: Asked): Proposal {
  const tool = toolOf(call.tool, workflow) as AskTool;
  const asks = tool.question(call.args as never);
  const act = {
    tool: tool.name,
    key: digest({ run: record.run.run, question: asks }),
    args: call.args as Proposal['args'],
    injected: {},
  };
  const preview: Preview = {
    act: { en: 'Answer a question', tc: '回答一個問題', sc: '回答一个问题' },
    title: asks.question,
    texts: [],
  };
  return {
    ...act,
    index: call.index,
    digest: proposalDigest(act),
    preview,
    editable: {},
    standing: 'open',
    question: asks,
  };
}

/** The run itself, or what its last turn put out, for a person to look at. */
function review({ ref, workflow, record, turn }: Asked): Proposal {
  const put = turn?.next.to === 'PAUSE' ? (viewOf(record).output as Json | undefined) : undefined;
  const why = record.pauses.find((pause) => pause.turn === ref.turn && pause.nth === ref.nth)?.message;
  const after = turn?.stage ?? 'ADMIT';
  const act = {
    tool: REVIEW,
    key: digest({ run: record.run.run, turn: ref.turn, nth: ref.nth ?? 1 }),
    args: (put ?? {}) as Proposal['args'],
    injected: {},
  };
  const schema = put === undefined ? undefined : workflow.stages[after]?.output;
  const preview: Preview = {
    act: {
      en: `Let ${workflow.name} go on`,
      tc: `讓 ${workflow.name} 繼續`,
      sc: `让 ${workflow.name} 继续`,
    },
    title: sentence(why ?? 'an operator paused the run'),
    texts: put === undefined ? [] : [{ lang: 'en', text: outline(put) }],
  };
  const editable = schema ? formSchema(schema) : {};
  return { ...act, index: 0, digest: proposalDigest(act), preview, editable, standing: 'open' };
}

/** The turn's approved acts whose end is not known. */
async function unsettled(ref: GateRef, items: Items): Promise<Proposal[]> {
  const gate = await readGate(items, { ...ref, kind: 'CONFIRM' });
  const open: Proposal[] = [];
  for (const proposal of gate?.proposals ?? []) {
    const write = await readWrite(items, proposal.key);
    if (write?.gate !== gateKey({ ...ref, kind: 'CONFIRM' }).pk) continue;
    if (write.state !== 'UNKNOWN' && write.state !== 'EXECUTING') continue;
    const { args, digest } = write;
    open.push({
      ...proposal,
      args,
      digest,
      standing: 'open',
      ...(write.failure ? { note: write.failure.message } : {}),
    });
  }
  return open;
}
