import { describe, expect, it } from 'vitest';
import { workflowNamed } from '../../../lambda/workflows/registry.ts';
import type { StateMachine } from '../../../lib/machine/asl.ts';
import { compile } from '../../../lib/machine/compile.ts';
import { explore } from './explore.ts';

const LONG = 120_000;
/** So many happenings reach the first write, its settling, and what comes after both. */
const REDUCED = 6;

describe('every answer, error and timeout of a machine', () => {
  it(
    'of a workflow that only looks leads to one outcome, whatever the length of the path',
    async () => {
      const workflow = workflowNamed('product-query');
      const found = await explore(workflow, compile(workflow), 40);
      expect(found.violations).toEqual([]);
      expect(found.closed).toBe(true);
      expect(found.states).toBeGreaterThan(300);
    },
    LONG,
  );

  it(
    'of a workflow with a write runs no act that was not granted, and ends as FINISH says',
    async () => {
      const workflow = workflowNamed('morning-brief');
      const found = await explore(workflow, compile(workflow), REDUCED);
      expect(found.violations).toEqual([]);
      expect([...found.ends.keys()]).toContain('{"outcome":"DONE","run":"run"}');
      expect(found.paths).toBeGreaterThan(10n ** 6n);
    },
    LONG,
  );
});

describe('the check', () => {
  const workflow = workflowNamed('morning-brief');
  // biome-ignore lint/suspicious/noExplicitAny: a machine is spoiled by hand, field by field
  const spoiled = async (spoil: (states: any) => void) => {
    const asl = structuredClone(compile(workflow)) as StateMachine;
    spoil(asl.States);
    return (await explore(workflow, asl, 5)).violations.map((violation) => violation.split('\n')[0]);
  };

  it(
    'sees a write that nobody granted',
    async () => {
      const found = await spoiled((states) => {
        states.WAITING_CONFIRM.Catch[0].Next = 'WRITE';
        states.WAITING_CONFIRM.Catch[0].Assign = { gate: 'CONFIRM', writes: [0] };
      });
      expect(found).toContain('P1: ACT runs act 0 at a CONFIRM gate that did not grant it');
    },
    LONG,
  );

  it(
    'sees a success that FINISH did not say, and an end that nobody recorded',
    async () => {
      const found = await spoiled((states) => {
        states.ENDED.Default = 'DONE';
        states.VALIDATE.Catch[0].Next = 'FAILED';
      });
      expect(found).toContain('P6: DONE, and finish said RUNNING');
      expect(found).toContainEqual(expect.stringMatching(/^P7: it failed .* nobody closed the run$/));
    },
    LONG,
  );

  it(
    'sees a wait without an end, and a way round that nothing counts',
    async () => {
      const found = await spoiled((states) => {
        delete states.WAITING_CONFIRM.TimeoutSeconds;
        states.VALIDATED.Choices[0].Next = 'VALIDATE';
      });
      expect(found).toContain('P2: WAITING_CONFIRM waits for ever');
      expect(found).toContain('P2: nothing counts how often it comes back');
    },
    LONG,
  );
});
