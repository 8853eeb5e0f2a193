import { describe, expect, it } from 'vitest';
import type { FunctionName } from '../../lambda/define/machine-words.ts';
import { assertProved, deployed, prove, RULES, renderProof } from '../../lib/machine/prove.ts';
import { MACHINES } from './machines.ts';
import { at, type Fields, MUTANTS } from './mutants.ts';

const broken = (asl: string) => prove(JSON.parse(asl)).filter(({ ok }) => !ok);
const [, LOOPS] = MACHINES.find(([name]) => name === 'three-stages-and-loops') ?? ['', ''];
const mutated = (mutate: (machine: Fields) => unknown): string => {
  const machine = JSON.parse(LOOPS) as Fields;
  mutate(machine);
  return JSON.stringify(machine);
};

describe('a compiled machine', () => {
  it.each(MACHINES)('%s is proved', (_name, asl) => {
    expect(broken(asl)).toEqual([]);
  });

  it('is proved in the text that is deployed, by its ARNs', () => {
    const arn = (name: string) => `arn:aws:lambda:ap-east-1:111122223333:function:holdpoint-${name}:7`;
    const names: FunctionName[] = [
      'admit',
      'turn',
      'read',
      'validate',
      'ask',
      'closeGate',
      'write',
      'finish',
    ];
    const arns = Object.fromEntries(names.map((name) => [name, arn(name)])) as Record<FunctionName, string>;
    const asl = LOOPS.replace(/\$\{(\w+)\}/g, (_, name: string) => arn(name));
    expect(prove(JSON.parse(asl), deployed(arns)).filter(({ ok }) => !ok)).toEqual([]);
    const late = asl.replaceAll('holdpoint-read:7', 'holdpoint-write:7');
    expect(() => assertProved(JSON.parse(late), deployed(arns))).toThrow(
      'P1 entry: rule Choices[0] of PLANNING_TURN enters READ_ONLY',
    );
    const old = asl.replaceAll('holdpoint-write:7', 'holdpoint-write:6');
    expect(() => assertProved(JSON.parse(old), deployed(arns))).toThrow(
      'P1 named: WRITE/ACT names the function',
    );
  });

  it.each([
    ['a conjunction', "{% $gate = 'CONFIRM' and $verdict = 'WRITE' %}"],
    ['an equality turned round', "{% 'WRITE' = $verdict %}"],
    ['parentheses', "{% ($verdict = 'WRITE') and ($route.turn > 0 or $gate = 'CONFIRM') %}"],
  ])('may ask for the verdict in %s', (_name, Condition) => {
    expect(
      broken(mutated((m) => Object.assign(at(m, 'States', 'CONFIRMED', 'Choices', 0), { Condition }))),
    ).toEqual([]);
  });

  it('may pass another Choice between the gate and the write', () => {
    const asl = mutated((m) => {
      at(m, 'States', 'CONFIRMED', 'Choices', 0).Next = 'HOW_MANY';
      at(m, 'States').HOW_MANY = {
        Type: 'Choice',
        Choices: [{ Condition: "{% $verdict = 'WRITE' %}", Next: 'WRITE' }],
        Default: 'FAIL',
        Assign: { error: 'ILLEGAL_TRANSITION' },
      };
    });
    expect(broken(asl)).toEqual([]);
    expect(prove(JSON.parse(asl))).toContainEqual({
      rule: 'P1 gate',
      ok: true,
      what: "to WRITE when $verdict = 'WRITE'",
      path: ['WAITING_CONFIRM', 'CONFIRMED', 'HOW_MANY', 'WRITE'],
    });
  });
});

describe('a mutant', () => {
  it.each(MUTANTS)('in which %s breaks %s', (_name, rule, mutate) => {
    const asl = mutated(mutate);
    expect(asl).not.toBe(LOOPS);
    expect(broken(asl).map((check) => check.rule)).toContain(rule);
  });

  it('exists for every rule', () => {
    expect(RULES.map(({ rule }) => rule).filter((rule) => !MUTANTS.some(([, of]) => of === rule))).toEqual(
      [],
    );
  });
});

