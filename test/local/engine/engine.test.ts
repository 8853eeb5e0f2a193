import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryJournal, openEngine, systemTimers } from '../../../lib/local/engine/engine.ts';
import { openFileJournal } from '../../../lib/local/engine/file-journal.ts';
import { virtualTimers } from '../../../lib/local/engine/virtual-timers.ts';
import { ask, call, MORNING, machine, openStage } from './rehearse.ts';

describe('what listeners hear', () => {
  it('is each event, and each change of status with the facts EventBridge has', async () => {
    const heard: unknown[] = [];
    const engine = await openEngine({
      journal: memoryJournal(),
      timers: virtualTimers(MORNING),
      invoke: async () => ({ done: true }),
      onStatusChange: (change) => heard.push(change),
      onEvent: (arn, { type }) => heard.push(`${arn.split(':').at(-1)} ${type}`),
    });
    const definition = JSON.stringify(machine({ T: call('f') }));
    const { stateMachineArn } = engine.createStateMachine({ name: 'm', definition });
    await engine.startExecution({ stateMachineArn, name: 'r', input: '{"a":1}' });
    await new Promise(setImmediate);
    const facts = {
      executionArn: 'arn:aws:states:us-east-1:000000000000:execution:m:r',
      stateMachineArn: 'arn:aws:states:us-east-1:000000000000:stateMachine:m',
      name: 'r',
      startDate: 1772442000000,
      input: '{"a":1}',
    };
    expect(heard).toEqual([
      { ...facts, status: 'RUNNING' },
      'r ExecutionStarted',
      'r TaskStateEntered',
      'r LambdaFunctionScheduled',
      'r LambdaFunctionStarted',
      'r LambdaFunctionSucceeded',
      'r TaskStateExited',
      'r ExecutionSucceeded',
      { ...facts, status: 'SUCCEEDED', stopDate: 1772442000000, output: '{"done":true}' },
    ]);
    await engine.close();
  });

  it('harms nobody when they throw', async () => {
    const engine = await openEngine({
      journal: memoryJournal(),
      timers: virtualTimers(MORNING),
      invoke: async () => 1,
      onEvent: () => {
        throw new Error('a listener of no use');
      },
    });
    const { stateMachineArn } = engine.createStateMachine({
      name: 'm',
      definition: JSON.stringify(machine({ T: call('f') })),
    });
    const { executionArn } = await engine.startExecution({ stateMachineArn });
    await new Promise(setImmediate);
    expect(await engine.describeExecution({ executionArn })).toMatchObject({ status: 'SUCCEEDED' });
    await engine.close();
  });
});

describe('close', () => {
  it('leaves no timer, refuses what comes, and what a function answers later is nobody’s business', async () => {
    let answer = (_: unknown) => {};
    const stage = await openStage({ f: () => new Promise((resolve) => (answer = resolve)) });
    await stage.start(machine({ T: call('f', { TimeoutSeconds: 60 }) }), {}, 'a');
    await stage.start(machine({ Sleep: { Type: 'Wait', Seconds: 60, End: true } }), {}, 'b');
    await stage.quiet();
    await stage.engine.close();
    expect(stage.timers.next()).toBeUndefined();
    answer('late');
    await new Promise(setImmediate);
    const executionArn = 'arn:aws:states:us-east-1:123456789012:execution:machine:a';
    await expect(stage.engine.describeExecution({ executionArn })).rejects.toMatchObject({
      name: 'EngineClosed',
    });
    expect(() =>
      stage.engine.createStateMachine({ name: 'x', definition: JSON.stringify(machine({ T: call('f') })) }),
    ).toThrow('the engine is closed');
  });
});

describe.skipIf(process.platform !== 'linux')('a journal that cannot be written', () => {
  it('is the answer to everything from then on, and no function is called on the strength of it', async () => {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'full-'));
    symlinkSync('/dev/full', path.join(directory, '0000000000000000.jsonl'));
    const stage = await openStage({ f: () => 1 }, { journal: await openFileJournal(directory) });
    const lost = { name: 'JournalWriteFailed' };
    await expect(stage.start(machine({ T: call('f') }))).rejects.toMatchObject(lost);
    await expect(stage.start(machine({ T: call('f') }), {}, 'another')).rejects.toMatchObject(lost);
    const executionArn = 'arn:aws:states:us-east-1:123456789012:execution:machine:run';
    await expect(stage.engine.describeExecution({ executionArn })).rejects.toMatchObject(lost);
    expect(stage.calls).toEqual([]);
    await stage.engine.close();
    rmSync(directory, { recursive: true });
  });
});

describe('the clock of the system', () => {
  it('wakes at the time, also at a time that has passed, unless it is taken back', async () => {
    const woken: string[] = [];
    systemTimers.at(systemTimers.now() - 1000, () => woken.push('past'));
    systemTimers.at(systemTimers.now() + 1000 * 2 ** 32, () => woken.push('far'))();
    const takeBack = systemTimers.at(systemTimers.now() + 1, () => woken.push('taken back'));
    takeBack();
    const before = systemTimers.now() + 5;
    const at = await new Promise<number>((resolve) =>
      systemTimers.at(before, () => resolve(systemTimers.now())),
    );
    expect(at).toBeGreaterThanOrEqual(before);
    expect(woken).toEqual(['past']);
  });

  it('does not take a sleep of months for no sleep at all', async () => {
    let woken = false;
    const takeBack = systemTimers.at(systemTimers.now() + 2 ** 32, () => {
      woken = true;
    });
    await new Promise((resolve) => systemTimers.at(systemTimers.now() + 5, () => resolve(undefined)));
    takeBack();
    expect(woken).toBe(false);
  });
});

describe('many executions at once', () => {
  it('each keep to themselves', async () => {
    const stage = await openStage({ ask: () => null });
    const definition = machine({
      Set: { Type: 'Pass', Assign: { mine: '{% $states.context.Execution.Name %}' }, Next: 'Ask' },
      Ask: ask({ Output: '{% [$mine, $states.result] %}' }),
    });
    const arns = await Promise.all(
      Array.from({ length: 100 }, (_, n) => stage.start(definition, n, `run-${n}`)),
    );
    await stage.quiet();
    await Promise.all(
      stage.calls.map(({ payload }, n) =>
        stage.engine.sendTaskSuccess({ taskToken: (payload as { token: string }).token, output: String(n) }),
      ),
    );
    for (const [n, executionArn] of arns.entries()) {
      const { output } = await stage.engine.describeExecution({ executionArn });
      expect(JSON.parse(output ?? '')).toEqual([`run-${n}`, n]);
    }
  });
});
