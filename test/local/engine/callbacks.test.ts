import { describe, expect, it } from 'vitest';
import { ask, machine, openStage, type Stage } from './rehearse.ts';

const tokenOf = ({ calls }: Stage, index = -1) => {
  const received = calls.filter(({ name }) => name === 'ask').at(index)?.payload as
    | { token: string }
    | undefined;
  return received?.token ?? 'no token was handed out';
};

async function parked(more: Readonly<Record<string, unknown>> = {}, asks: () => unknown = () => 'asked') {
  const stage = await openStage({ ask: asks });
  const arn = await stage.start(machine({ Ask: ask({ Next: 'D', ...more }), D: { Type: 'Succeed' } }));
  await stage.quiet();
  return { stage, arn, send: stage.engine };
}

describe('a task with a token', () => {
  it('waits after its function has returned, and ends with the output that is sent', async () => {
    const { stage, arn, send } = await parked();
    expect((await send.getExecutionHistory({ executionArn: arn })).map(({ type }) => type)).toEqual([
      'ExecutionStarted',
      'TaskStateEntered',
      'TaskScheduled',
      'TaskStarted',
      'TaskSubmitted',
    ]);
    await send.sendTaskSuccess({ taskToken: tokenOf(stage), output: '{"yes": true}' });
    expect(await stage.play(arn)).toMatchObject({
      path: ['Ask', 'D'],
      status: 'SUCCEEDED',
      output: { yes: true },
    });
  });

  it('fails with what is sent, with nulls in place of what is not', async () => {
    const first = await parked();
    await first.send.sendTaskFailure({ taskToken: tokenOf(first.stage), error: 'No', cause: 'never' });
    expect(await first.stage.play(first.arn)).toMatchObject({
      status: 'FAILED',
      error: 'No',
      cause: 'never',
    });
    const second = await parked({ Catch: [{ ErrorEquals: ['States.ALL'], Next: 'D' }] });
    await second.send.sendTaskFailure({ taskToken: tokenOf(second.stage) });
    expect(await second.stage.play(second.arn)).toMatchObject({
      status: 'SUCCEEDED',
      output: { Error: null, Cause: null },
    });
  });

  it('can be ended before its function has returned', async () => {
    let finish = (_: unknown) => {};
    const { stage, arn, send } = await parked({}, () => new Promise((resolve) => (finish = resolve)));
    await send.sendTaskSuccess({ taskToken: tokenOf(stage), output: '1' });
    finish('too late to matter');
    expect(await stage.play(arn)).toMatchObject({ path: ['Ask', 'D'], status: 'SUCCEEDED', output: 1 });
  });

  it('fails at once when its function throws', async () => {
    const { stage, arn } = await parked({}, () => {
      throw Object.assign(new Error('no mail today'), { name: 'MailDown' });
    });
    expect(await stage.play(arn)).toMatchObject({ path: ['Ask'], status: 'FAILED', error: 'MailDown' });
  });

  it('answers to its own token once, and tells a closed token from one that never was', async () => {
    const { stage, send } = await parked();
    const token = tokenOf(stage);
    const closed = {
      name: 'TaskTimedOut',
      message: "Task Timed Out: 'Provided task does not exist anymore'",
    };
    const unknown = { name: 'InvalidToken', message: "Invalid Token: 'Invalid token'" };
    await send.sendTaskSuccess({ taskToken: token, output: '1' });
    await expect(send.sendTaskSuccess({ taskToken: token, output: '1' })).rejects.toMatchObject(closed);
    await expect(send.sendTaskFailure({ taskToken: token })).rejects.toMatchObject(closed);
    await expect(send.sendTaskHeartbeat({ taskToken: token })).rejects.toMatchObject(closed);
    for (const made of ['', 'x', `${token}x`, Buffer.from('["arn",0,3,"guess"]').toString('base64url')]) {
      await expect(send.sendTaskHeartbeat({ taskToken: made }), made).rejects.toMatchObject({
        name: expect.stringMatching(/^(InvalidToken|TaskTimedOut)$/),
      });
    }
    await expect(send.sendTaskHeartbeat({ taskToken: 'NoSuchTaskToken' })).rejects.toMatchObject(unknown);
  });

  it('decides a race of two senders for exactly one', async () => {
    const { stage, arn, send } = await parked();
    const taskToken = tokenOf(stage);
    const sent = await Promise.allSettled([
      send.sendTaskSuccess({ taskToken, output: '"yes"' }),
      send.sendTaskFailure({ taskToken, error: 'No' }),
      send.sendTaskSuccess({ taskToken, output: '"again"' }),
    ]);
    expect(sent.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await stage.play(arn)).toMatchObject({ status: 'SUCCEEDED', output: 'yes' });
  });

  it('refuses an output that is not JSON or too large, and goes on waiting', async () => {
    const { stage, arn, send } = await parked();
    const taskToken = tokenOf(stage);
    const large = JSON.stringify('x'.repeat(262_143));
    for (const output of ['', 'yes', '{', large]) {
      await expect(send.sendTaskSuccess({ taskToken, output })).rejects.toMatchObject({
        name: 'InvalidOutput',
      });
    }
    await send.sendTaskSuccess({ taskToken, output: large.replace('x', '') });
    expect(await stage.play(arn)).toMatchObject({ status: 'SUCCEEDED' });
  });

  it('gives a retried task a new token, and the old one is closed', async () => {
    let calls = 0;
    const { stage, arn, send } = await parked(
      { Retry: [{ ErrorEquals: ['MailDown'], IntervalSeconds: 1 }] },
      () => {
        if (++calls === 1) throw Object.assign(new Error(''), { name: 'MailDown' });
        return null;
      },
    );
    stage.timers.advance(1000);
    await stage.quiet();
    expect(tokenOf(stage, 0)).not.toBe(tokenOf(stage, 1));
    await expect(send.sendTaskSuccess({ taskToken: tokenOf(stage, 0), output: '1' })).rejects.toMatchObject({
      name: 'TaskTimedOut',
    });
    await send.sendTaskSuccess({ taskToken: tokenOf(stage, 1), output: '2' });
    expect(await stage.play(arn)).toMatchObject({ path: ['Ask', 'D'], output: 2 });
  });

  it('lives from heartbeat to heartbeat', async () => {
    const { stage, arn, send } = await parked({ HeartbeatSeconds: 60, TimeoutSeconds: 600 });
    for (let beat = 0; beat < 5; beat++) {
      stage.timers.advance(50_000);
      await send.sendTaskHeartbeat({ taskToken: tokenOf(stage) });
    }
    const played = await stage.play(arn);
    expect(played).toMatchObject({ path: ['Ask'], status: 'FAILED', error: 'States.Timeout', seconds: 60 });
    expect(played.events.at(-2)).toMatchObject({ type: 'TaskTimedOut', timestamp: 1772442000000 + 310_000 });
  });

  it('counts a heartbeat that comes before its function has returned', async () => {
    let finish = (_: unknown) => {};
    const { stage, arn, send } = await parked(
      { HeartbeatSeconds: 60 },
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    stage.timers.advance(50_000);
    await send.sendTaskHeartbeat({ taskToken: tokenOf(stage) });
    finish(null);
    await stage.quiet();
    expect(await stage.play(arn)).toMatchObject({ status: 'FAILED', error: 'States.Timeout', seconds: 60 });
  });

  it('ends at its time limit however often its heart beats', async () => {
    const { stage, arn, send } = await parked({ HeartbeatSeconds: 60, TimeoutSeconds: 100 });
    stage.timers.advance(50_000);
    await send.sendTaskHeartbeat({ taskToken: tokenOf(stage) });
    expect(await stage.play(arn)).toMatchObject({ status: 'FAILED', error: 'States.Timeout', seconds: 50 });
  });
});

describe('StopExecution', () => {
  it('ends what waits, closes its token, and leaves no timer', async () => {
    const { stage, arn, send } = await parked({ TimeoutSeconds: 600 });
    await send.stopExecution({ executionArn: arn, error: 'Stopped', cause: 'by hand' });
    expect(await stage.play(arn)).toMatchObject({
      path: ['Ask'],
      status: 'ABORTED',
      error: 'Stopped',
      cause: 'by hand',
    });
    await expect(send.sendTaskSuccess({ taskToken: tokenOf(stage), output: '1' })).rejects.toMatchObject({
      name: 'TaskTimedOut',
    });
    expect(stage.timers.next()).toBeUndefined();
    await send.stopExecution({ executionArn: arn, error: 'Again' });
    expect(await stage.play(arn)).toMatchObject({ status: 'ABORTED', error: 'Stopped' });
  });
});
