import { SendTaskSuccessCommand, type SFNClient } from '@aws-sdk/client-sfn';
import { callbackOf, type DecisionItem } from '../ledger/decision.ts';
import { type GateItem, noteGate } from '../ledger/gate.ts';
import type { Items } from '../ledger/items.ts';

/** `gone`: this token's wait is over (a newer one may be open). `later`: it could not be told; it will be told again. */
export type Resumed = 'resumed' | 'gone' | 'later';

const GONE = ['TaskTimedOut', 'InvalidToken', 'TaskDoesNotExist'];

/**
 * Tells the waiting machine that the gate is decided, by the newest token. The DECISION must be on record before: the
 * callback carries no authority, and losing it loses nothing. Called by the site and, until it succeeds, by the sweep.
 */
export async function resumeGate(
  { items, sfn, now }: { readonly items: Items; readonly sfn: SFNClient; readonly now: Date },
  gate: GateItem,
  decision: DecisionItem,
): Promise<Resumed> {
  if (gate.resumedAt) return 'resumed';
  try {
    const output = JSON.stringify(callbackOf(decision, gate));
    await sfn.send(new SendTaskSuccessCommand({ taskToken: gate.token, output }));
  } catch (error) {
    // a token whose wait is over is never noted as resumed: a retried ask may have brought a newer one since
    return error instanceof Error && GONE.includes(error.name) ? 'gone' : 'later';
  }
  await noteGate(items, gate, { resumedAt: now.toISOString() });
  return 'resumed';
}