describe('the way into a write', () => {
  /** Every Next, Default, rule and Catch that does not lead to WRITE now. */
  const transitions = Object.entries(at(JSON.parse(LOOPS), 'States')).flatMap(([name, state]) => {
    const { Choices = [], Catch = [] } = state as { Choices?: Fields[]; Catch?: Fields[] };
    const places: [string, (string | number)[], string][] = [
      [`Next of ${name}`, [name], 'Next'],
      [`Default of ${name}`, [name], 'Default'],
      ...Choices.map((_, i): [string, (string | number)[], string] => [
        `rule ${i} of ${name}`,
        [name, 'Choices', i],
        'Next',
      ]),
      ...Catch.map((_, i): [string, (string | number)[], string] => [
        `Catch ${i} of ${name}`,
        [name, 'Catch', i],
        'Next',
      ]),
    ];
    return places.filter(([, path, field]) => {
      const to = at(JSON.parse(LOOPS), 'States', ...path)[field];
      return to !== undefined && to !== 'WRITE';
    });
  });

  it('is looked for in every transition of the machine', () => {
    expect(transitions.length).toBeGreaterThan(60);
  });

  it.each(transitions)('is not %s, turned there', (_name, path, field) => {
    const asl = mutated((m) => {
      at(m, 'States', ...path)[field] = 'WRITE';
    });
    expect(broken(asl).map(({ rule }) => rule)).toContain('P1 entry');
  });
});

describe('assertProved', () => {
  it('gives back the proof', () => {
    expect(assertProved(JSON.parse(LOOPS)).every(({ ok }) => ok)).toBe(true);
  });

  it('throws the path on which a write could run unasked', () => {
    const asl = mutated((m) => {
      at(m, 'States', 'PLANNING_TURN').Default = 'WRITE';
    });
    expect(() => assertProved(JSON.parse(asl))).toThrow(
      expect.objectContaining({
        name: 'ProofFailed',
        message: [
          'P1 entry: Default of PLANNING_TURN enters WRITE: PLANNING_TURN > WRITE',
          'P1 gate: WRITE can be reached with no decision on the way: ADMIT > ADMITTED > PLANNING > PLANNING_TURN > WRITE',
          'P1 again: WRITE can follow itself with no decision between: WRITE > WRITTEN > PLANNING > PLANNING_TURN > WRITE',
          'P1 fresh: Next of PLANNING leads to WRITE: PLANNING > PLANNING_TURN > WRITE',
        ].join('\n'),
      }),
    );
  });

  it('throws the path on which a variable is missing, into a Map too', () => {
    const asl = mutated((m) => {
      at(m, 'States', 'WRITE', 'ItemProcessor', 'States', 'ACT', 'Arguments', 'Payload').note =
        '{% $unknown %}';
    });
    expect(() => assertProved(JSON.parse(asl))).toThrow(
      'ASL variable: Arguments.Payload.note of WRITE/ACT reads $unknown before it is assigned: ' +
        'ADMIT > ADMITTED > PLANNING > PLANNING_TURN > WAITING_CONFIRM > CONFIRMED > WRITE > ACT',
    );
  });

  it('throws the loop that nothing limits', () => {
    const asl = mutated((m) => {
      at(m, 'States', 'RESUME').Default = 'THROTTLED';
    });
    expect(() => assertProved(JSON.parse(asl))).toThrow(
      'P2 cycle: nothing counts how often THROTTLED comes back: THROTTLED > RESUME > THROTTLED',
    );
  });

  it.each([
    'null',
    '[]',
    '"WRITE"',
    '{}',
    '{"States":null}',
    '{"States":{"A":null,"B":[],"C":{"Type":7,"Choices":{},"Catch":"x"}}}',
  ])('does not pass %s for a machine', (text) => {
    expect(() => assertProved(JSON.parse(text))).toThrow('ASL shape');
  });
});

describe('renderProof', () => {
  it('shows what holds, by which path, and how many rules do', () => {
    const lines = renderProof(prove(JSON.parse(LOOPS))).split('\n');
    expect(lines).toContain(
      "holds  P1 entry        a write is entered only by a Choice's rule that requires the verdict",
    );
    expect(lines).toContain(
      "                       to WRITE when $verdict = 'WRITE': WAITING_CONFIRM > CONFIRMED > WRITE",
    );
    expect(lines.slice(-2)).toEqual(['26 of 26 rules hold', '']);
  });

  it('shows each place where a rule is broken', () => {
    const asl = mutated((m) => {
      delete at(m, 'States', 'SETTLE').TimeoutSeconds;
    });
    const lines = renderProof(prove(JSON.parse(asl))).split('\n');
    expect(lines).toContain('FAILS  P2 timeout      SETTLE has the TimeoutSeconds undefined');
    expect(lines.slice(-2)).toEqual(['25 of 26 rules hold', '']);
  });
});
