import { describe, expect, it } from 'vitest';
import { saidFault } from '../../lambda/define/said.ts';

const widget = { id: 'P001', name: { en: 'Widget Pro', zh: '专业小部件' }, price: 29.99, stock: 142 };
const mini = { id: 'P002', name: { en: 'Widget Mini 7', zh: '迷你小部件' }, price: 12.5, stock: 0 };

const fault = (
  text: string,
  { facts = [widget] as unknown[], given = '帮我查一下 Widget Pro 的库存' } = {},
) =>
  saidFault(text, {
    facts,
    given: { question: given },
    dates: ['2026-08-25'],
    wanted: facts.map((fact) => [(fact as typeof widget).price, (fact as typeof widget).stock]),
  });

describe('last words that have to name figures of a fact', () => {
  it.each([
    'Widget Pro（P001）现有库存 142 件，价格 29.99 美元。',
    'Widget Pro (P001) costs US$29.99 and there are 142 in stock.',
    'widget pro：二十九点九九美元，一百四十二件。',
    'On 2026-08-25: P001, 29.99, 142.',
  ])('pass when they do: %s', (text) => {
    expect(fault(text)).toBeUndefined();
  });

  it.each([
    [
      'Widget Pro 库存 142 件。',
      'The answer has to name 29.99 and 142, as the results say. Answer again with them.',
    ],
    ['It is in stock.', 'The answer has to name 29.99 and 142, as the results say. Answer again with them.'],
    [
      'Widget Pro costs 29.99, 143 in stock.',
      'No result on record says "143". Answer again with the figures of the results alone.',
    ],
    [
      '142 in stock at 29.99, two for 59.98.',
      'No result on record says "two". Answer again with the figures of the results alone.',
    ],
    [
      '库存 142 件，价格 29.99，九折后 26.99。',
      'No result on record says "九". Answer again with the figures of the results alone.',
    ],
  ])('fail with what is wrong: %s', (text, message) => {
    expect(fault(text)).toBe(message);
  });

  it('may say back a figure the asker named', () => {
    const asked = { given: 'I need 100 of Widget Pro' };
    expect(fault('142 are in stock at 29.99, enough for your 100.', asked)).toBeUndefined();
    expect(fault('142 are in stock at 29.99, enough for your 120.', asked)).toContain('"120"');
  });

  it('read a figure in a quoted name as part of the name, and nowhere else', () => {
    const both = { facts: [mini] };
    expect(fault('Widget Mini 7 (P002): 12.50, stock 0.', both)).toBeUndefined();
    expect(fault('Widget Mini 7 (P002): 12.50, stock 0, 7 on the way.', both)).toContain('"7"');
    expect(fault('Widget Mini 70 (P002): 12.50, stock 0.', both)).toContain('"70"');
  });

  it('need one product wholly named, not one figure of each', () => {
    const both = { facts: [widget, mini] };
    expect(fault('P001 costs 29.99 and P002 has 0.', both)).toBe(
      'The answer has to name 29.99 and 142, or 12.5 and 0, as the results say. Answer again with them.',
    );
    expect(fault('P001: 29.99, 142. P002: 12.5, 0.', both)).toBeUndefined();
  });

  it('stand on nothing without a fact, whatever they say', () => {
    expect(fault('Widget Pro is in stock.', { facts: [] })).toMatch(/^The answer stands on nothing/);
  });

  it('hide nothing', () => {
    expect(fault('29.99, 142\u200b')).toMatch(/^The answer hides the unseen character U\+200B/);
  });
});
