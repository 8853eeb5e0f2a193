import { describe, expect, it } from 'vitest';
import { difference } from '../../lambda/gate/difference.ts';

const told = (before: string, after: string) =>
  difference(before, after).map(({ is, text }) => `${{ kept: ' ', gone: '-', new: '+' }[is]}${text}`);

describe('what changed between two texts', () => {
  it('is told line by line, the old line before the new one', () => {
    expect(
      told('Good morning.\nIt is 27 degrees.\nGoodbye.', 'Good morning.\nIt is 29 degrees.\nGoodbye.'),
    ).toEqual([' Good morning.', '-It is 27 degrees.', '+It is 29 degrees.', ' Goodbye.']);
  });

  it('finds lines that were put in, left out, and moved', () => {
    expect(told('a\nb\nc\nd', 'x\na\nc\nb\nd\ny')).toEqual(['+x', ' a', '-b', ' c', '+b', ' d', '+y']);
  });

  it('is nothing where nothing changed, and everything where there was nothing', () => {
    expect(difference('a\nb', 'a\nb').every(({ is }) => is === 'kept')).toBe(true);
    expect(told('', 'a')).toEqual(['-', '+a']);
  });

  it('gives a text of thousands of lines as wholly new, and quickly', () => {
    const lines = (word: string) => Array.from({ length: 5000 }, (_, n) => `${word} ${n}`).join('\n');
    expect(difference(lines('a'), lines('b'))).toHaveLength(10_000);
  });
});
