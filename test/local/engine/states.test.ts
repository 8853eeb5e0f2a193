import { describe, expect, it } from 'vitest';
import { call, machine, openStage, rehearse } from './rehearse.ts';

const pass = (next: string, more: object = {}) => ({ Type: 'Pass', Next: next, ...more });
const done = { Type: 'Succeed' };

describe('Pass', () => {
  it('hands its input on, or what Output makes of it', async () => {
    const played = await rehearse(
      machine({ A: pass('B'), B: pass('C', { Output: { twice: '{% $states.input.n * 2 %}' } }), C: done }),
      { n: 21 },
    );
    expect(played.path).toEqual(['A', 'B', 'C']);
    expect(played).toMatchObject({ status: 'SUCCEEDED', output: { twice: 42 } });
  });
});

describe('Choice', () => {
  const definition = machine({
    Pick: {
      Type: 'Choice',
      Choices: [
        {
          Condition: '{% $states.input.n > 10 %}',
          Next: 'Big',
          Assign: { size: 'big' },
          Output: { was: 'big' },
        },
        { Condition: '{% $states.input.n > 5 %}', Next: 'Middle' },
      ],
      Default: 'Small',
      Assign: { size: 'small' },
      Output: { was: 'small' },
    },
    Big: { Type: 'Pass', Output: '{% [$states.input.was, $size] %}', End: true },
    Middle: { Type: 'Pass', Output: '{% $exists($size) %}', End: true },
    Small: { Type: 'Pass', Output: '{% [$states.input.was, $size] %}', End: true },
  });

  it.each([
    [11, ['Pick', 'Big'], ['big', 'big']],
    [6, ['Pick', 'Middle'], false],
    [5, ['Pick', 'Small'], ['small', 'small']],
  ])(
    'takes the first rule that is true, for %d, with the assignments of that rule alone',
    async (n, path, output) => {
      const played = await rehearse(definition, { n });
      expect(played.path).toEqual(path);
      expect(played.output).toEqual(output);
    },
  );

  it('fails when no rule is true and there is no Default', async () => {
    const played = await rehearse(
      machine({ Pick: { Type: 'Choice', Choices: [{ Condition: '{% false %}', Next: 'D' }] }, D: done }),
    );
    expect(played.path).toEqual(['Pick']);
    expect(played).toMatchObject({ status: 'FAILED', error: 'States.NoChoiceMatched' });
  });

  it('fails when a condition is not a boolean, naming the rule', async () => {
    const played = await rehearse(
      machine({
        Pick: { Type: 'Choice', Choices: [{ Condition: '{% 1 %}', Next: 'D' }], Default: 'D' },
        D: done,
      }),
    );
    expect(played).toMatchObject({
      status: 'FAILED',
      error: 'States.QueryEvaluationError',
      cause:
        "An error occurred while executing the state 'Pick' (entered at the event id #2). The JSONata expression '1' " +
        "specified for the field 'Choices[0]/Condition' returned an unexpected result type. Expected 'boolean', but was 'number' for value: 1",
    });
  });
});

describe('Wait', () => {
  it('waits the seconds an expression gives', async () => {
    const played = await rehearse(
      machine({ Sleep: { Type: 'Wait', Seconds: '{% $states.input.minutes * 60 %}', Next: 'D' }, D: done }),
      { minutes: 3 },
    );
    expect(played.path).toEqual(['Sleep', 'D']);
    expect(played.seconds).toBe(180);
  });

  it.each([
    ['2026-03-02T10:00:00Z', 3600],
    ['2026-03-02T10:00:00.500+00:00', 3600.5],
    ['2026-03-02T18:00:00+08:00', 3600],
    ['2020-01-01T00:00:00Z', 0],
  ])('waits until %s', async (at, seconds) => {
    const played = await rehearse(
      machine({ Sleep: { Type: 'Wait', Timestamp: '{% $states.input.at %}', Next: 'D' }, D: done }),
      { at },
    );
    expect(played).toMatchObject({ status: 'SUCCEEDED', seconds });
  });

  it.each(['2026-03-02', '2026-02-30T10:00:00Z', '2026-03-02T10:00:00', '2026-03-02 10:00:00Z', 'noon'])(
    'does not take %s for an instant',
    async (at) => {
      const played = await rehearse(
        machine({ Sleep: { Type: 'Wait', Timestamp: '{% $states.input.at %}', Next: 'D' }, D: done }),
        { at },
      );
      expect(played).toMatchObject({
        status: 'FAILED',
        error: 'States.QueryEvaluationError',
        path: ['Sleep'],
      });
    },
  );

  it('sleeps longer than one timer of the platform can', async () => {
    const played = await rehearse(
      machine({ Sleep: { Type: 'Wait', Seconds: 99_999_999, Next: 'D' }, D: done }),
    );
    expect(played.seconds).toBe(99_999_999);
  });
});

