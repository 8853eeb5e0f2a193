import { describe, expect, it } from 'vitest';
import { ask, call, machine, openStage, rehearse } from './rehearse.ts';

const fails = (name: string, times = Number.POSITIVE_INFINITY) => {
  let calls = 0;
  return () => {
    if (++calls <= times) throw Object.assign(new Error(`${name} number ${calls}`), { name });
    return `call ${calls}`;
  };
};
const at = (seconds: number) => 1772442000000 + seconds * 1000;
const typesOf = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

describe('Retry', () => {
  const retried = (rule: object) =>
    machine({ T: call('f', { Retry: [{ ErrorEquals: ['Busy'], ...rule }] }) });
  const triesAt = async (rule: object, random?: () => number) => {
    const stage = await openStage({ f: fails('Busy') }, random ? { random } : {});
    const { events } = await stage.play(await stage.start(retried(rule)));
    return events
      .filter(({ type }) => type === 'LambdaFunctionScheduled')
      .map(({ timestamp }) => (timestamp - at(0)) / 1000);
  };

  it.each([
    [{}, [0, 1, 3, 7]],
    [{ MaxAttempts: 0 }, [0]],
    [{ MaxAttempts: 2, IntervalSeconds: 10 }, [0, 10, 30]],
    [{ MaxAttempts: 3, BackoffRate: 1 }, [0, 1, 2, 3]],
    [{ MaxAttempts: 2, BackoffRate: 1.5, IntervalSeconds: 2 }, [0, 2, 5]],
    [{ MaxAttempts: 5, MaxDelaySeconds: 5 }, [0, 1, 3, 7, 12, 17]],
  ])('%j tries at seconds %j', async (rule, seconds) => {
    expect(await triesAt(rule)).toEqual(seconds);
  });

  it('draws a jittered delay between nothing and the whole', async () => {
    const rule = { MaxAttempts: 2, IntervalSeconds: 8, JitterStrategy: 'FULL' };
    expect(await triesAt(rule, () => 0.25)).toEqual([0, 2, 6]);
    expect(await triesAt(rule, () => 0)).toEqual([0, 0, 0]);
  });

  it('succeeds when a try does, and says nothing in between but the tries', async () => {
    const played = await rehearse(retried({}), {}, { f: fails('Busy', 1) });
    expect(played).toMatchObject({ path: ['T'], status: 'SUCCEEDED', output: 'call 2' });
    expect(typesOf(played.events)).toEqual([
      'ExecutionStarted',
      'TaskStateEntered',
      'LambdaFunctionScheduled',
      'LambdaFunctionStarted',
      'LambdaFunctionFailed',
      'LambdaFunctionScheduled',
      'LambdaFunctionStarted',
      'LambdaFunctionSucceeded',
      'TaskStateExited',
      'ExecutionSucceeded',
    ]);
  });

  it('leaves the decision to the first rule that knows the error, and counts for each rule apart', async () => {
    let calls = 0;
    const f = () => {
      calls++;
      throw Object.assign(new Error(''), { name: calls % 2 === 1 ? 'Odd' : 'Even' });
    };
    const rules = [
      { ErrorEquals: ['Odd'], MaxAttempts: 2, IntervalSeconds: 1, BackoffRate: 1 },
      { ErrorEquals: ['States.ALL'], MaxAttempts: 5, IntervalSeconds: 1, BackoffRate: 1 },
    ];
    const played = await rehearse(machine({ T: call('f', { Retry: rules }) }), {}, { f });
    expect(calls).toBe(5);
    expect(played.error).toBe('Odd');
  });

  it('begins anew when the state is entered again', async () => {
    let calls = 0;
    const f = () => {
      if (++calls % 3 !== 0) throw Object.assign(new Error(''), { name: 'Busy' });
      return calls;
    };
    const again = {
      Type: 'Choice',
      Choices: [{ Condition: '{% $states.input < 6 %}', Next: 'T' }],
      Default: 'D',
    };
    const task = call('f', { Next: 'Again', Retry: [{ ErrorEquals: ['Busy'], MaxAttempts: 2 }] });
    const played = await rehearse(machine({ T: task, Again: again, D: { Type: 'Succeed' } }), {}, { f });
    expect(played.path).toEqual(['T', 'Again', 'T', 'Again', 'D']);
  });

  it.each([
    ['States.TaskFailed', 'Anything', 2],
    ['States.ALL', 'Anything', 2],
    ['State.ALL', 'Anything', 1],
    ['Anything', 'Anything', 2],
    ['Something', 'Anything', 1],
  ])('%s matches %s: %d tries', async (rule, error, tries) => {
    const task = call('f', { Retry: [{ ErrorEquals: [rule], MaxAttempts: 1 }] });
    expect((await rehearse(machine({ T: task }), {}, { f: fails(error) })).calls).toHaveLength(tries);
  });

  it('runs a whole Map again, without a failure in between', async () => {
    let calls = 0;
    const f = (n: number) => {
      if (++calls === 2) throw Object.assign(new Error(''), { name: 'Busy' });
      return n;
    };
    const played = await rehearse(
      machine({
        M: {
          Type: 'Map',
          Items: [1, 2],
          MaxConcurrency: 1,
          ItemProcessor: { StartAt: 'T', States: { T: call('f') } },
          Retry: [{ ErrorEquals: ['Busy'] }],
          End: true,
        },
      }),
      {},
      { f },
    );
    expect(played.path).toEqual(['M', 'T', 'T', 'T', 'T']);
    expect(played.output).toEqual([1, 2]);
    expect(typesOf(played.events).filter((type) => type.startsWith('Map'))).toEqual([
      'MapStateEntered',
      'MapStateStarted',
      'MapIterationStarted',
      'MapIterationSucceeded',
      'MapIterationStarted',
      'MapIterationFailed',
      'MapStateStarted',
      'MapIterationStarted',
      'MapIterationSucceeded',
      'MapIterationStarted',
      'MapIterationSucceeded',
      'MapStateSucceeded',
      'MapStateExited',
    ]);
  });
});

