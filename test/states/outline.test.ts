import { describe, expect, it } from 'vitest';
import { outline } from '../../lambda/states/outline.ts';

describe('what a model put out, for a person to read', () => {
  it('is lines with headings, parts further in, and leaves nothing out', () => {
    expect(
      outline({
        reasoning: 'One thing after another.',
        new_sub_tasks: ['List the files', { tool: 'get_time', arguments: { zone: 'Asia/Hong_Kong' } }],
        is_goal_achieved: false,
        notes: [],
        next: null,
        count: 0,
      }),
    ).toBe(
      [
        'Reasoning: One thing after another.',
        'New sub tasks:',
        '   1. List the files',
        '   2.',
        '      Tool: get_time',
        '      Arguments:',
        '         Zone: Asia/Hong_Kong',
        'Is goal achieved: no',
        'Notes: none',
        'Next: none',
        'Count: 0',
      ].join('\n'),
    );
  });

  it('of one word is that word', () => {
    expect(outline('yes, do it')).toBe('yes, do it');
  });
});
