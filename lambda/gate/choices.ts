import type { GateItem, Proposal } from '../ledger/gate.ts';

/** What a person may choose on the form. EDITED is an approval, REFRESH a wish for changes with words of its own. */
export const CHOICES = [
  'APPROVED',
  'EDITED',
  'REJECTED',
  'REFRESH',
  'CHANGES',
  'HAPPENED',
  'REDO',
  'STOP',
  'ANSWERED',
] as const;
export type Choice = (typeof CHOICES)[number];

/** Choices that need words: a reason, what should change, where it was seen. */
export const COMMENTED: readonly Choice[] = ['REJECTED', 'CHANGES', 'HAPPENED'];

/** What may be chosen for one proposal of this gate, in the order it is offered. */
export function choicesFor(gate: GateItem, proposal: Proposal): readonly Choice[] {
  if (proposal.question) return ['ANSWERED', 'REJECTED'];
  if (gate.kind === 'SETTLE') return ['HAPPENED', 'REDO', 'STOP'];
  const again: readonly Choice[] = gate.roundsLeft > 0 ? ['CHANGES'] : [];
  return ['APPROVED', ...again, 'REJECTED'];
}