describe('Catch', () => {
  const after = { Type: 'Pass', Output: '{% {"in": $states.input, "why": $why} %}', End: true };

  it('goes on with the error as output, or with its own Output and Assign instead of those of the state', async () => {
    const task = call('f', {
      Output: 'of the state',
      Assign: { why: 'of the state' },
      Catch: [
        { ErrorEquals: ['Other'], Next: 'After' },
        {
          ErrorEquals: ['Broken'],
          Next: 'After',
          Assign: { why: '{% $states.errorOutput.Error %}' },
          Output: '{% $parse($states.errorOutput.Cause).errorMessage %}',
        },
      ],
    });
    const played = await rehearse(machine({ T: task, After: after }), {}, { f: fails('Broken') });
    expect(played.path).toEqual(['T', 'After']);
    expect(played.output).toEqual({ in: 'Broken number 1', why: 'Broken' });
  });

  it('comes after the retries', async () => {
    const task = call('f', {
      Retry: [{ ErrorEquals: ['States.ALL'] }],
      Catch: [{ ErrorEquals: ['States.ALL'], Next: 'D' }],
    });
    const played = await rehearse(machine({ T: task, D: { Type: 'Succeed' } }), {}, { f: fails('Broken') });
    expect(played.calls).toHaveLength(4);
    expect(played).toMatchObject({ path: ['T', 'D'], status: 'SUCCEEDED', output: { Error: 'Broken' } });
  });

  it('takes an expression that failed, before the call or after it', async () => {
    const caught = [{ ErrorEquals: ['States.QueryEvaluationError'], Next: 'D' }];
    for (const field of ['Arguments', 'Output']) {
      const task = call('f', { [field]: '{% $nope %}', Catch: caught });
      const played = await rehearse(machine({ T: task, D: { Type: 'Succeed' } }), {}, { f: () => 1 });
      expect(played).toMatchObject({ path: ['T', 'D'], status: 'SUCCEEDED' });
    }
  });

  it('does not catch what fails inside itself', async () => {
    const task = call('f', { Catch: [{ ErrorEquals: ['States.ALL'], Next: 'D', Output: '{% $nope %}' }] });
    const played = await rehearse(machine({ T: task, D: { Type: 'Succeed' } }), {}, { f: fails('Broken') });
    expect(played).toMatchObject({ path: ['T'], status: 'FAILED', error: 'States.QueryEvaluationError' });
    expect(played.cause).toContain("specified for the field 'Catch[0]/Output' returned nothing");
  });

  it('on a Parallel gets the error of the branch unchanged, and the other branches stop', async () => {
    const stage = await openStage({ f: fails('Broken'), slow: () => new Promise(() => {}), ask: () => null });
    const branch = (name: string, state: object) => ({ StartAt: name, States: { [name]: state } });
    const arn = await stage.start(
      machine({
        P: {
          Type: 'Parallel',
          Branches: [
            branch('Slow', call('slow')),
            branch('Ask', ask()),
            branch('Sleep', { Type: 'Wait', Seconds: 50, End: true }),
            branch('Bad', call('f')),
          ],
          Catch: [{ ErrorEquals: ['Broken'], Next: 'D' }],
          End: true,
        },
        D: { Type: 'Succeed' },
      }),
    );
    const played = await stage.play(arn);
    expect(played).toMatchObject({
      path: ['P', 'Slow', 'Ask', 'Sleep', 'Bad', 'D'],
      status: 'SUCCEEDED',
      seconds: 0,
    });
    expect(played.output).toMatchObject({ Error: 'Broken' });
    expect(typesOf(played.events).slice(-8)).toEqual([
      'TaskStateAborted',
      'TaskStateAborted',
      'WaitStateAborted',
      'ParallelStateFailed',
      'ParallelStateExited',
      'SucceedStateEntered',
      'SucceedStateExited',
      'ExecutionSucceeded',
    ]);
    const token = stage.calls.find(({ name }) => name === 'ask')?.payload as { token: string };
    await expect(stage.engine.sendTaskSuccess({ taskToken: token.token, output: '1' })).rejects.toMatchObject(
      {
        name: 'TaskTimedOut',
      },
    );
    expect(stage.timers.next()).toBeUndefined();
  });

  it('lets a failed iteration stop the others and fail the Map', async () => {
    const stage = await openStage({
      f: (n: number) => (n === 2 ? fails('Broken')() : new Promise(() => {})),
    });
    const processor = { StartAt: 'T', States: { T: call('f') } };
    const played = await stage.play(
      await stage.start(
        machine({ M: { Type: 'Map', Items: [1, 2, 3], ItemProcessor: processor, End: true } }),
      ),
    );
    expect(played).toMatchObject({ path: ['M', 'T', 'T', 'T'], status: 'FAILED', error: 'Broken' });
    expect(
      played.events.slice(-7).map(({ type, ...rest }) => [type, rest.mapIterationFailedEventDetails?.index]),
    ).toEqual([
      ['MapIterationFailed', 1],
      ['TaskStateAborted', undefined],
      ['MapIterationAborted', undefined],
      ['TaskStateAborted', undefined],
      ['MapIterationAborted', undefined],
      ['MapStateFailed', undefined],
      ['ExecutionFailed', undefined],
    ]);
  });
});

