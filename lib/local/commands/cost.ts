import { priceOf } from '../../../lambda/agent/price.ts';
import type { RunRecord, TurnItem } from '../../../lambda/ledger/record.ts';

export const tokensOf = ({ usage }: TurnItem): number =>
  usage.input + usage.output + usage.cacheRead + usage.cacheWrite;

/** Tokens, and what they cost where a price is known. */
export function costOf({ run, turns }: RunRecord): string {
  const tokens = turns.reduce((sum, turn) => sum + tokensOf(turn), 0);
  const prices = turns.map(({ usage }) => priceOf(run.model, usage));
  if (prices.some((price) => price === undefined))
    return `${tokens} tokens; no price is known for "${run.model}"`;
  return `${tokens} tokens, USD ${prices.reduce<number>((sum, price) => sum + (price ?? 0), 0).toFixed(4)}`;
}
