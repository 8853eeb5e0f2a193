import { describe, expect, it } from 'vitest';
import { parseDefinition } from '../../../lib/local/engine/definition/definition.ts';
import { virtualTimers } from '../../../lib/local/engine/virtual-timers.ts';
import { call, MORNING, machine } from './rehearse.ts';

const D = { Type: 'Succeed' };
const refusal = (definition: unknown): string => {
  try {
    parseDefinition(
      typeof definition === 'string' ? definition : JSON.stringify(definition),
      virtualTimers(MORNING),
    );
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
  return 'accepted';
};
const invalid = (...problems: string[]) =>
  `InvalidDefinition: Invalid State Machine Definition: '${problems.join(', ')}'`;
const schema = (problem: string) => invalid(`SCHEMA_VALIDATION_FAILED: ${problem}`);

describe('a definition is refused, by name and place, for', () => {
  const S = (state: object) => machine({ S: { Next: 'D', ...state }, D });
  const P = { Type: 'Pass', End: true };
  const block = { StartAt: 'P', States: { P } };

  it.each([
    [
      'a field of another state',
      S({ Type: 'Pass', Catch: [] }),
      "Field 'Catch' is not supported at /States/S",
    ],
    [
      'a JSONPath field',
      S({ Type: 'Pass', ResultPath: '$.x' }),
      "Field 'ResultPath' is not supported at /States/S",
    ],
    ['a misspelt field', S({ Type: 'Pass', Ouput: 1 }), "Field 'Ouput' is not supported at /States/S"],
    ['a field of the machine', machine({ D }, { Timeout: 1 }), "Field 'Timeout' is not supported at /"],
    [
      'a time limit on a Map',
      S({ Type: 'Map', ItemProcessor: block, TimeoutSeconds: 1 }),
      "Field 'TimeoutSeconds' is not supported at /States/S",
    ],
    [
      'a distributed Map',
      S({ Type: 'Map', ItemProcessor: { ...block, ProcessorConfig: { Mode: 'DISTRIBUTED' } } }),
      "Field 'Mode' must be one of [INLINE] at /States/S/ItemProcessor/ProcessorConfig/Mode",
    ],
    [
      'an ItemReader',
      S({ Type: 'Map', ItemProcessor: block, ItemReader: {} }),
      "Field 'ItemReader' is not supported at /States/S",
    ],
    [
      'a field inside a branch',
      S({ Type: 'Parallel', Branches: [{ ...block, Timeout: 1 }] }),
      "Field 'Timeout' is not supported at /States/S/Branches[0]",
    ],
    [
      'a field of a nested state',
      S({ Type: 'Map', ItemProcessor: { StartAt: 'P', States: { P: { ...P, Result: 1 } } } }),
      "Field 'Result' is not supported at /States/S/ItemProcessor/States/P",
    ],
    [
      'a field of a retrier',
      S(call('f', { Next: 'D', Retry: [{ ErrorEquals: ['X'], Backoff: 1 }] })),
      "Field 'Backoff' is not supported at /States/S/Retry[0]",
    ],
    [
      'a retrier without errors',
      S(call('f', { Next: 'D', Retry: [{}] })),
      "The field 'ErrorEquals' is required but was missing at /States/S/Retry[0]",
    ],
    [
      'an impossible rate',
      S(call('f', { Next: 'D', Retry: [{ ErrorEquals: ['X'], BackoffRate: 0.5 }] })),
      "Field 'BackoffRate' must be a number of at least 1 at /States/S/Retry[0]/BackoffRate",
    ],
    [
      'States.ALL in company',
      S(call('f', { Next: 'D', Catch: [{ ErrorEquals: ['X', 'States.ALL'], Next: 'D' }] })),
      "'States.ALL' must stand alone and in the last rule at /States/S/Catch[0]/ErrorEquals",
    ],
    [
      'a heartbeat that cannot be',
      S(call('f', { Next: 'D', TimeoutSeconds: 5, HeartbeatSeconds: 5 })),
      "Field 'HeartbeatSeconds' must be smaller than 'TimeoutSeconds' at /States/S/HeartbeatSeconds",
    ],
    [
      'a time limit in words',
      S(call('f', { Next: 'D', TimeoutSeconds: 'soon' })),
      "Field 'TimeoutSeconds' must be a whole number from 1 to 99999999 at /States/S/TimeoutSeconds",
    ],
    [
      'an unknown type',
      S({ Type: 'Task2' }),
      "Field 'Type' must be one of [Pass, Task, Choice, Wait, Succeed, Fail, Map, Parallel] at /States/S/Type",
    ],
    [
      'another service',
      S({ Type: 'Task', Resource: 'arn:aws:states:::sqs:sendMessage' }),
      'The resource provided arn:aws:states:::sqs:sendMessage is not recognized. The value is not a valid resource ARN, or the resource is not available in this region. at /States/S/Resource',
    ],
    [
      'a call of nothing',
      S({ Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', Arguments: {} }),
      "The field 'FunctionName' is required but was missing at /States/S/Arguments",
    ],
    [
      'an unanswered call',
      S({
        Type: 'Task',
        Resource: 'arn:aws:states:::lambda:invoke',
        Arguments: { FunctionName: 'f', InvocationType: 'Event' },
      }),
      "The field 'InvocationType' is not supported by Step Functions at /States/S/Arguments",
    ],
    [
      'a Wait for nothing',
      S({ Type: 'Wait' }),
      "Exactly one of 'Seconds' and 'Timestamp' must be given at /States/S",
    ],
    [
      'a Wait for no instant',
      S({ Type: 'Wait', Timestamp: 'noon' }),
      'String does not match RFC3339 timestamp at /States/S/Timestamp',
    ],
    [
      'a way that is not told',
      machine({ S: { Type: 'Pass' } }),
      "Exactly one of 'Next' and 'End' must be given at /States/S",
    ],
    [
      'a reserved variable',
      S({ Type: 'Pass', Assign: { states: 1 } }),
      "Variable name 'states' is not allowed at /States/S/Assign/states",
    ],
    [
      'no states',
      { QueryLanguage: 'JSONata', StartAt: 'A' },
      "The field 'States' is required but was missing at /",
    ],
    [
      'a list of states',
      { QueryLanguage: 'JSONata', StartAt: 'A', States: [] },
      'Expected value of type Object at /States',
    ],
    [
      'a JSONPath state',
      { StartAt: 'D', States: { D } },
      "The QueryLanguage is set to 'JSONPath', but only 'JSONata' is supported at /States/D",
    ],
    [
      'credentials',
      S(call('f', { Next: 'D', Credentials: { RoleArn: 'arn' } })),
      "Field 'Credentials' is not supported at /States/S",
    ],
  ])('%s', (_, definition, problem) => {
    // Some of these break a second rule along the way; the first thing said is what counts.
    expect(refusal(definition)).toContain(schema(problem).slice(0, -1));
  });

  it('a way to nowhere', () => {
    expect(refusal(machine({ S: { Type: 'Pass', Next: 'Nowhere' } }))).toBe(
      invalid("MISSING_TRANSITION_TARGET: Missing 'Next' target: Nowhere at /States/S/Next"),
    );
    expect(refusal({ ...machine({ D }), StartAt: 'Nowhere' })).toBe(
      invalid("MISSING_TRANSITION_TARGET: Missing 'Next' target: Nowhere at /StartAt"),
    );
  });

  it('a way out of a branch', () => {
    const branch = { StartAt: 'B', States: { B: { Type: 'Pass', Next: 'D' } } };
    expect(refusal(machine({ P: { Type: 'Parallel', Branches: [branch], Next: 'D' }, D }))).toBe(
      invalid("MISSING_TRANSITION_TARGET: Missing 'Next' target: D at /States/P/Branches[0]/States/B/Next"),
    );
  });

  it('two states of one name, however far apart', () => {
    const branch = { StartAt: 'D', States: { D } };
    expect(refusal(machine({ P: { Type: 'Parallel', Branches: [branch], Next: 'D' }, D }))).toBe(
      invalid("DUPLICATE_STATE_NAME: State name 'D' is used twice at /States/D"),
    );
  });

  it('an expression that does not parse, or that reads an input document', () => {
    const rules = [{ Condition: '{% true %}', Next: 'D', Output: { a: ['{% 1 + %}'] } }];
    expect(refusal(machine({ C: { Type: 'Choice', Choices: rules }, D }))).toBe(
      invalid(
        "INVALID_JSONATA_EXPRESSION: The JSONata expression '1 +' cannot be parsed. S0207: Unexpected end of expression " +
          'at /States/C/Choices[0]/Output/a[0]',
      ),
    );
    expect(refusal(S({ Type: 'Pass', Output: '{% order.total %}' }))).toBe(
      invalid(
        "UNSUPPORTED_JSONATA_EXPRESSION: Reference to 'order' at the top level is not supported. at /States/S/Output",
      ),
    );
  });

  it.each([
    ['phone', 'phone'],
    ['phone & "x"', 'phone'],
    ['$sum(items.price)', 'items'],
    ['{"a": [1, b]}', 'b'],
    ['$states.input.x ? y : 1', 'y'],
    ['($a := b; $a)', 'b'],
  ])('an input document that is not there, in %s', (text, name) => {
    expect(refusal(S({ Type: 'Pass', Output: `{% ${text} %}` }))).toBe(
      invalid(
        `UNSUPPORTED_JSONATA_EXPRESSION: Reference to '${name}' at the top level is not supported. at /States/S/Output`,
      ),
    );
  });

  it.each([
    ['$states.input.a ?? 1', '??'],
    ['$states.input.a ?: 1', '?:'],
    ['$map([1], function($x) { [$x ?? {"b": 2}] })', '??'],
  ])('an operator that AWS does not have, in %s', (text, operator) => {
    expect(refusal(S({ Type: 'Pass', Output: `{% ${text} %}` }))).toBe(
      invalid(
        `INVALID_JSONATA_EXPRESSION: The operator '${operator}' is newer than the JSONata of Step Functions at /States/S/Output`,
      ),
    );
  });

  it('everything that is wrong at once', () => {
    expect(
      refusal(machine({ A: { Type: 'Pass', Next: 'B', X: 1 }, B: { Type: 'Pass', Next: 'C', Y: 2 }, C: D })),
    ).toBe(
      invalid(
        "SCHEMA_VALIDATION_FAILED: Field 'X' is not supported at /States/A",
        "SCHEMA_VALIDATION_FAILED: Field 'Y' is not supported at /States/B",
      ),
    );
  });

  it('text that is no JSON', () => {
    expect(refusal('{')).toMatch(
      /^InvalidDefinition: Invalid State Machine Definition: 'INVALID_JSON_DESCRIPTION: /,
    );
  });
});

describe('a definition is accepted', () => {
  it('with comments, a version and empty rules', () => {
    const task = call('f', { Comment: 'c', Retry: [], Catch: [] });
    expect(refusal(machine({ T: task }, { Comment: 'c', Version: '1.0', TimeoutSeconds: 60 }))).toBe(
      'accepted',
    );
  });

  it.each([
    '$states.input.list.name',
    '$states.input.list[price > 5].(name & "x")',
    '$states.input.list{name: price}',
    '$states.input.list^(>price)',
    '$exists($states.input.a) ? $states.input.a : 1',
    '$x ? $x : 1',
    '$map($states.input.list, function($item) { $item.name })',
    '$states.input ~> |list|{"seen": true}|',
    '$filter($states.input.list, function($v, $i) { $v.a = "??" and $i > 0 })',
  ])('when names are those of what is read: %s', (text) => {
    expect(refusal(machine({ S: { Type: 'Pass', Output: `{% ${text} %}`, End: true } }))).toBe('accepted');
  });

  it('when each state is JSONata though the machine is not', () => {
    expect(refusal({ StartAt: 'D', States: { D: { Type: 'Succeed', QueryLanguage: 'JSONata' } } })).toBe(
      'accepted',
    );
  });
});
