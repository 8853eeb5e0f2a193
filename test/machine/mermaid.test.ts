import { describe, expect, it } from 'vitest';
import { mermaid } from '../../lib/machine/mermaid.ts';
import { MACHINES } from './machines.ts';

const lines = mermaid(JSON.parse(MACHINES[0]?.[1] ?? '')).split('\n');

describe('mermaid', () => {
  it('draws a machine whole: choices, nested machines, errors, ends', () => {
    const machine = {
      StartAt: 'READ',
      States: {
        READ: {
          Type: 'Map',
          ItemProcessor: { StartAt: 'CALL', States: { CALL: { Type: 'Task', End: true } } },
          Catch: [{ ErrorEquals: ['States.ALL'], Next: 'LOST' }],
          Next: 'HOW',
        },
        HOW: { Type: 'Choice', Choices: [{ Condition: '{% $a.b > 1 %}', Next: 'DONE' }], Default: 'DONE' },
        LOST: { Type: 'Fail' },
        DONE: { Type: 'Succeed' },
      },
    };
    expect(mermaid(machine)).toBe(
      [
        'stateDiagram-v2',
        '  state READ {',
        '    [*] --> CALL',
        '    CALL --> [*]',
        '  }',
        '  state HOW <<choice>>',
        '  [*] --> READ',
        '  READ --> HOW',
        '  READ --> LOST : on States.ALL',
        '  HOW --> DONE : $a.b #62; 1, otherwise',
        '  LOST --> [*]',
        '  DONE --> [*]',
        '',
      ].join('\n'),
    );
  });

  it('draws the way through the gate', () => {
    expect(lines).toContain("  CONFIRMED --> WRITE : $verdict = 'WRITE'");
    expect(lines).toContain(
      '  WAITING_CONFIRM --> CLOSE_GATE : on States.Timeout, GateDecided, NothingToAsk',
    );
  });

  it('says in a note, not by an arrow from each state, where errors end; a rule that leads there is drawn', () => {
    expect(lines.filter((line) => line.includes('--> FAIL '))).toEqual([
      "  WRITTEN --> FAIL : $unknown and $gate = 'SETTLE'",
    ]);
    expect(lines).toContain('  note right of FAIL : any error and any transition that is not drawn');
  });

  it('separates the branches of a Parallel', () => {
    const branch = (name: string) => ({ StartAt: name, States: { [name]: { Type: 'Pass', End: true } } });
    const both = { Type: 'Parallel', Branches: [branch('LEFT'), branch('RIGHT')], End: true };
    expect(mermaid({ StartAt: 'BOTH', States: { BOTH: both } }).split('\n')).toContain('    --');
  });

  it.each([
    ['a name with blanks', 'Ask a person', 'S_Ask_32_a_32_person'],
    ['a word of Mermaid', 'NOTE', 'S_NOTE'],
  ])('gives %s an alias', (_what, name, alias) => {
    const drawn = mermaid({ StartAt: name, States: { [name]: { Type: 'Succeed' } } }).split('\n');
    expect(drawn).toContain(`  state "${name}" as ${alias}`);
    expect(drawn).toContain(`  [*] --> ${alias}`);
  });
});