describe('Fail', () => {
  it('fails with what its expressions give, and without what is not there', async () => {
    const said = await rehearse(
      machine({ F: { Type: 'Fail', Error: '{% "No" & "Way" %}', Cause: 'because' } }),
    );
    expect(said).toMatchObject({ status: 'FAILED', error: 'NoWay', cause: 'because' });
    const silent = await rehearse(machine({ F: { Type: 'Fail' } }));
    expect(silent.status).toBe('FAILED');
    expect(silent).not.toHaveProperty('error');
    expect(silent).not.toHaveProperty('cause');
  });
});

describe('Task', () => {
  it('gives the function the state input when there are no Arguments, and its answer as output', async () => {
    const played = await rehearse(
      machine({ T: call('double') }),
      { n: 4 },
      { double: ({ n }: { n: number }) => n * 2 },
    );
    expect(played.calls).toEqual([{ name: 'double', payload: { n: 4 } }]);
    expect(played).toMatchObject({ status: 'SUCCEEDED', output: 8, path: ['T'] });
  });

  it('wraps the answer of lambda:invoke as the Lambda API does', async () => {
    const task = {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke',
      Arguments: {
        FunctionName: 'arn:aws:lambda:us-east-1:123456789012:function:echo:7',
        Payload: '{% $states.input.p %}',
      },
      End: true,
    };
    const functions = { echo: (payload: unknown) => payload };
    const wrapped = { ExecutedVersion: '7', Payload: { a: 1 }, StatusCode: 200 };
    expect((await rehearse(machine({ T: task }), { p: { a: 1 } }, functions)).output).toEqual(wrapped);
    // A null payload arrives as an empty object, and text as the JSON it holds.
    expect((await rehearse(machine({ T: task }), { p: null }, functions)).calls[0]?.payload).toEqual({});
    expect((await rehearse(machine({ T: task }), { p: '[1]' }, functions)).calls[0]?.payload).toEqual([1]);
    expect(await rehearse(machine({ T: task }), { p: 'not json' }, functions)).toMatchObject({
      calls: [],
      error: 'Lambda.InvalidRequestContentException',
    });
  });

  it('takes an answer of nothing for null', async () => {
    expect((await rehearse(machine({ T: call('quiet') }), {}, { quiet: () => undefined })).output).toBeNull();
  });

  it('gives each call a copy, so that a function that scribbles on its event harms nobody', async () => {
    const scribble = (payload: { list: number[] }) => void payload.list.push(99);
    const definition = machine({
      T: call('scribble', { Next: 'U', Output: '{% $states.input %}' }),
      U: call('read'),
    });
    const played = await rehearse(
      definition,
      { list: [1] },
      { scribble, read: (payload: unknown) => payload },
    );
    expect(played.output).toEqual({ list: [1] });
  });

  it('fails like a throw when the answer is nothing that JSON could say', async () => {
    const loop: Record<string, unknown> = {};
    loop.loop = loop;
    const task = call('f', { Catch: [{ ErrorEquals: ['TypeError'], Next: 'D' }] });
    const played = await rehearse(machine({ T: task, D: done }), {}, { f: () => loop });
    expect(played).toMatchObject({ path: ['T', 'D'], status: 'SUCCEEDED' });
  });

  it('keeps a throw of any length small enough to be caught', async () => {
    const task = call('f', { Catch: [{ ErrorEquals: ['Error'], Next: 'D' }] });
    const f = () => {
      throw new Error('天'.repeat(300_000));
    };
    const played = await rehearse(machine({ T: task, D: done }), {}, { f });
    expect(played).toMatchObject({ path: ['T', 'D'], status: 'SUCCEEDED' });
    const { Cause } = played.output as { Cause: string };
    expect(JSON.parse(Cause).errorMessage).toBe('天'.repeat(8192));
  });

  it('shows a throw as the Node runtime does: the type as error, the rest as JSON text', async () => {
    const broken = () => {
      throw Object.assign(new Error('the disk is full'), { name: 'DiskFull' });
    };
    const played = await rehearse(machine({ T: call('broken') }), {}, { broken });
    expect(played).toMatchObject({ status: 'FAILED', error: 'DiskFull' });
    expect(JSON.parse(played.cause ?? '')).toMatchObject({
      errorType: 'DiskFull',
      errorMessage: 'the disk is full',
      trace: expect.arrayContaining([expect.stringContaining('DiskFull: the disk is full')]),
    });
  });
});

