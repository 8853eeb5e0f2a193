import { describe, expect, it } from 'vitest';
import { call, machine, rehearse } from './rehearse.ts';

/** JSON text of exactly so many bytes. */
const textOf = (bytes: number) => 'x'.repeat(bytes - 2);
const LIMIT = 262_144;

describe('the payload limit', () => {
  it('fails a state whose output is too large, past every Catch around it', async () => {
    const pass = (bytes: number) =>
      machine({ P: { Type: 'Pass', Output: `{% "${textOf(bytes)}" %}`, End: true } });
    expect((await rehearse(pass(LIMIT))).status).toBe('SUCCEEDED');
    expect(await rehearse(pass(LIMIT + 1))).toMatchObject({
      status: 'FAILED',
      error: 'States.DataLimitExceeded',
      cause:
        "The state/task 'P' returned a result with a size exceeding the maximum number of bytes service limit.",
    });
    const inner = { StartAt: 'Big', States: { Big: { Type: 'Pass', Output: textOf(LIMIT + 1), End: true } } };
    const caught = [{ ErrorEquals: ['States.ALL'], Next: 'D' }];
    const parallel = { Type: 'Parallel', Branches: [inner], Catch: caught, End: true };
    expect(await rehearse(machine({ P: parallel, D: { Type: 'Succeed' } }))).toMatchObject({
      path: ['P', 'Big'],
      status: 'FAILED',
      error: 'States.DataLimitExceeded',
    });
  });

  it('counts bytes, not characters', async () => {
    const played = await rehearse(machine({ P: { Type: 'Pass', Output: '天'.repeat(90_000), End: true } }));
    expect(played.error).toBe('States.DataLimitExceeded');
  });

  it('fails a task whose result is too large in a way that can be caught', async () => {
    const task = call('big', { Catch: [{ ErrorEquals: ['States.ALL'], Next: 'D' }] });
    const played = await rehearse(
      machine({ T: task, D: { Type: 'Succeed' } }),
      {},
      { big: () => textOf(LIMIT + 1) },
    );
    expect(played).toMatchObject({
      path: ['T', 'D'],
      status: 'SUCCEEDED',
      output: { Error: 'States.DataLimitExceeded' },
    });
  });
});

describe('the history limit', () => {
  it('ends a machine that goes round for ever with its 25,000th event', async () => {
    const spin = { Type: 'Choice', Choices: [{ Condition: '{% true %}', Next: 'Spin' }], Default: 'D' };
    const played = await rehearse(machine({ Spin: spin, D: { Type: 'Succeed' } }));
    expect(played).toMatchObject({
      status: 'FAILED',
      error: 'States.Runtime',
      cause: 'The execution reached the maximum number of history events (25000).',
    });
    expect(played.events).toHaveLength(25_000);
    expect(played.events.at(-1)).toMatchObject({ id: 25_000, type: 'ExecutionFailed' });
  });
});
