import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryJournal } from '../../../lib/local/engine/engine.ts';
import { openFileJournal } from '../../../lib/local/engine/file-journal.ts';
import { detailsOf } from '../../../lib/local/engine/history.ts';
import { virtualTimers } from '../../../lib/local/engine/virtual-timers.ts';
import {
  ask,
  call,
  type Functions,
  MORNING,
  machine,
  openStage,
  type Played,
  type Stage,
} from './rehearse.ts';

const tokenIn = (payload: unknown) => (payload as { token: string }).token;

/** Every kind of waiting there is, and some steps between. */
const EVERYTHING = machine({
  First: call('first', { Assign: { chosen: '{% $states.result.chosen %}' }, Next: 'Sleep' }),
  Sleep: { Type: 'Wait', Seconds: 30, Next: 'Each' },
  Each: {
    Type: 'Map',
    Items: [1, 2, 3],
    MaxConcurrency: 2,
    ItemProcessor: {
      StartAt: 'Work',
      States: {
        Work: call('work', { Next: 'Rest', Retry: [{ ErrorEquals: ['Busy'], IntervalSeconds: 2 }] }),
        Rest: {
          Type: 'Wait',
          Seconds: '{% $states.input %}',
          Output: '{% $states.input * $chosen %}',
          End: true,
        },
      },
    },
    Next: 'Both',
  },
  Both: {
    Type: 'Parallel',
    Branches: [
      {
        StartAt: 'Quick',
        States: { Quick: { Type: 'Pass', Output: '{% $sum($states.input) %}', End: true } },
      },
      { StartAt: 'Ask', States: { Ask: ask({ TimeoutSeconds: 3600 }) } },
    ],
    Next: 'Last',
  },
  Last: call('last', { Next: 'Done' }),
  Done: { Type: 'Succeed' },
});

const RESULT = { last: [60, 'yes'] };

const functions = (): Functions => {
  const seen = new Set<number>();
  return {
    first: () => ({ chosen: 10 }),
    work(n: number) {
      // Busy once with the second item, as far as this life of the process knows.
      if (n === 2 && !seen.has(n)) {
        seen.add(n);
        throw Object.assign(new Error(''), { name: 'Busy' });
      }
      return n;
    },
    ask: () => 'asked',
    last: (input: unknown) => ({ last: input }),
  };
};

/** Plays to the end, and answers whenever somebody was asked. */
async function playAnswering(stage: Stage, executionArn: string, known?: string): Promise<Played> {
  const answered = new Set<string>();
  for (;;) {
    await stage.quiet();
    const handed = stage.calls.filter(({ name }) => name === 'ask').map(({ payload }) => tokenIn(payload));
    for (const taskToken of [...(known ? [known] : []), ...handed]) {
      if (answered.has(taskToken)) continue;
      answered.add(taskToken);
      await stage.engine
        .sendTaskSuccess({ taskToken, output: '"yes"' })
        .catch(() => answered.delete(taskToken));
    }
    await stage.quiet();
    if ((await stage.engine.describeExecution({ executionArn })).status !== 'RUNNING') break;
    if (!stage.timers.runNext()) break;
  }
  return stage.play(executionArn);
}

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(path.join(os.tmpdir(), 'restart-'));
});
afterAll(() => rm(scratch, { recursive: true }));

describe('a crash at any record of the journal', () => {
  it('changes neither the end nor the path, and repeats no call that had been recorded', async () => {
    const original = path.join(scratch, 'original');
    const timers = virtualTimers(MORNING);
    const stage = await openStage(functions(), { journal: await openFileJournal(original), timers });
    const arn = await stage.start(EVERYTHING);
    const whole = await playAnswering(stage, arn);
    await stage.engine.close();
    expect(whole).toMatchObject({ status: 'SUCCEEDED', output: RESULT });
    const [segment = ''] = readdirSync(original).filter((name) => name.endsWith('.jsonl'));
    const lines = readFileSync(path.join(original, segment), 'utf8').split(/(?<=\n)/);
    expect(lines.length).toBeGreaterThan(12);

    for (let kept = 3; kept <= lines.length; kept++) {
      // The crash comes after so many records and in the middle of the next one.
      const copy = path.join(scratch, `after-${kept}`);
      cpSync(original, copy, { recursive: true });
      const torn = (lines[kept] ?? '').slice(0, 40);
      writeFileSync(path.join(copy, segment), lines.slice(0, kept).join('') + torn);
      const records = lines.slice(0, kept).map((line) => JSON.parse(line.slice(9)));
      const events = records.flatMap((record) => record.events ?? []);
      const handed = events.find(({ type }) => type === 'TaskScheduled');
      const token = handed && JSON.parse(String(detailsOf(handed).parameters)).Payload.token;

      const again = await openStage(functions(), {
        journal: await openFileJournal(copy),
        timers: virtualTimers(events.at(-1)?.timestamp ?? MORNING),
      });
      const played = await playAnswering(again, arn, token);
      const told = `after ${kept} records`;
      expect(played.status, told).toBe('SUCCEEDED');
      expect(played.output, told).toEqual(RESULT);
      expect([...played.path].sort(), told).toEqual([...whole.path].sort());
      expect(
        played.events.map(({ id }) => id),
        told,
      ).toEqual(played.events.map((_, index) => index + 1));

      // What had been handed out stays what it was, and only what had no recorded answer is called again.
      for (const { payload } of again.calls.filter(({ name }) => name === 'ask')) {
        if (token) expect(tokenIn(payload), told).toBe(token);
      }
      const answered = events.filter(({ type }) => type === 'LambdaFunctionSucceeded').length;
      const succeeded = played.events.filter(({ type }) => type === 'LambdaFunctionSucceeded').length;
      expect(succeeded, told).toBe(5);
      const callsOfFirst = again.calls.filter(({ name }) => name === 'first').length;
      expect(callsOfFirst, told).toBe(answered > 0 ? 0 : 1);
      await again.engine.close();
    }
  });
});

