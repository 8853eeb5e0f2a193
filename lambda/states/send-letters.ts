import { askLetter, deputyLetter, reminderLetter } from '../gate/letters.tsx';
import { gateLink, type LinkKeys } from '../gate/link.ts';
import { type Mailer, MailRefused } from '../gate/mail.ts';
import { cannotReach, type GateItem, isUndelivered, noteGate, noteUndelivered } from '../ledger/gate.ts';
import type { Items } from '../ledger/items.ts';
import { personOf, type VoteItem } from '../ledger/vote.ts';

export type SendDeps = {
  readonly items: Items;
  readonly mailer: Mailer;
  readonly baseUrl: string;
  readonly keys: LinkKeys;
};

type Votes = readonly Pick<VoteItem, 'person'>[];
export type Due = { readonly kind: 'ask' | 'reminder' | 'deputy'; readonly index: number };

/**
 * The letters an open gate owes to those who have not answered, each once: the one that asks, a reminder, and the deputy's,
 * which is owed as soon as the one stood in for cannot be reached.
 */
export function dueLetters(gate: GateItem, votes: Votes, now: Date): readonly Due[] {
  const due = (at: string | undefined) => at !== undefined && now.getTime() >= Date.parse(at);
  return gate.approvers.flatMap((approver, index): Due[] => {
    const { id, deputyOf } = approver;
    const mailed = (kind: Due['kind']) => gate.mails.some((mail) => mail.to === id && mail.kind === kind);
    // A deputy counts in place of the one stood in for: whoever has answered is not asked again.
    if (votes.some(({ person }) => person === personOf(approver)) || cannotReach(gate, id)) return [];
    if (deputyOf) {
      const wanted = due(gate.deputyAt) || isUndelivered(gate, deputyOf);
      return wanted && !mailed('deputy') ? [{ kind: 'deputy', index }] : [];
    }
    if (!mailed('ask')) return [{ kind: 'ask', index }];
    return due(gate.remindAt) && !mailed('reminder') ? [{ kind: 'reminder', index }] : [];
  });
}

/**
 * Sends what is due, and what a refusal makes due. One that cannot go out stops no other. Recorded after sending: a crash
 * may cost one extra letter, with the same link.
 *
 * @returns the gate with its letters, and what kept others from going out
 */
export async function sendLetters(
  open: GateItem,
  votes: Votes,
  now: Date,
  deps: SendDeps,
): Promise<{ readonly gate: GateItem; readonly failures: readonly unknown[] }> {
  let gate = open;
  const failures: unknown[] = [];
  const tried = new Set<string>();
  const next = () => dueLetters(gate, votes, now).find(({ kind, index }) => !tried.has(`${kind} ${index}`));
  for (let due = next(); due; due = next()) {
    const { kind, index } = due;
    tried.add(`${kind} ${index}`);
    const at = now.toISOString();
    const approver = gate.approvers[index];
    if (!approver) continue;
    const link = gateLink(deps.baseUrl, deps.keys, gate, index);
    const { run, turn, kind: of, nth = 1 } = gate;
    const tags = { run, turn: String(turn), gate: of, nth: String(nth), approver: approver.id };
    try {
      const letter = LETTERS[kind](gate, approver, link, now);
      const { messageId } = await deps.mailer.send({ to: approver.email, ...letter, tags });
      gate = { ...gate, mails: [...gate.mails, { to: approver.id, kind, at, messageId }] };
    } catch (error) {
      failures.push(error);
      if (!(error instanceof MailRefused)) continue;
      const note = { to: approver.id, why: 'REFUSED', lasting: true, at } as const;
      await noteUndelivered(deps.items, gate, note);
      gate = { ...gate, undelivered: [...(gate.undelivered ?? []), note] };
      continue;
    }
    await noteGate(deps.items, gate, { mails: gate.mails });
  }
  return { gate, failures };
}

const LETTERS = { ask: askLetter, reminder: reminderLetter, deputy: deputyLetter };
