import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prove } from '../../lib/machine/prove.ts';
import { unasked } from './explore.ts';
import { MACHINES } from './machines.ts';
import { at, type Fields } from './mutants.ts';

const [, ONE_STAGE] = MACHINES.find(([name]) => name === 'one-stage') ?? ['', '{}'];
const fresh = (): Fields => JSON.parse(ONE_STAGE);

describe('every answer and every error of a machine', () => {
  it('leads into no write that a gate did not just grant', async () => {
    expect(await unasked(fresh())).toBeUndefined();
  });

  it('shows what the proof would have let through, had it let it through', async () => {
    const machine = fresh();
    at(machine, 'States', 'CLOSED').Default = 'WRITE';
    expect((await unasked(machine))?.join(' > ')).toBe(
      'ADMIT > ADMITTED > PLANNING > PLANNING_TURN > WAITING_CONFIRM > CLOSE_GATE > CLOSED > WRITE',
    );
  });
});

describe('the proof', () => {
  /** Every place of the machine that says where it goes, and every condition and verdict it has. */
  const states = at(fresh(), 'States');
  const parts = Object.entries(states).flatMap(([name, state]) => {
    const { Choices = [], Catch = [] } = state as { Choices?: Fields[]; Catch?: Fields[] };
    const inner = [...Choices.keys()].map((i) => [name, 'Choices', i]);
    return [[name], ...inner, ...[...Catch.keys()].map((i) => [name, 'Catch', i])];
  });
  const part = fc.constantFrom(...parts);
  const target = fc.oneof(fc.constant('WRITE'), fc.constantFrom(...Object.keys(states)));
  const conditions = parts.map((path) => at(states, ...path).Condition).filter((text) => text !== undefined);
  const verdict = fc.constantFrom('NONE', 'WRITE', undefined, '{% $states.result.Payload.next %}');

  const change = fc.oneof(
    fc.record({ part, Next: target }),
    fc.record({ part, Default: target }),
    fc.record({ part, Condition: fc.constantFrom(...conditions) }),
    fc.record({ part, verdict }),
  );
  /** Only what is there is changed, so that the machine stays one. */
  const apply = (machine: Fields, { part: path, ...fields }: { part: (string | number)[] } & Fields) => {
    const object = at(machine, 'States', ...path);
    for (const [field, value] of Object.entries(fields)) {
      if (field === 'verdict') object.Assign = { ...(object.Assign as Fields), verdict: value };
      else if (Object.hasOwn(object, field)) object[field] = value;
    }
  };

  it('refuses every machine in which a write can run unasked', { timeout: 120_000 }, async () => {
    let unsafe = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const machine = fresh();
        for (const one of changes) apply(machine, one);
        const way = await unasked(machine);
        if (!way) return;
        unsafe += 1;
        const laws = prove(machine).filter(({ rule, ok }) => !ok && rule.startsWith('P1'));
        expect(laws, way.join(' > ')).not.toEqual([]);
      }),
      { numRuns: 60, seed: 20_260_105 },
    );
    expect(unsafe).toBeGreaterThan(10);
  });
});
