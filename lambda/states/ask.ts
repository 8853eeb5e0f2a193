import { priceOf } from '../agent/price.ts';
import { type Clock, shifted } from '../define/clock.ts';
import { type Duration, toSeconds } from '../define/duration.ts';
import { GRACE } from '../define/gate-policy.ts';
import { MAX_LOOKS, type Route, SETTLE_SECONDS } from '../define/machine-words.ts';
import type { Exhibit } from '../define/preview.ts';
import type { ReadTool } from '../define/tool.ts';
import type { Workflow } from '../define/workflow.ts';
import { MailRefused } from '../gate/mail.ts';
import { readDecision } from '../ledger/decision.ts';
import { type Approver, type GateItem, type GateKind, openGate, type Proposal } from '../ledger/gate.ts';
import { type RunItem, type RunRecord, readRecord, runKey } from '../ledger/record.ts';
import { withEarlier } from './earlier.ts';
import { proposalsOf, REVIEW, toolOf } from './proposals.ts';
import { type SendDeps, sendLetters } from './send-letters.ts';
import { factsBehind } from './view.ts';

export type AskDeps = SendDeps & {
  readonly clock: Clock;
  readonly workflow: (name: string) => Workflow;
  readonly approvers: readonly Approver[];
};

export type AskEvent = {
  readonly run: string;
  readonly turn: number;
  readonly kind: GateKind;
  readonly nth: number;
  readonly times: Route['gate'];
  readonly token: string;
};

/** Freezes what a person is to decide, and sends each approver the gate's one link. */
export async function ask(event: AskEvent, deps: AskDeps): Promise<void> {
  const record = await readRecord(deps.items, event.run);
  const workflow = deps.workflow(record.run.workflow);
  const turn = record.turns.find((candidate) => candidate.turn === event.turn);
  if (event.nth > MAX_LOOKS) throw new TooManyLooks(event);
  if (!turn && event.turn > 0) throw new TypeError(`turn ${event.turn} is not on record`);

  const { decideBy, executeBy } = timesFor(event, record, deps.clock);
  const proposals = await proposalsOf({ ref: event, executeBy, workflow, record, turn }, deps);
  const revised = await withEarlier(event, proposals, record, deps.items);
  const gate = await openGate(deps.items, {
    ...frozen(event, revised, workflow, record, deps),
    decideBy,
    executeBy,
  });
  // A gate that was just made has no decision; one that an earlier attempt made may.
  if (gate.asked > 1 && (await readDecision(deps.items, event))) throw new GateDecided();
  if (!gate.proposals.some(({ standing }) => standing === 'open')) throw new NothingToAsk();

  // Read after the gate is there: a cancel that came before it could not have closed it.
  const { control } = (await deps.items.get(runKey(event.run))) as RunItem;
  if (control === 'CANCEL') throw new NothingToAsk();
  await sendLinks(gate, deps);
}

/** Until when a person may decide: as the machine was told before it came here; an unknown outcome has a day. */
function timesFor(
  { kind, times }: AskEvent,
  { run }: RunRecord,
  clock: Clock,
): { decideBy: string; executeBy: string } {
  if (kind !== 'SETTLE') return times;
  const now = shifted(clock, run.clockOffsetMs).now().getTime();
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
  return { decideBy: at(SETTLE_SECONDS), executeBy: at(SETTLE_SECONDS + toSeconds(GRACE)) };
}