describe('a crash in the middle of a long way without a wait', () => {
  it('goes on from the state it was about to enter', async () => {
    const items = Array.from({ length: 150 }, (_, n) => n);
    const processor = {
      StartAt: 'P',
      States: { P: { Type: 'Pass', Output: '{% $states.input + 1 %}', End: true } },
    };
    const lines: string[] = [];
    const stage = await openStage({}, { journal: memoryJournal(lines) });
    const arn = await stage.start(
      machine({ M: { Type: 'Map', Items: items, ItemProcessor: processor, End: true } }),
    );
    const whole = await stage.play(arn);
    expect(whole.output).toEqual(items.map((n) => n + 1));
    expect(lines.length).toBeGreaterThan(4);
    for (let kept = 3; kept <= lines.length; kept++) {
      const next = await afterCrash(lines.slice(0, kept));
      const played = await next.play(arn);
      expect(played.output, `after ${kept} records`).toEqual(whole.output);
      expect(played.events, `after ${kept} records`).toHaveLength(whole.events.length);
    }
  });
});

/** A process that dies: nothing is closed, and the next one has what was written. */
function afterCrash(lines: string[], more: { functions?: Functions; at?: number } = {}) {
  return openStage(more.functions ?? functions(), {
    journal: memoryJournal([...lines]),
    timers: virtualTimers(more.at ?? MORNING),
  });
}

