import type { RunRecord } from '../../../lambda/ledger/record.ts';
import { spent } from '../spent.ts';

/** Tokens, and what they cost where a price is known. */
export function costOf(record: RunRecord): string {
  const { tokens, usd } = spent(record);
  if (usd === undefined) return `${tokens} tokens; no price is known for "${record.run.model}"`;
  return `${tokens} tokens, USD ${usd.toFixed(4)}`;
}
