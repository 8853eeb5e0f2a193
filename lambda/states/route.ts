import type { Route } from '../define/machine-words.ts';
import type { TurnItem } from '../ledger/record.ts';

const NOWHERE = {
  reads: [],
  tokens: 0,
  seconds: 1,
  gate: { nth: 1, decideBy: 'NONE', executeBy: 'NONE', seconds: 1 },
} as const;

/** A complete route: what the machine reads is always there. */
export const route = (next: Route['next'], at: Partial<Route> & Pick<Route, 'stage' | 'turn'>): Route => ({
  ...NOWHERE,
  ...at,
  next,
});

/** The indexes of a turn's calls that read or compute. */
export const readsOf = (turn: Pick<TurnItem, 'calls'>): number[] =>
  turn.calls.filter(({ standing }) => standing === 'read').map(({ index }) => index);
