import type { Clock } from '../define/clock.ts';
import type { Route } from '../define/machine-words.ts';
import type { Exhibit } from '../define/preview.ts';
import { strictSchema } from '../define/strict-schema.ts';
import type { Need, ReadTool, WriteTool } from '../define/tool.ts';
import type { Workflow } from '../define/workflow.ts';
import { askLetter } from '../gate/letters.tsx';
import { gateLink, type LinkKeys } from '../gate/link.ts';
import type { Mailer } from '../gate/mail.ts';
import { readDecision } from '../ledger/decision.ts';
import {
  type Approver,
  type GateItem,
  type GateKind,
  gateKey,
  type MailRecord,
  noteGate,
  openGate,
  type Proposal,
  proposalDigest,
} from '../ledger/gate.ts';
import type { Items } from '../ledger/items.ts';
import {
  type Call,
  type RunItem,
  type RunRecord,
  readRecord,
  runKey,
  type TurnItem,
} from '../ledger/record.ts';
import { propose, type WriteItem } from '../ledger/write.ts';
import { idempotencyKey } from './classify.ts';
import { currentFacts, identityOf } from './view.ts';

export type AskDeps = {
  readonly items: Items;
  readonly clock: Clock;
  readonly workflow: (name: string) => Workflow;
  readonly mailer: Mailer;
  readonly baseUrl: string;
  readonly keys: LinkKeys;
  readonly approvers: readonly Approver[];
};

export type AskEvent = {
  readonly run: string;
  readonly turn: number;
  readonly kind: GateKind;
  readonly times: Route['gate'];
  readonly token: string;
};

/** Freezes what a person is to decide, and sends each approver the gate's one link. */
export async function ask(event: AskEvent, deps: AskDeps): Promise<void> {
  const record = await readRecord(deps.items, event.run);
  const workflow = deps.workflow(record.run.workflow);
  const turn = record.turns.find((candidate) => candidate.turn === event.turn);
  if (!turn) throw new TypeError(`turn ${event.turn} is not on record`);

  const proposals: Proposal[] = [];
  for (const call of turn.calls.filter(({ standing }) => standing === 'propose')) {
    proposals.push(await freeze(call, event, workflow, record, deps));
  }
  const gate = await openGate(deps.items, frozen(event, proposals, workflow, record, turn, deps));
  // A gate that was just made has no decision; one that an earlier attempt made may.
  if (gate.asked > 1 && (await readDecision(deps.items, event))) throw new GateDecided();
  if (!gate.proposals.some(({ standing }) => standing === 'open')) throw new NothingToAsk();

  // Read after the gate is there: a cancel that came before it could not have closed it.
  const { control } = (await deps.items.get(runKey(event.run))) as RunItem;
  if (control === 'CANCEL') throw new NothingToAsk();
  await sendLinks(gate, deps);
}

async function freeze(
  call: Call,
  event: AskEvent,
  workflow: Workflow,
  record: RunRecord,
  deps: AskDeps,
): Promise<Proposal> {
  const tool = toolOf(call, workflow) as WriteTool;
  const run = identityOf(record);
  const injected = Object.fromEntries(
    Object.entries(call.facts).map(([name, id]) => [
      name,
      record.facts.find((fact) => fact.id === id)?.value,
    ]),
  ) as Proposal['injected'];
  const args = call.args as Proposal['args'];
  const key = idempotencyKey(tool, args, run);
  const act = { tool: tool.name, key, args, injected };
  const write = {
    ...act,
    digest: proposalDigest(act),
    gate: gateKey(event).pk,
    for: run,
    clockOffsetMs: record.run.clockOffsetMs,
  };
  const proposed = await propose(deps.items, write);
  return {
    ...act,
    index: call.index,
    digest: write.digest,
    preview: tool.preview(args as never, injected as never, run),
    editable: editable(tool) as Proposal['editable'],
    ...(proposed.won ? { standing: 'open' } : await standingOf(proposed.write, write, deps)),
  };
}

/** What another gate, or an earlier attempt of this one, left behind under the same key. */
async function standingOf(
  stands: WriteItem,
  write: Parameters<typeof propose>[1],
  deps: AskDeps,
): Promise<Pick<Proposal, 'standing' | 'note'>> {
  if (stands.state === 'SUCCEEDED')
    return { standing: 'done', note: `it was done already: ${stands.receipt?.id}` };
  if (stands.gate === write.gate) return { standing: 'open' };
  if (stands.state === 'PROPOSED' && (await isOver(stands, deps))) {
    const again = await propose(deps.items, write, stands);
    if (again.won) return { standing: 'open' };
  }
  return { standing: 'blocked', note: `another gate has it: ${stands.state}` };
}