function frozen(
  event: AskEvent,
  proposals: readonly Proposal[],
  workflow: Workflow,
  record: RunRecord,
  deps: AskDeps,
): Omit<Parameters<typeof openGate>[1], 'decideBy' | 'executeBy'> {
  const { run } = record;
  const now = shifted(deps.clock, run.clockOffsetMs).now().getTime();
  const after = (wait: Duration) => new Date(now + toSeconds(wait) * 1000).toISOString();
  const { remindAfter, deputyAfter } = workflow.gate;
  const rounds = record.calls.filter(({ result }) => !result.ok && result.error.code === 'CHANGES_REQUESTED');
  const used = new Set(rounds.map((call) => call.turn)).size;
  return {
    run: event.run,
    turn: event.turn,
    kind: event.kind,
    nth: event.nth,
    ...(isOperators(event, proposals, record) ? { paused: true } : {}),
    workflow: workflow.name,
    businessDate: run.businessDate,
    ...(run.recording ? { recording: run.recording } : {}),
    ...(run.banner ? { banner: run.banner } : {}),
    openedAt: new Date(now).toISOString(),
    ...(remindAfter ? { remindAt: after(remindAfter) } : {}),
    ...(deputyAfter ? { deputyAt: after(deputyAfter) } : {}),
    clockOffsetMs: run.clockOffsetMs,
    approvers: deps.approvers,
    quorum: workflow.gate.quorum ?? 1,
    roundsLeft: Math.max(0, (workflow.gate.changes?.rounds ?? 0) - used),
    proposals,
    exhibit: exhibitOf(event.turn, workflow, record),
    moments: record.turns.map((past) => {
      const usd = priceOf(run.model, past.usage);
      return {
        at: past.at,
        stage: past.stage,
        turn: past.turn,
        tools: past.calls.map(({ tool }) => tool),
        usage: past.usage,
        ...(usd === undefined ? {} : { usd }),
      };
    }),
    model: run.model,
    token: event.token,
  };
}

/** Nothing of the run's own has it looked at: an operator does. */
const isOperators = (
  { turn, nth }: AskEvent,
  proposals: readonly Proposal[],
  { pauses }: RunRecord,
): boolean =>
  proposals.some(({ tool }) => tool === REVIEW) &&
  !pauses.some((pause) => pause.turn === turn && pause.nth === nth);

/** The figures of what is proposed, though newer ones may be on record by now. */
function exhibitOf(turn: number, workflow: Workflow, record: RunRecord): Exhibit {
  const calls = record.turns.find((candidate) => candidate.turn === turn)?.calls ?? [];
  const proposed = calls.filter(({ standing }) => standing === 'propose');
  const exhibits = factsBehind(proposed, record)
    .filter(({ verdict }) => verdict.ok)
    .flatMap((fact) => {
      const tool = toolOf(fact.tool, workflow) as ReadTool | undefined;
      return tool?.exhibit ? [tool.exhibit(fact.value)] : [];
    });
  return {
    figures: exhibits.flatMap(({ figures }) => figures),
    notices: exhibits.flatMap(({ notices }) => notices),
  };
}

/** A gate that nobody was told of is no gate: the run ends by what kept the letters back. */
async function sendLinks(open: GateItem, deps: AskDeps): Promise<void> {
  const now = shifted(deps.clock, open.clockOffsetMs).now();
  const { gate, failures } = await sendLetters(open, [], now, deps);
  if (gate.mails.length > 0) return;
  // What may go out later is tried again; a refusal is for good.
  throw failures.find((failure) => !(failure instanceof MailRefused)) ?? failures[0] ?? new NobodyToAsk();
}

/** The gate was decided while its state was being entered again. */
export class GateDecided extends Error {
  override readonly name = 'GateDecided';
}

/** Nothing is left to decide: it was done already, or the run is being cancelled. */
export class NothingToAsk extends Error {
  override readonly name = 'NothingToAsk';
}

/** Whoever stops and lets go a run without end is no reason to keep it for ever. */
export class TooManyLooks extends Error {
  override readonly name = 'TooManyLooks';
  constructor({ turn }: AskEvent) {
    super(`after turn ${turn} the run was looked at ${MAX_LOOKS} times, and never took another`);
  }
}

/** No approver is configured. */
export class NobodyToAsk extends Error {
  override readonly name = 'NobodyToAsk';
}
