import { type Clock, shifted } from '../define/clock.ts';
import { unreachedLetter } from '../gate/letters.tsx';
import { type Approver, type GateItem, isUndelivered, noteGate } from '../ledger/gate.ts';
import { personOf, type VoteItem } from '../ledger/vote.ts';
import { type SendDeps, sendLetters } from './send-letters.ts';

export type NudgeDeps = SendDeps & { readonly clock: Clock; readonly owner: Approver };

/** Sends the letters that are due by now, each once; the owner hears of those who cannot be reached at all. */
export async function nudge(open: GateItem, votes: readonly VoteItem[], deps: NudgeDeps): Promise<void> {
  const now = shifted(deps.clock, open.clockOffsetMs).now();
  if (now.getTime() >= Date.parse(open.decideBy)) return;
  // What does not go out now is due at the next tick too.
  let { gate } = await sendLetters(open, votes, now, deps);
  for (const approver of unreached(gate, votes)) {
    const letter = unreachedLetter(gate, approver, deps.owner);
    const sent = await deps.mailer.send({ to: deps.owner.email, ...letter }).catch(() => undefined);
    if (!sent) continue;
    const record = {
      to: deps.owner.id,
      kind: 'unreached',
      about: approver.id,
      at: now.toISOString(),
      ...sent,
    };
    gate = { ...gate, mails: [...gate.mails, record] };
    await noteGate(deps.items, gate, { mails: gate.mails });
  }
}

/** Those whom no letter reaches, nor any deputy of theirs, and of whom the owner has not heard. */
const unreached = (gate: GateItem, votes: readonly VoteItem[]): readonly Approver[] =>
  gate.approvers.filter(
    (approver) =>
      !approver.deputyOf &&
      !votes.some(({ person }) => person === approver.id) &&
      !gate.mails.some(({ kind, about }) => kind === 'unreached' && about === approver.id) &&
      gate.approvers
        .filter((one) => personOf(one) === approver.id)
        .every(({ id }) => isUndelivered(gate, id)),
  );
