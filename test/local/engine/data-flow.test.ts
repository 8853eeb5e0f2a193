import { describe, expect, it } from 'vitest';
import { call, machine, rehearse } from './rehearse.ts';

const show = (output: unknown) => machine({ S: { Type: 'Pass', Output: output, End: true } });
const cause = (field: string, text: string, ending: string) =>
  "An error occurred while executing the state 'S' (entered at the event id #2). " +
  `The JSONata expression '${text}' specified for the field '${field}' ${ending}`;

describe('what is an expression', () => {
  it.each([
    ['{% 1 + 1 %}', 2],
    ['{%1+1%}', 2],
    [' {% 1 + 1 %}', ' {% 1 + 1 %}'],
    ['{% 1 + 1 %} ', '{% 1 + 1 %} '],
    ['$states.input', '$states.input'],
    ['{%', '{%'],
    [
      { '{% 1 %}': 1, 'a.$': '{% 2 %}' },
      { '{% 1 %}': 1, 'a.$': 2 },
    ],
    [
      [1, ['{% "x" %}', null]],
      [1, ['x', null]],
    ],
  ])('%j gives %j', async (output, value) => {
    expect((await rehearse(show(output))).output).toEqual(value);
  });
});

describe('what an expression may give', () => {
  it('keeps null, zero and the empty text', async () => {
    expect((await rehearse(show(['{% null %}', '{% 0 %}', '{% "" %}']))).output).toEqual([null, 0, '']);
  });

  it.each([
    [
      { a: { b: '{% $states.input.nope %}' } },
      'Output/a/b',
      '$states.input.nope',
      'returned nothing (undefined).',
    ],
    [{ list: [1, '{% $nope %}'] }, 'Output/list[1]', '$nope', 'returned nothing (undefined).'],
    ['{% function($x) { $x } %}', 'Output', 'function($x) { $x }', 'returned an unsupported result type.'],
    ['{% $sum %}', 'Output', '$sum', 'returned an unsupported result type.'],
    ['{% /a/ %}', 'Output', '/a/', 'returned an unsupported result type.'],
    ['{% 1/0 %}', 'Output', '1/0', 'returned an unsupported result type.'],
    [
      '{% $eval("1") %}',
      'Output',
      '$eval("1")',
      'threw an error during evaluation. T1006: Attempted to invoke a non-function',
    ],
    ['{% $error("no") %}', 'Output', '$error("no")', 'threw an error during evaluation. D3137: no'],
    [
      '{% $parse("{") %}',
      'Output',
      '$parse("{")',
      expect.stringContaining('threw an error during evaluation: '),
    ],
  ])('%j fails, saying where and how', async (output, field, text, ending) => {
    const played = await rehearse(show(output));
    expect(played).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' });
    if (typeof ending === 'string') expect(played.cause).toBe(cause(field, text, ending));
    else expect(played.cause).toEqual(ending);
    expect(played.events.map(({ type }) => type)).toEqual([
      'ExecutionStarted',
      'PassStateEntered',
      'EvaluationFailed',
      'ExecutionFailed',
    ]);
    expect(played.events[2]).toMatchObject({ evaluationFailedEventDetails: { location: field, state: 'S' } });
  });

  it('ends an expression that never ends', async () => {
    const played = await rehearse(show('{% ($f := function($n) { $f($n + 1) & "x" }; $f(0)) %}'));
    expect(played).toMatchObject({ status: 'FAILED', error: 'States.QueryEvaluationError' });
  });
});

