import { linkKeys } from '../../lambda/functions/deps.ts';
import { gateLink } from '../../lambda/gate/link.ts';
import { readDecision } from '../../lambda/ledger/decision.ts';
import type { GateItem, GateKind } from '../../lambda/ledger/gate.ts';
import type { Items } from '../../lambda/ledger/items.ts';
import { type RunItem, type RunRecord, readRecord } from '../../lambda/ledger/record.ts';
import { gatesOf } from '../../lambda/states/revoke.ts';
import type { LocalHost } from './host.ts';

/** The one JSON object a command ends with. */
export type Summary = {
  readonly state: string;
  readonly pending_tools: readonly string[];
  /** Model turns taken. */
  readonly steps: number;
  /** The model's last words. */
  readonly text: string;
  readonly run: string;
  readonly link?: string;
  readonly code?: string;
  readonly message?: string;
  readonly recording?: string;
};

/** How a run stands, by the ledger. */
export async function summarize(host: LocalHost, run: string): Promise<Summary> {
  const record = await readRecord(host.items, run);
  const gate = await openGateOf(host.items, record);
  const open = gate?.proposals.filter(({ standing }) => standing === 'open') ?? [];
  const { code, message, text, recording } = record.run;
  return {
    state: gate ? PARKED[gate.kind] : record.run.state,
    pending_tools: open.map(({ tool }) => tool),
    steps: record.turns.length,
    text: text ?? '',
    run,
    // The first approver's.
    ...(gate ? { link: gateLink(host.url, await linkKeys(host), gate, 0) } : {}),
    ...(code ? { code } : {}),
    ...(message ? { message } : {}),
    ...(recording ? { recording: `a recording of ${recording.observedAt}` } : {}),
  };
}

const PARKED: Record<GateKind, string> = {
  CONFIRM: 'WAITING_CONFIRM',
  SETTLE: 'SETTLE',
  REVIEW: 'PAUSED_FOR_REVIEW',
};

/** The state of a run in one word: what is on record, or what it waits for. */
export async function stateOf(items: Items, run: RunItem): Promise<string> {
  if (run.state !== 'RUNNING') return run.state;
  const gate = await openGateOf(items, await readRecord(items, run.run));
  return gate ? PARKED[gate.kind] : run.state;
}

/** The gate a run waits at: the last turn's, undecided. */
async function openGateOf(items: Items, record: RunRecord): Promise<GateItem | undefined> {
  if (record.run.state !== 'RUNNING') return undefined;
  for (const gate of await gatesOf(items, record)) {
    if (!gate.resumedAt && !(await readDecision(items, gate))) return gate;
  }
  return undefined;
}

/**
 * How a command ends by how its run does: 0 DONE, parked or SKIPPED; 1 FAILED, or stopped without an outcome; 3 REJECTED;
 * 4 EXPIRED or CANCELLED.
 */
export const exitCode = (state: string): number =>
  ({ FAILED: 1, RUNNING: 1, REJECTED: 3, EXPIRED: 4, CANCELLED: 4 })[state] ?? 0;
