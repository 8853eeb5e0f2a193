import { priceOf } from '../../lambda/agent/price.ts';
import type { RunRecord } from '../../lambda/ledger/record.ts';
import { spentBy } from '../../lambda/ledger/run.ts';

export type Spent = { readonly tokens: number; readonly usd: number | undefined };

/** Tokens of all turns, and US dollars where every turn's price is known. */
export function spent(record: RunRecord): Spent {
  const tokens = spentBy(record);
  const prices = record.turns.map(({ usage }) => priceOf(record.run.model, usage));
  if (prices.some((price) => price === undefined)) return { tokens, usd: undefined };
  return { tokens, usd: prices.reduce<number>((sum, price = 0) => sum + price, 0) };
}