describe('the functions of Step Functions', () => {
  it.each([
    ['$partition([1, 2, 3], 2)', [[1, 2], [3]]],
    ['$partition([0], 1)', [[0]]],
    ['$range(0, 10, 5)', [0, 5, 10]],
    ['$range(1, 9, 9)', 1],
    ['[$range(1, 9, 9)]', [1]],
    ['$range(3, 1, -1)', [3, 2, 1]],
    ['$hash("abc", "SHA-256")', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['$hash("abc", "MD5")', '900150983cd24fb0d6963f7d28e17f72'],
    ['$parse("[1, {\\"a\\": null}]")', [1, { a: null }]],
    ['$random(7) = $random(7)', true],
    ['$random() < 1', true],
    ['$match($uuid(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/).index', 0],
  ])('%s', async (text, value) => {
    expect((await rehearse(show({ value: `{% ${text} %}` }))).output).toEqual({ value });
  });

  it('tell the time of the clock of the machine', async () => {
    const clock = {
      at: '{% $now() %}',
      ms: '{% $millis() %}',
      day: '{% $now("[D01]/[M01]/[Y]", "+0800") %}',
    };
    expect((await rehearse(show(clock))).output).toEqual({
      at: '2026-03-02T09:00:00.000Z',
      ms: 1772442000000,
      day: '02/03/2026',
    });
  });
});

describe('variables', () => {
  it('are seen by Output and Assign as they were on entry, whatever is assigned beside', async () => {
    const played = await rehearse(
      machine({
        A: { Type: 'Pass', Assign: { n: 1 }, Next: 'B' },
        B: { Type: 'Pass', Assign: { n: 2, old: '{% $n %}' }, Output: '{% $n %}', Next: 'C' },
        C: { Type: 'Pass', Output: '{% [$states.input, $n, $old] %}', End: true },
      }),
    );
    expect(played.path).toEqual(['A', 'B', 'C']);
    expect(played.output).toEqual([1, 2, 1]);
    expect(played.events.find(({ id }) => id === 5)).toMatchObject({
      type: 'PassStateExited',
      stateExitedEventDetails: { assignedVariables: { n: '2', old: '1' } },
    });
  });

  it('reach into iterations and branches, and nothing assigned there comes out', async () => {
    const inner = { Type: 'Pass', Assign: { own: '{% $outer + $states.input %}' }, Next: 'See' };
    const see = { Type: 'Pass', Output: '{% [$outer, $own] %}', End: true };
    const played = await rehearse(
      machine({
        A: { Type: 'Pass', Assign: { outer: 10 }, Next: 'M' },
        M: {
          Type: 'Map',
          Items: [1, 2],
          ItemProcessor: { StartAt: 'Set', States: { Set: inner, See: see } },
          Next: 'B',
        },
        B: { Type: 'Pass', Output: '{% {"seen": $states.input, "leaked": $exists($own)} %}', End: true },
      }),
    );
    expect(played.path).toEqual(['A', 'M', 'Set', 'See', 'Set', 'See', 'B']);
    expect(played.output).toEqual({
      seen: [
        [10, 11],
        [10, 12],
      ],
      leaked: false,
    });
  });
});

describe('the context object', () => {
  it('tells of the execution, the machine and the state', async () => {
    const played = await rehearse(show('{% $states.context %}'), { x: 1 });
    expect(played.output).toEqual({
      Execution: {
        Id: 'arn:aws:states:us-east-1:123456789012:execution:machine:run',
        Input: { x: 1 },
        Name: 'run',
        RoleArn: 'arn:aws:iam::123456789012:role/local',
        StartTime: '2026-03-02T09:00:00.000Z',
        RedriveCount: 0,
      },
      StateMachine: { Id: 'arn:aws:states:us-east-1:123456789012:stateMachine:machine', Name: 'machine' },
      State: { Name: 'S', EnteredTime: '2026-03-02T09:00:00.000Z' },
    });
  });

  it('counts the retries of a task, whose arguments are evaluated again each time', async () => {
    let calls = 0;
    const flaky = (payload: unknown) => {
      if (++calls < 3) throw new Error('not yet');
      return payload;
    };
    const played = await rehearse(
      machine({
        T: call('flaky', {
          Arguments: { retry: '{% $states.context.State.RetryCount %}', at: '{% $now() %}' },
          Retry: [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 5, BackoffRate: 1 }],
        }),
      }),
      {},
      { flaky },
    );
    expect(played.calls.map(({ payload }) => payload)).toEqual([
      { retry: 0, at: '2026-03-02T09:00:00.000Z' },
      { retry: 1, at: '2026-03-02T09:00:05.000Z' },
      { retry: 2, at: '2026-03-02T09:00:10.000Z' },
    ]);
  });
});
