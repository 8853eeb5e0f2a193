import type { Trilingual } from '../define/preview.ts';
import type { DecisionItem, Ruling } from '../ledger/decision.ts';
import { gateKey } from '../ledger/gate.ts';
import type { Items } from '../ledger/items.ts';
import { readWrite, type WriteItem } from '../ledger/write.ts';
import { RULED } from './outcome-words.ts';
import * as words from './words.ts';

/** Where one proposal stands now; `settled`: it will not change any more. */
export type Standing = {
  readonly ruling: Ruling;
  readonly ruled: Trilingual;
  readonly now: Trilingual;
  readonly tone: 'go' | 'no' | 'wait';
  readonly settled: boolean;
  readonly write?: WriteItem | undefined;
};

/** A decision of people, and where each of its proposals stands. */
export type Decided = { readonly decision: DecisionItem; readonly standings: readonly Standing[] };

/** Where each proposal of a decision stands now, by the writes' own records. */
export const standingsOf = (items: Items, decision: DecisionItem, now: Date): Promise<Standing[]> =>
  Promise.all(
    decision.rulings.map(async (ruling) => {
      const key = decision.shown.find(({ index }) => index === ruling.index)?.key;
      const write = key && actsOn(decision, ruling) ? await readWrite(items, key) : undefined;
      return standingOf(decision, ruling, write, now);
    }),
  );

/** Whether what came of a ruling is to be read from a WRITE# item. */
export const actsOn = ({ kind }: DecisionItem, { ruling }: Ruling): boolean =>
  (kind === 'CONFIRM' && ruling === 'APPROVED') || (kind === 'SETTLE' && ruling === 'REDO');

/** Puts together what was ruled and what the write's own record says; nothing is concluded from the ruling alone. */
export function standingOf(
  decision: DecisionItem,
  ruling: Ruling,
  write: WriteItem | undefined,
  now: Date,
): Standing {
  const ruled = ruling.ruling === 'APPROVED' && ruling.edited ? words.wasEdited : RULED[ruling.ruling];
  const is = (text: Trilingual, tone: Standing['tone'], settled: boolean): Standing => ({
    ruling,
    ruled,
    now: text,
    tone,
    settled,
    write,
  });
  if (!actsOn(decision, ruling))
    return is(AFTER[ruling.ruling], ruling.ruling === 'REJECTED' ? 'no' : 'wait', true);
  // what a SETTLE gate lets run again was proposed by the CONFIRM gate of the same turn
  const mine = write?.gate === gateKey({ ...decision, kind: 'CONFIRM' }).pk;
  switch (write?.state) {
    case 'SUCCEEDED':
      return is(words.done, 'go', true);
    case 'FAILED':
      return is(words.failed, 'no', true);
    case 'EXECUTING':
      return is(words.executing, 'wait', false);
    case 'UNKNOWN':
      return is(words.unknown, 'wait', false);
    case 'CANCELLED':
      return is(words.withdrawn, 'no', true);
    case 'PROPOSED':
      if (!mine) return is(words.otherwise, 'no', true);
      break;
  }
  const late = now.getTime() >= new Date(decision.executeBy).getTime();
  return late ? is(words.tooLate, 'no', true) : is(words.recordedOnly, 'wait', false);
}

const AFTER: { readonly [R in Ruling['ruling']]: Trilingual } = {
  APPROVED: words.goesOn,
  REJECTED: words.notDone,
  CHANGES: words.newDraft,
  HAPPENED: words.noted,
  REDO: words.goesOn,
  STOP: words.notDone,
  ANSWERED: words.goesOn,
};