/** Whether the gate that proposed it can no longer let it run. */
async function isOver(stands: WriteItem, deps: AskDeps): Promise<boolean> {
  const decided = (await deps.items.get({
    pk: stands.gate.replace(/^GATE#/, 'DECISION#'),
    sk: 'DECISION',
  })) as
    | {
        outcome: string;
        executeBy: string;
        clockOffsetMs: number;
        rulings: { ruling: string; shown: string }[];
      }
    | undefined;
  if (!decided) return false;
  const approves =
    decided.outcome === 'DECIDED' &&
    decided.rulings.some(({ ruling, shown }) => ruling === 'APPROVED' && shown === stands.digest);
  return !approves || deps.clock.now().getTime() + decided.clockOffsetMs >= Date.parse(decided.executeBy);
}

/** The schema of what a person may change: fields that name facts are not theirs to edit. */
function editable(tool: WriteTool): unknown {
  const bound = Object.values<Need>(tool.needs ?? {}).map(({ id }) => [id, true] as const);
  return strictSchema(tool.input.omit(Object.fromEntries(bound) as never), tool.name);
}

const toolOf = (call: { tool: string }, workflow: Workflow) =>
  Object.values(workflow.stages)
    .flatMap((stage) => stage.tools)
    .find(({ name }) => name === call.tool);

function frozen(
  event: AskEvent,
  proposals: readonly Proposal[],
  workflow: Workflow,
  record: RunRecord,
  turn: TurnItem,
  deps: AskDeps,
): Parameters<typeof openGate>[1] {
  const { run } = record;
  const rounds = record.calls.filter(({ result }) => !result.ok && result.error.code === 'CHANGES_REQUESTED');
  const used = new Set(rounds.map((call) => call.turn)).size;
  return {
    run: event.run,
    turn: turn.turn,
    kind: event.kind,
    workflow: workflow.name,
    businessDate: run.businessDate,
    ...(run.recording ? { recording: run.recording } : {}),
    ...(run.banner ? { banner: run.banner } : {}),
    openedAt: new Date(deps.clock.now().getTime() + run.clockOffsetMs).toISOString(),
    decideBy: event.times.decideBy,
    executeBy: event.times.executeBy,
    clockOffsetMs: run.clockOffsetMs,
    approvers: deps.approvers,
    quorum: workflow.gate.quorum ?? 1,
    roundsLeft: Math.max(0, (workflow.gate.changes?.rounds ?? 0) - used),
    proposals,
    exhibit: exhibitOf(workflow, record),
    moments: record.turns.map((past) => ({
      at: past.at,
      stage: past.stage,
      turn: past.turn,
      tools: past.calls.map(({ tool }) => tool),
      usage: past.usage,
    })),
    model: run.model,
    token: event.token,
  };
}

function exhibitOf(workflow: Workflow, record: RunRecord): Exhibit {
  const exhibits = currentFacts(record)
    .filter(({ verdict }) => verdict.ok)
    .flatMap((fact) => {
      const tool = toolOf(fact, workflow) as ReadTool | undefined;
      return tool?.exhibit ? [tool.exhibit(fact.value)] : [];
    });
  return {
    figures: exhibits.flatMap(({ figures }) => figures),
    notices: exhibits.flatMap(({ notices }) => notices),
  };
}

/** Recorded after sending: a crash may cost one extra mail, with the same link. */
async function sendLinks(gate: GateItem, deps: AskDeps): Promise<void> {
  const sent: MailRecord[] = [...gate.mails];
  const refusals: unknown[] = [];
  for (const [index, approver] of gate.approvers.entries()) {
    if (approver.deputyOf || sent.some(({ to, kind }) => to === approver.id && kind === 'ask')) continue;
    const link = gateLink(deps.baseUrl, deps.keys, gate, index);
    try {
      const { messageId } = await deps.mailer.send({
        to: approver.email,
        ...askLetter(gate, approver, link),
      });
      sent.push({ to: approver.id, kind: 'ask', at: deps.clock.now().toISOString(), messageId });
    } catch (error) {
      refusals.push(error);
    }
  }
  if (sent.length === 0) throw refusals[0] ?? new NobodyToAsk();
  if (sent.length > gate.mails.length) await noteGate(deps.items, gate, { mails: sent });
}

/** The gate was decided while its state was being entered again. */
export class GateDecided extends Error {
  override readonly name = 'GateDecided';
}

/** Nothing is left to decide: it was done already, or the run is being cancelled. */
export class NothingToAsk extends Error {
  override readonly name = 'NothingToAsk';
}

/** No approver is configured. */
export class NobodyToAsk extends Error {
  override readonly name = 'NobodyToAsk';
}
