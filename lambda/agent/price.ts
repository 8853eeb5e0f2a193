import type { Usage } from './model.ts';

/** US dollars for a million tokens of each kind; `cacheWrite` is the five-minute one, which is what a turn writes. */
type Price = Usage & {
  readonly model: string;
  /** The row holds for prompts up to so many tokens. @default any */
  readonly upToPromptTokens?: number;
};

/** Anthropic's own API; Bedrock has prices of its own and model ids that are not here. */
export const PRICE_LIST: {
  readonly date: string;
  readonly source: string;
  readonly prices: readonly Price[];
} = {
  date: '2026-11-30',
  source: 'https://platform.claude.com/docs/en/models/<model>/overview',
  prices: [
    { model: 'claude-opus-5-5', input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 },
    { model: 'claude-sonnet-5-5', input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 },
    {
      model: 'claude-haiku-5-5',
      upToPromptTokens: 100_000,
      input: 0.1,
      output: 0.5,
      cacheRead: 0.01,
      cacheWrite: 0.125,
    },
    { model: 'claude-haiku-5-5', input: 0.5, output: 2.5, cacheRead: 0.05, cacheWrite: 0.625 },
    { model: 'claude-haiku-4-5', input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
  ],
};

/** What one answer cost in US dollars, for display; undefined for a model that is not on the list, which is not zero. */
export function priceOf(model: string, usage: Usage): number | undefined {
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  const price = PRICE_LIST.prices.find(
    (row) => row.model === model && prompt <= (row.upToPromptTokens ?? Number.POSITIVE_INFINITY),
  );
  if (!price) return undefined;
  const millionths =
    usage.input * price.input +
    usage.output * price.output +
    usage.cacheRead * price.cacheRead +
    usage.cacheWrite * price.cacheWrite;
  return millionths / 1_000_000;
}