describe('after a restart', () => {
  it('a token that was handed out still ends its task, and its function is not asked again', async () => {
    const lines: string[] = [];
    const stage = await openStage({ ask: () => null }, { journal: memoryJournal(lines) });
    const arn = await stage.start(machine({ Ask: ask({ Next: 'D' }), D: { Type: 'Succeed' } }));
    await stage.quiet();
    const taskToken = tokenIn(stage.calls[0]?.payload);
    const next = await afterCrash(lines);
    await next.quiet();
    await next.engine.sendTaskSuccess({ taskToken, output: '"yes"' });
    expect(await next.play(arn)).toMatchObject({ path: ['Ask', 'D'], status: 'SUCCEEDED', output: 'yes' });
    expect(next.calls).toEqual([]);
  });

  it('a call that was cut off is made again, the same in every byte', async () => {
    const lines: string[] = [];
    const stage = await openStage({ ask: () => new Promise(() => {}) }, { journal: memoryJournal(lines) });
    const arn = await stage.start(machine({ Ask: ask() }));
    await stage.quiet();
    const next = await afterCrash(lines);
    await next.quiet();
    expect(next.calls).toEqual(stage.calls);
    await next.engine.sendTaskSuccess({ taskToken: tokenIn(stage.calls[0]?.payload), output: '1' });
    expect(await next.play(arn)).toMatchObject({ status: 'SUCCEEDED', output: 1 });
  });

  it('a plain call has its whole time again, a callback keeps its deadline', async () => {
    const never = { f: () => new Promise(() => {}), ask: () => new Promise(() => {}) };
    for (const [state, seconds] of [
      [call('f', { TimeoutSeconds: 60 }), 60],
      [ask({ TimeoutSeconds: 60 }), 20],
    ] as const) {
      const lines: string[] = [];
      const stage = await openStage(never, { journal: memoryJournal(lines) });
      const arn = await stage.start(machine({ T: state }));
      await stage.quiet();
      const next = await afterCrash(lines, { functions: never, at: MORNING + 40_000 });
      expect(await next.play(arn)).toMatchObject({ status: 'FAILED', error: 'States.Timeout', seconds });
    }
  });

  it('a sleeper whose time came meanwhile wakes late rather than never', async () => {
    const lines: string[] = [];
    const stage = await openStage({}, { journal: memoryJournal(lines) });
    const arn = await stage.start(
      machine({ Sleep: { Type: 'Wait', Seconds: 60, Next: 'D' }, D: { Type: 'Succeed' } }),
    );
    await stage.quiet();
    const tomorrow = MORNING + 24 * 3600 * 1000;
    const next = await afterCrash(lines, { at: tomorrow });
    const played = await next.play(arn);
    expect(played).toMatchObject({ path: ['Sleep', 'D'], status: 'SUCCEEDED' });
    expect(played.events.at(-1)?.timestamp).toBe(tomorrow);
  });

  it('a retry waits for its time, and its count goes on', async () => {
    const lines: string[] = [];
    const busy = { f: () => Promise.reject(Object.assign(new Error(''), { name: 'Busy' })) };
    const retry = [{ ErrorEquals: ['Busy'], IntervalSeconds: 100, MaxAttempts: 1 }];
    const stage = await openStage(busy, { journal: memoryJournal(lines) });
    const arn = await stage.start(machine({ T: call('f', { Retry: retry }) }));
    await stage.quiet();
    const next = await afterCrash(lines, { functions: busy, at: MORNING + 10_000 });
    expect(await next.play(arn)).toMatchObject({ status: 'FAILED', error: 'Busy', seconds: 90 });
    expect(next.calls).toHaveLength(1);
  });

  it('an execution follows the text it began with, a new one the new text', async () => {
    const lines: string[] = [];
    const text = (output: string) =>
      machine({ Ask: ask({ Next: 'P' }), P: { Type: 'Pass', Output: output, End: true } });
    const stage = await openStage({ ask: () => null }, { journal: memoryJournal(lines) });
    const old = await stage.start(text('old'), {}, 'old');
    await stage.start(text('new'), {}, 'new');
    await stage.quiet();
    const next = await afterCrash(lines);
    const [first, second] = stage.calls.map(({ payload }) => tokenIn(payload));
    await next.engine.sendTaskSuccess({ taskToken: first ?? '', output: '1' });
    await next.engine.sendTaskSuccess({ taskToken: second ?? '', output: '1' });
    expect((await next.play(old)).output).toBe('old');
    expect((await next.play(old.replace(/old$/, 'new'))).output).toBe('new');
  });

  it('what has ended is still told, its history too, and its name stays taken', async () => {
    const lines: string[] = [];
    const stage = await openStage({}, { journal: memoryJournal(lines) });
    const definition = machine({ P: { Type: 'Pass', Output: { a: 1 }, End: true } });
    const arn = await stage.start(definition, { in: 1 });
    const before = await stage.play(arn);
    const next = await afterCrash(lines);
    expect(await next.play(arn)).toEqual(before);
    expect(await next.engine.describeExecution({ executionArn: arn })).toMatchObject({ input: '{"in":1}' });
    await expect(next.start(definition, { in: 1 })).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
  });
});

describe('over many checkpoints', () => {
  it('parked executions go on, ended ones are told, and starting up reads little', async () => {
    const directory = path.join(scratch, 'long');
    const stage = await openStage({ ask: () => null }, { journal: await openFileJournal(directory) });
    const parked = await stage.start(
      machine({ Ask: ask({ Next: 'D' }), D: { Type: 'Succeed' } }),
      { keep: 'me' },
      'parked',
    );
    await stage.quiet();
    const definition = JSON.stringify(machine({ P: { Type: 'Pass', End: true } }));
    const { stateMachineArn } = stage.engine.createStateMachine({ name: 'large', definition });
    const input = JSON.stringify('x'.repeat(200_000));
    for (let n = 0; n < 100; n++)
      await stage.engine.startExecution({ stateMachineArn, name: `e${n}`, input });
    await stage.engine.close();
    const segments = readdirSync(directory).filter((name) => name.endsWith('.jsonl'));
    expect(segments.length).toBeGreaterThan(1);

    const next = await openStage({}, { journal: await openFileJournal(directory) });
    const listed = await next.engine.listExecutions({ stateMachineArn });
    expect(listed.map(({ name }) => name)).toEqual(Array.from({ length: 100 }, (_, n) => `e${99 - n}`));
    const first = await next.engine.describeExecution({ executionArn: listed.at(-1)?.executionArn ?? '' });
    expect(first.input).toBe(input);
    await next.engine.sendTaskSuccess({ taskToken: tokenIn(stage.calls[0]?.payload), output: '"yes"' });
    const played = await next.play(parked);
    expect(played).toMatchObject({ path: ['Ask', 'D'], status: 'SUCCEEDED', output: 'yes' });
    expect(played.events[0]).toMatchObject({ executionStartedEventDetails: { input: '{"keep":"me"}' } });
    await next.engine.close();
  });
});
