import { describe, expect, it } from 'vitest';
import { checkAgainst, type Rule } from '../../lambda/define/contradiction.ts';

const RULES: readonly Rule<number, { most: number }>[] = [
  { rule: 'a count is not negative', holds: (count) => count >= 0 },
  { rule: 'a count is at most what there is', holds: (count, { most }) => count <= most },
];

describe('a value that is made from a fact', () => {
  it('may be anything the rules leave open', () => {
    expect(() => checkAgainst(3, { most: 3 }, RULES, 'count')).not.toThrow();
  });

  it('is refused by the first rule it breaks, as a parameter to be mended', () => {
    const failure = { kind: 'parameter', code: 'CONTRADICTS_FACT', retryable: false, field: 'count' };
    const refused = (count: number) => expect(() => checkAgainst(count, { most: 3 }, RULES, 'count'));
    refused(4).toThrow(
      expect.objectContaining({ failure: { ...failure, message: 'a count is at most what there is' } }),
    );
    refused(-1).toThrow(
      expect.objectContaining({ failure: { ...failure, message: 'a count is not negative' } }),
    );
  });
});
