import { describe, expect, it } from 'vitest';
import { ungroundedFigure } from '../../lambda/define/grounded.ts';

const results = [
  { expression: '365*24*60*60', value: 31_536_000 },
  { date: '2026-08-25', time: '11:02', note: '3 files' },
];

describe('a figure in a text', () => {
  it.each([
    'no figures at all',
    '31536000 seconds',
    '31,536,000 seconds',
    'on 2026-08-25 at 11:02',
    'a year of 365 days',
    'three files',
    '３ files',
  ])('stands on a result: %s', (text) => {
    expect(ungroundedFigure(text, results)).toBeUndefined();
  });

  it.each([
    ['31536001 seconds', '31536001'],
    ['about 31 million', '31'],
    ['on 2026-08-26', '26'],
    ['four files', 'four'],
    ['四个文件', '四'],
  ])('stands on nothing: %s', (text, figure) => {
    expect(ungroundedFigure(text, results)).toContain(figure);
  });
});