describe('time limits', () => {
  const never = () => new Promise(() => {});

  it('end a task that takes too long, as States.Timeout with an empty cause when caught', async () => {
    const task = call('never', {
      TimeoutSeconds: 30,
      Catch: [{ ErrorEquals: ['States.Timeout'], Next: 'D' }],
    });
    const played = await rehearse(machine({ T: task, D: { Type: 'Succeed' } }), {}, { never });
    expect(played).toMatchObject({
      path: ['T', 'D'],
      output: { Error: 'States.Timeout', Cause: '' },
      seconds: 30,
    });
    const uncaught = await rehearse(
      machine({ T: call('never', { TimeoutSeconds: '{% 15 + 15 %}' }) }),
      {},
      { never },
    );
    expect(uncaught).toMatchObject({ status: 'FAILED', error: 'States.Timeout', seconds: 30 });
    expect(uncaught).not.toHaveProperty('cause');
  });

  it('are not met by States.TaskFailed, but by a retry for States.Timeout, each try with its whole time', async () => {
    const rules = [
      { ErrorEquals: ['States.TaskFailed'] },
      { ErrorEquals: ['States.Timeout'], MaxAttempts: 1, IntervalSeconds: 5 },
    ];
    const played = await rehearse(
      machine({ T: call('never', { TimeoutSeconds: 30, Retry: rules }) }),
      {},
      { never },
    );
    expect(played.calls).toHaveLength(2);
    expect(played.seconds).toBe(65);
  });

  it('ignore an answer that comes after the limit', async () => {
    const answers: ((value: string) => void)[] = [];
    const stage = await openStage({ late: () => new Promise((resolve) => answers.push(resolve)) });
    const task = call('late', {
      TimeoutSeconds: 30,
      Retry: [{ ErrorEquals: ['States.Timeout'], MaxAttempts: 1 }],
    });
    const arn = await stage.start(machine({ T: task }));
    await stage.quiet();
    stage.timers.advance(30_000);
    await stage.quiet();
    stage.timers.advance(1_000);
    await stage.quiet();
    answers[0]?.('of the first try');
    await stage.quiet();
    answers[1]?.('of the second try');
    expect(await stage.play(arn)).toMatchObject({ status: 'SUCCEEDED', output: 'of the second try' });
  });

  it('end a whole execution, wherever it is', async () => {
    const definition = machine({ Sleep: { Type: 'Wait', Seconds: 60, End: true } }, { TimeoutSeconds: 5 });
    const played = await rehearse(definition);
    expect(played).toMatchObject({ path: ['Sleep'], status: 'TIMED_OUT', seconds: 5 });
    expect(played).not.toHaveProperty('error');
    expect(played.events.at(-1)?.type).toBe('ExecutionTimedOut');
  });
});
