import type { Deliver } from '../define/answer.ts';
import { type Clock, shifted } from '../define/clock.ts';
import type { FinishAnswer } from '../define/machine-words.ts';
import type { WriteTool } from '../define/tool.ts';
import type { Workflow } from '../define/workflow.ts';
import type { Items } from '../ledger/items.ts';
import { type Call, type Failure, findRecord, type RunRecord } from '../ledger/record.ts';
import { type Ending, endRun } from '../ledger/run.ts';
import { readWrite } from '../ledger/write.ts';
import { withActs } from './acts.ts';
import { answerAsker } from './answer.ts';
import { idempotencyKey } from './classify.ts';
import { revokeAll } from './revoke.ts';
import { wordsFault } from './said.ts';
import { standing } from './standing.ts';
import { factsBehind, identityOf, newest } from './view.ts';

export type FinishDeps = {
  readonly items: Items;
  readonly clock: Clock;
  readonly workflow: (name: string) => Workflow;
  readonly deliver: Deliver;
};

/** Who takes back what an ended run still asks for. */
const MACHINE = { approver: 'machine', name: 'machine', how: 'machine' } as const;

/** FINISH and FAIL: the run gets its one outcome; DONE only with all its evidence on record. The watch tells of it. */
export async function finish(
  event: { readonly run: string; readonly error?: string },
  deps: FinishDeps,
): Promise<FinishAnswer> {
  const record = await findRecord(deps.items, event.run);
  if (!record) return { outcome: 'FAILED', ...named(event.error ?? 'NotAdmitted') };
  const now = shifted(deps.clock, record.run.clockOffsetMs).now().toISOString();
  const open = record.run.state === 'RUNNING';
  const judged = open ? await withActs(await judge(event, record, deps), record, deps) : undefined;
  // Before the outcome is on record: once it is, nobody comes back to take a gate's links away.
  if (judged && judged.state !== 'DONE') await revokeAll(deps.items, record, MACHINE, now);
  const told =
    judged && (await answerAsker(deps.workflow(record.run.workflow), record, judged, { ...deps, at: now }));
  const ending = judged && { ...judged, ...(told ? { text: told.text } : {}), endedAt: now };
  const run = ending ? await endRun(deps.items, record.run, ending) : record.run;
  return { outcome: run.state, code: run.code ?? run.state, message: run.message ?? run.state };
}

/** The one outcome the record allows; `error` is the machine's own, which no turn carries. */
export async function judge(
  event: { readonly error?: string },
  record: RunRecord,
  deps: Pick<FinishDeps, 'items' | 'workflow'>,
): Promise<Omit<Ending, 'endedAt'>> {
  const { run } = record;
  const last = record.turns.at(-1);
  const text = last && last.calls.length === 0 ? { text: last.text } : {};
  if (run.control === 'CANCEL')
    return { state: 'CANCELLED', code: 'CANCELLED', message: 'an operator cancelled it', ...text };
  if (run.failure) return { state: 'FAILED', ...run.failure, ...text };
  if (event.error && event.error !== 'NONE')
    return { state: 'FAILED', ...named(event.error), error: event.error, ...text };
  const refusal = refusalOf(record);
  if (refusal) return { ...refusal, ...text };
  const workflow = deps.workflow(run.workflow);
  const here = standing(workflow, record);
  // Whatever led the machine here: only a transition to DONE can end a run well.
  if (here.is !== 'finish')
    return { state: 'FAILED', code: 'UNFINISHED', message: 'it stopped before it was through', ...text };
  if (here.failed) return { state: 'FAILED', code: here.via.toUpperCase(), message: here.message, ...text };
  const missing = await missingEvidence(workflow, record, deps.items);
  return missing ? { state: 'FAILED', ...missing, ...text } : { state: 'DONE', ...text };
}

/** An error's name as a code: ModelUnavailable -> MODEL_UNAVAILABLE. */
export const named = (error: string): Failure => ({
  code: error
    .replace(/^States\./, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase(),
  message: `the machine stopped at ${error}`,
});

/** How a gate ended a run that did not go back to the model. */
function refusalOf(record: RunRecord): Pick<Ending, 'state' | 'code' | 'message'> | undefined {
  const turn = record.turns.at(-1)?.turn ?? 0;
  const codes = record.calls.flatMap((call) =>
    call.turn === turn && !call.result.ok ? [call.result.error] : [],
  );
  const by = (code: string) => codes.find((error) => error.code === code);
  const review = record.reviews.find((item) => item.turn === turn && item.ruling === 'STOP');
  const expired =
    by('EXPIRED') ?? (review?.by === 'clock' ? { message: 'nobody looked in time' } : undefined);
  if (expired) return { state: 'EXPIRED', code: 'EXPIRED', message: expired.message };
  const rejected =
    by('REJECTED_BY_PERSON') ??
    (review && { message: `a person stopped it: ${review.comment ?? 'without a reason'}` });
  return rejected && { state: 'REJECTED', code: 'REJECTED', message: rejected.message };
}

/** The first piece of evidence that is not on record. */
async function missingEvidence(
  workflow: Workflow,
  record: RunRecord,
  items: Items,
): Promise<Failure | undefined> {
  const lack = (what: string): Failure => ({
    code: 'EVIDENCE_MISSING',
    message: `${what}${lastError(record)}`,
  });
  const unsaid = wordsFault(record.turns.at(-1)?.text ?? '', workflow, record);
  if (unsaid) return lack(unsaid);
  const tools = workflow.evidence.flatMap((rule) => (rule.kind === 'receipt' ? [rule.tool] : []));
  const acted = await Promise.all(tools.map((tool) => receiptsOf(tool, workflow, record, items)));
  // What was done stands on the facts it was approved with, whatever was read since.
  const facts = { ...record, facts: factsBehind(acted.flat(), record) };
  for (const rule of workflow.evidence) {
    if (rule.kind === 'said') continue;
    if (rule.kind === 'receipt') {
      if (!acted[tools.indexOf(rule.tool)]?.length) return lack(`no receipt of ${rule.tool} is on record`);
      continue;
    }
    const fact = newest(facts, rule.fact);
    if (!fact?.verdict.ok) return lack(`no valid ${rule.fact} is on record`);
    if (rule.kind === 'grounded' && fact.from[rule.on] !== newest(facts, rule.on)?.id) {
      return lack(`the ${rule.fact} was not made from the newest ${rule.on}`);
    }
  }
  return undefined;
}

/** The calls of a write that happened. */
async function receiptsOf(
  name: string,
  workflow: Workflow,
  record: RunRecord,
  items: Items,
): Promise<Call[]> {
  const tool = Object.values(workflow.stages)
    .flatMap((stage) => stage.tools)
    .find(
      (candidate): candidate is WriteTool => candidate.name === name && candidate.effect === 'WRITE_CONFIRM',
    );
  if (!tool) return [];
  const calls = record.turns
    .flatMap((turn) => turn.calls)
    .filter((call) => call.tool === name && call.standing === 'propose');
  const keyOf = ({ args }: Call) => idempotencyKey(tool, args, identityOf(record));
  const keys = [...new Set(calls.map(keyOf))];
  const writes = await Promise.all(keys.map((key) => readWrite(items, key)));
  const done = new Set(keys.filter((_, index) => writes[index]?.state === 'SUCCEEDED'));
  return calls.filter((call) => done.has(keyOf(call)));
}

function lastError(record: RunRecord): string {
  const error = record.calls.flatMap(({ result }) => (result.ok ? [] : [result.error])).at(-1);
  return error ? `; the last failed call answered ${error.code}: ${error.message}` : '';
}
