import type { GateItem, Proposal } from '../ledger/gate.ts';
import { fieldsOf } from './editable.ts';

/**
 * What a person may choose on the form. EDITED is an approval of other words, REFRESH a wish for changes in words of our
 * own, ANSWERED.2 the third of a question's choices.
 */
export const CHOICE =
  /^(?:APPROVED|EDITED|REJECTED|REFRESH|CHANGES|HAPPENED|REDO|STOP|ANSWERED(?:\.\d{1,2})?)$/;
export type Choice =
  | 'APPROVED'
  | 'EDITED'
  | 'REJECTED'
  | 'REFRESH'
  | 'CHANGES'
  | 'HAPPENED'
  | 'REDO'
  | 'STOP'
  | 'ANSWERED'
  | `ANSWERED.${number}`;

/** Choices that need words: a reason, what should change, where it was seen, the answer. */
export const COMMENTED: readonly Choice[] = ['REJECTED', 'CHANGES', 'HAPPENED', 'ANSWERED'];

/** What may be chosen for one proposal of this gate, in the order it is offered. */
export function choicesFor(
  gate: Pick<GateItem, 'kind' | 'roundsLeft' | 'exhibit'>,
  proposal: Proposal,
): readonly Choice[] {
  const { question } = proposal;
  if (question) {
    const given = question.choices.map((_, index): Choice => `ANSWERED.${index}`);
    return [...(given.length ? given : (['ANSWERED'] as const)), 'REJECTED'];
  }
  if (gate.kind === 'SETTLE') return ['HAPPENED', 'REDO', 'STOP'];
  // Only what was read can be read again.
  const canRefresh = gate.kind === 'CONFIRM' && gate.exhibit.figures.length > 0;
  return [
    'APPROVED',
    ...(fieldsOf(proposal, proposal.args).length ? (['EDITED'] as const) : []),
    ...(gate.roundsLeft > 0 && canRefresh ? (['REFRESH'] as const) : []),
    ...(gate.roundsLeft > 0 ? (['CHANGES'] as const) : []),
    'REJECTED',
  ];
}
