import type { Counts } from './count-brief.ts';

/** What one approved morning brief may take at most. */
const LIMITS: readonly (readonly [what: string, seen: (counts: Counts) => number, most: number])[] = [
  ['state transitions', ({ stateTransitions }) => stateTransitions, 30],
  ['DynamoDB requests by functions of the machine', ({ machine }) => machine.requests.length, 33],
  ['DynamoDB requests by the watch', ({ watch }) => watch.requests.length, 7],
  ['DynamoDB requests per decision', ({ decision }) => decision.requests.length, 4],
  ['DynamoDB requests per page', ({ page }) => page.requests.length, 2],
  ['DynamoDB requests per receipt', ({ receipt }) => receipt.requests.length, 2],
  ['function invocations', ({ invocations }) => invocations, 18],
  ['model calls', ({ modelCalls }) => modelCalls, 4],
  ['bytes of the largest state', ({ stateBytes }) => stateBytes.largest, 16_384],
];

export type LimitRow = { readonly what: string; readonly seen: number; readonly most: number };

export const limitRows = (counts: Counts): readonly LimitRow[] =>
  LIMITS.map(([what, seen, most]) => ({ what, seen: seen(counts), most }));

/** @throws {OverLimit} naming all that is over */
export function checkLimits(counts: Counts): void {
  const over = limitRows(counts).filter(({ seen, most }) => seen > most);
  if (over.length > 0) throw new OverLimit(over);
}

export class OverLimit extends Error {
  override readonly name = 'OverLimit';
  constructor(over: readonly LimitRow[]) {
    super(over.map(({ what, seen, most }) => `${what}: ${seen}, at most ${most} are wanted`).join('; '));
  }
}
