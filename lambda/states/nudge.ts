import { type Clock, shifted } from '../define/clock.ts';
import { deputyLetter, reminderLetter } from '../gate/letters.tsx';
import { gateLink, type LinkKeys } from '../gate/link.ts';
import type { Mailer } from '../gate/mail.ts';
import { type GateItem, type MailRecord, noteGate } from '../ledger/gate.ts';
import type { Items } from '../ledger/items.ts';
import { personOf, type VoteItem } from '../ledger/vote.ts';

export type NudgeDeps = {
  readonly items: Items;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly baseUrl: string;
  readonly keys: LinkKeys;
};

/** Reminds those who were asked and have not decided, and after a longer while asks their deputies: each once. */
export async function nudge(gate: GateItem, votes: readonly VoteItem[], deps: NudgeDeps): Promise<void> {
  const now = shifted(deps.clock, gate.clockOffsetMs).now();
  if (now.getTime() >= Date.parse(gate.decideBy)) return;
  const due = (at: string | undefined) => at !== undefined && now.getTime() >= Date.parse(at);
  const mails: MailRecord[] = [...gate.mails];
  for (const [index, approver] of gate.approvers.entries()) {
    const kind = approver.deputyOf ? 'deputy' : 'reminder';
    // A deputy counts in place of the one stood in for: whoever has answered is not asked again.
    if (votes.some(({ person }) => person === personOf(approver))) continue;
    if (!due(approver.deputyOf ? gate.deputyAt : gate.remindAt)) continue;
    if (mails.some((mail) => mail.to === approver.id && mail.kind === kind)) continue;
    const link = gateLink(deps.baseUrl, deps.keys, gate, index);
    const letter = approver.deputyOf
      ? deputyLetter(gate, approver, link)
      : reminderLetter(gate, approver, link, now);
    try {
      const { messageId } = await deps.mailer.send({ to: approver.email, ...letter });
      mails.push({ to: approver.id, kind, at: now.toISOString(), messageId });
    } catch {
      // The next tick tries again; the gate's own mail went out, or it would not be open.
      continue;
    }
    await noteGate(deps.items, gate, { mails });
  }
}
