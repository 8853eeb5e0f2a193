import { claimsFault } from '../define/claims.ts';
import { ungroundedFigure } from '../define/grounded.ts';
import { digest, type Json } from '../define/json.ts';
import { MAX_READS } from '../define/machine-words.ts';
import type { Need, ReadTool, RunIdentity, Tool } from '../define/tool.ts';
import { type ErrorKind, ToolError } from '../define/tool-error.ts';
import type { Stage, Workflow } from '../define/workflow.ts';
import type { Call, RunRecord } from '../ledger/record.ts';
import { factsBehind, identityOf, newest, resultOf } from './view.ts';

type Asked = { readonly id: string; readonly name: string; readonly input: unknown };

/** How many acts one turn may propose. */
const MAX_PROPOSALS = 8;

/**
 * What becomes of each call a model asked for, before anything runs: legal shape first, then the stage's tool list,
 * then the facts it names and the figures it claims, then its effect. A refusal is the call's result.
 */
export function classify(
  asked: readonly Asked[],
  stage: Stage,
  workflow: Workflow,
  record: RunRecord,
): Call[] {
  const calls: Call[] = [];
  for (const [index, call] of asked.entries()) {
    const args = (call.input ?? {}) as Json;
    const bare = {
      index,
      id: call.id,
      tool: call.name,
      args,
      key: digest({ tool: call.name, args }),
      facts: {},
    };
    try {
      calls.push(admitCall(bare, stage, workflow, record, calls));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      calls.push({
        ...bare,
        standing: 'refused',
        result: { ok: false, error: error.failure, key: bare.key },
      });
    }
  }
  return calls;
}

const refuse = (kind: ErrorKind, code: string, message: string, field?: string) =>
  new ToolError(kind, code, message, field);

function admitCall(
  bare: Omit<Call, 'standing' | 'result'>,
  stage: Stage,
  workflow: Workflow,
  record: RunRecord,
  before: readonly Call[],
): Call {
  const tool = toolOf(bare.tool, stage, workflow);
  const parsed = tool.input.strict().safeParse(bare.args);
  if (!parsed.success) throw refuse('parameter', 'INVALID_ARGUMENTS', issues(parsed.error.issues));
  resentUnchanged(bare, record);
  const call = { ...bare, args: parsed.data as Json };
  if (tool.effect === 'ASK_HUMAN') return { ...call, standing: 'ask' };

  const facts = factsOf(tool, parsed.data, record);
  for (const field of tool.claims ?? []) {
    for (const text of textsOf(parsed.data[field])) {
      const fault = claimsFault(text, allowedFigures({ facts }, workflow, record), [record.run.businessDate]);
      if (fault) throw refuse('parameter', fault.code, fault.message, field);
    }
  }
  for (const field of tool.figures ?? []) {
    const figure = ungroundedFigure(String(parsed.data[field]), saidSoFar(record));
    if (figure) throw refuse('parameter', 'UNGROUNDED_FIGURE', `no result on record says "${figure}"`, field);
  }
  if (tool.effect !== 'WRITE_CONFIRM') {
    if (before.filter(({ standing }) => standing === 'read').length >= MAX_READS) {
      throw refuse('parameter', 'TOO_MANY_CALLS', `at most ${MAX_READS} reads of one message run`);
    }
    return { ...call, facts, standing: 'read' };
  }
  const proposals = before.filter(({ standing }) => standing === 'propose');
  if (proposals.length >= MAX_PROPOSALS)
    throw refuse('parameter', 'TOO_MANY_CALLS', `at most ${MAX_PROPOSALS} acts can be proposed at once`);
  const act = idempotencyKey(tool, parsed.data, identityOf(record));
  const twin = proposals.find(
    (other) => other.tool === tool.name && idempotencyKey(tool, other.args, identityOf(record)) === act,
  );
  if (twin)
    throw refuse('parameter', 'SAME_ACT_TWICE', `call ${twin.index} of this message proposes the same act`);
  return { ...call, facts, standing: 'propose' };
}

function toolOf(name: string, stage: Stage, workflow: Workflow): Tool {
  const tool = stage.tools.find((candidate) => candidate.name === name);
  if (tool) return tool;
  const names = stage.tools.map((candidate) => candidate.name).join(', ') || 'none';
  const elsewhere = Object.values(workflow.stages).some((other) =>
    other.tools.some((candidate) => candidate.name === name),
  );
  if (elsewhere)
    throw refuse('business', 'TOOL_NOT_IN_STAGE', `this stage may not call it; its tools are: ${names}`);
  throw refuse('parameter', 'UNKNOWN_TOOL', `there is no such tool; this stage's tools are: ${names}`);
}

/** Arguments that were wrong once are wrong again. */
function resentUnchanged({ key }: Pick<Call, 'key'>, record: RunRecord): void {
  for (const turn of record.turns) {
    for (const call of turn.calls.filter((earlier) => earlier.key === key)) {
      const result = resultOf(record, turn, call);
      if (result && !result.ok && result.error.kind === 'parameter') {
        throw refuse(
          'parameter',
          'RESENT_UNCHANGED',
          `turn ${turn.turn} was refused for the same arguments: ${result.error.code}`,
        );
      }
    }
  }
}

/** The ids of the facts a call is given: the newest of their name, with a good verdict. */
function factsOf(
  tool: Exclude<Tool, { effect: 'ASK_HUMAN' }>,
  input: Record<string, unknown>,
  record: RunRecord,
) {
  const facts: Record<string, string> = {};
  for (const [name, need] of Object.entries<Need>(tool.needs ?? {})) {
    const given = input[need.id];
    if (need.optional && given === undefined) continue;
    const fact = newest(record, name);
    if (!fact?.verdict.ok)
      throw refuse('business', 'FACT_MISSING', `no valid ${name} is on record yet`, need.id);
    if (given !== fact.id)
      throw refuse(
        'parameter',
        'UNKNOWN_FACT',
        `"${fact.id}" is the ${name} on record, "${String(given).slice(0, 80)}" was given`,
        need.id,
      );
    facts[name] = fact.id;
  }
  return facts;
}

/** Figures a model's own text may carry: those of the facts its call stands on. */
function allowedFigures(call: Pick<Call, 'facts'>, workflow: Workflow, record: RunRecord): number[] {
  const tools = Object.values(workflow.stages).flatMap((stage) => stage.tools) as ReadTool[];
  return factsBehind([call], record).flatMap((fact) => {
    const tool = tools.find(({ name }) => name === fact.tool);
    return fact.verdict.ok && tool?.exhibit ? tool.exhibit(fact.value).figures.map(({ value }) => value) : [];
  });
}

/** All that figures may come from: what the run was given, what its calls answered, what people said. */
const saidSoFar = ({ run, calls, reviews }: RunRecord): unknown => [
  run.input,
  run.businessDate,
  calls.map(({ result }) => (result.ok ? result.data : [])),
  reviews.map(({ comment }) => comment ?? ''),
];

/** What makes two acts the same, hashed. */
export const idempotencyKey = (
  tool: Extract<Tool, { effect: 'WRITE_CONFIRM' }>,
  args: unknown,
  run: RunIdentity,
): string =>
  digest({
    workflow: run.workflow,
    tool: tool.name,
    identity: tool.identity ? tool.identity(args as never, run) : { run: run.run, args },
  });

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];
}

const issues = (found: readonly { path: PropertyKey[]; message: string }[]): string =>
  found
    .slice(0, 5)
    .map(({ path, message }) => `${path.map(String).join('.') || 'arguments'}: ${message}`)
    .join('; ')
    .slice(0, 500);
