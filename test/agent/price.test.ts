import { expect, it } from 'vitest';
import { PRICE_LIST, priceOf } from '../../lambda/agent/price.ts';

it('prices each kind of token by its own rate', () => {
  const usage = { input: 1_000_000, output: 100_000, cacheRead: 2_000_000, cacheWrite: 400_000 };
  // 2.00 + 1.00 + 0.40 + 1.00, by the price list of claude-sonnet-5-5
  expect(priceOf('claude-sonnet-5-5', usage)).toBeCloseTo(4.4, 10);
});

it('prices a long prompt of a model that has two rates by the higher one', () => {
  const usage = { input: 60_000, output: 0, cacheRead: 40_000, cacheWrite: 0 };
  expect(priceOf('claude-haiku-5-5', usage)).toBeCloseTo(0.0064, 10);
  expect(priceOf('claude-haiku-5-5', { ...usage, input: 60_001 })).toBeCloseTo(0.0320005, 10);
});

it('has no price for a model that is not on the list, and does not take it for free', () => {
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 };
  expect(priceOf('claude-next', usage)).toBeUndefined();
  expect(priceOf('anthropic.claude-sonnet-5-5', usage)).toBeUndefined();
  expect(priceOf('constructor', usage)).toBeUndefined();
});

it('says when and where its prices were read', () => {
  expect(PRICE_LIST.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(PRICE_LIST.source).toMatch(/^https:\/\/platform\.claude\.com\//);
});