describe('Map', () => {
  const double = {
    StartAt: 'Double',
    States: { Double: { Type: 'Pass', Output: '{% $states.input * 2 %}', End: true } },
  };

  it.each([
    [[], []],
    [[1], [2]],
    [
      [3, 1, 2],
      [6, 2, 4],
    ],
  ])('maps %j', async (items, output) => {
    const played = await rehearse(
      machine({
        M: { Type: 'Map', Items: '{% $states.input.items %}', ItemProcessor: double, Next: 'D' },
        D: done,
      }),
      { items },
    );
    expect(played.path).toEqual(['M', ...items.map(() => 'Double'), 'D']);
    expect(played.output).toEqual(output);
  });

  it('keeps the order of the items when later ones are done first, and never runs more at once than allowed', async () => {
    let running = 0;
    let most = 0;
    const waiting: (() => void)[] = [];
    const slow = async (n: number) => {
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => waiting.unshift(resolve));
      running--;
      return n;
    };
    const lettingGo = setInterval(() => waiting.shift()?.(), 1);
    const stage = await openStage({ slow });
    const processor = { StartAt: 'Slow', States: { Slow: call('slow') } };
    const arn = await stage.start(
      machine({
        M: { Type: 'Map', Items: [1, 2, 3, 4, 5], MaxConcurrency: 3, ItemProcessor: processor, End: true },
      }),
    );
    while ((await stage.engine.describeExecution({ executionArn: arn })).status === 'RUNNING')
      await stage.quiet();
    clearInterval(lettingGo);
    const { output } = await stage.engine.describeExecution({ executionArn: arn });
    expect(JSON.parse(output ?? '')).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(3);
  });

  it('shows each item its index and value, also deeper inside', async () => {
    const show = { Type: 'Pass', Output: '{% $states.context.Map.Item %}', End: true };
    const played = await rehearse(
      machine({
        M: {
          Type: 'Map',
          Items: ['a', 'b'],
          ItemSelector: { at: '{% $states.context.Map.Item.Index %}', all: '{% $states.input %}' },
          ItemProcessor: {
            StartAt: 'P',
            States: {
              P: { Type: 'Parallel', Branches: [{ StartAt: 'Show', States: { Show: show } }], End: true },
            },
          },
          Output: '{% [$states.result] %}',
          End: true,
        },
      }),
      'in',
    );
    expect(played.output).toEqual([[{ Index: 0, Value: 'a' }], [{ Index: 1, Value: 'b' }]]);
    expect(played.events.filter(({ type }) => type === 'ParallelStateEntered')).toMatchObject([
      { stateEnteredEventDetails: { input: '{"at":0,"all":"in"}' } },
      { stateEnteredEventDetails: { input: '{"at":1,"all":"in"}' } },
    ]);
  });
});

describe('Parallel', () => {
  it('runs its branches on the same input and gives their outputs in their order', async () => {
    const branch = (name: string, output: unknown) => ({
      StartAt: name,
      States: { [name]: { Type: 'Pass', Output: output, End: true } },
    });
    const played = await rehearse(
      machine({
        P: {
          Type: 'Parallel',
          Arguments: { n: '{% $states.input.n + 1 %}' },
          Branches: [branch('One', '{% $states.input.n %}'), branch('Two', 'two')],
          Next: 'D',
        },
        D: done,
      }),
      { n: 1 },
    );
    expect(played.path).toEqual(['P', 'One', 'Two', 'D']);
    expect(played.output).toEqual([2, 'two']);
  });
});
