import { linkKeys } from '../../lambda/functions/deps.ts';
import { gateLink } from '../../lambda/gate/link.ts';
import { readDecision } from '../../lambda/ledger/decision.ts';
import type { GateKind } from '../../lambda/ledger/gate.ts';
import { type RunRecord, readRecord } from '../../lambda/ledger/record.ts';
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
  const open = record.run.state === 'RUNNING' ? await openGateOf(host, record) : undefined;
  const { code, message, text, recording } = record.run;
  return {
    state: open?.state ?? record.run.state,
    pending_tools: open?.tools ?? [],
    steps: record.turns.length,
    text: text ?? '',
    run,
    ...(open ? { link: open.link } : {}),
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

/** The gate a run waits at: the last turn's, undecided; with the first approver's link. */
async function openGateOf(host: LocalHost, record: RunRecord) {
  for (const gate of await gatesOf(host.items, record)) {
    if (gate.resumedAt || (await readDecision(host.items, gate))) continue;
    const open = gate.proposals.filter(({ standing }) => standing === 'open');
    const link = gateLink(host.url, await linkKeys(host), gate, 0);
    return { state: PARKED[gate.kind], tools: open.map(({ tool }) => tool), link };
  }
  return undefined;
}

/**
 * How a command ends by how its run does: 0 DONE, parked or SKIPPED; 1 FAILED, or stopped without an outcome; 3 REJECTED;
 * 4 EXPIRED or CANCELLED.
 */
export const exitCode = (state: string): number =>
  ({ FAILED: 1, RUNNING: 1, REJECTED: 3, EXPIRED: 4, CANCELLED: 4 })[state] ?? 0;
