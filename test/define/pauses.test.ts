import { describe, expect, it } from 'vitest';
import { modelFailed, slow, stagnant } from '../../lambda/define/pauses.ts';
import type { CallView, RunView } from '../../lambda/define/run-view.ts';

const call = (turn: number, more: Partial<CallView> = {}): CallView => ({
  turn,
  index: 0,
  tool: 'read_file',
  args: { path: 'a.ts' },
  result: { ok: true, data: { text: 'same' }, key: 'k' },
  ...more,
});

/** A run of one visit whose turns made these calls. */
const view = (calls: readonly CallView[], more: Partial<RunView> = {}): RunView => ({
  run: { run: 'r', workflow: 'w', businessDate: '2026-11-30', startedAt: '2026-11-30T00:00:00.000Z' },
  input: {},
  stage: 'DECIDING',
  visits: { DECIDING: 1 },
  turns: [...new Set(calls.map(({ turn }) => turn))].map((turn) => ({
    turn,
    visit: 1,
    stage: 'DECIDING',
    text: '',
    calls: calls.filter((one) => one.turn === turn),
  })),
  output: undefined,
  outputs: {},
  text: '',
  calls,
  facts: [],
  reviews: [],
  failures: 0,
  ...more,
});
const five = [1, 2, 3, 4, 5].map((turn) => call(turn));

describe('stagnation', () => {
  it('is five calls the same in tool, arguments and result, and says what was repeated', () => {
    expect(stagnant(5)(view(five))).toEqual({
      code: 'STAGNATION',
      message: 'read_file was called 5 times with {"path":"a.ts"} and answered the same',
    });
  });

  it('is not four of them, nor five of which one asked or answered otherwise, nor an unanswered fifth', () => {
    const other = call(5, { result: { ok: true, data: { text: 'other' }, key: 'k' } });
    const asked = call(5, { args: { path: 'b.ts' } });
    const { result: _, ...open } = call(5);
    for (const last of [other, asked, open]) {
      expect(stagnant(5)(view([...five.slice(0, 4), last]))).toBeUndefined();
    }
    expect(stagnant(5)(view(five.slice(1)))).toBeUndefined();
  });

  it('is counted anew once a person has looked', () => {
    const looked = { reviews: [{ turn: 5 }] };
    expect(stagnant(5)(view([...five, call(6)], looked))).toBeUndefined();
    const more = [6, 7, 8, 9, 10].map((turn) => call(turn));
    expect(stagnant(5)(view([...five, ...more], looked))).toMatchObject({ code: 'STAGNATION' });
  });
});

describe('a slow stage', () => {
  it('is one whose tools took longer than allowed in one visit, side by side counted once', () => {
    const calls = [call(1, { seconds: 12 }), call(1, { index: 1, seconds: 20 }), call(2, { seconds: 11 })];
    expect(slow({ seconds: 30 })(view(calls))).toEqual({
      code: 'SLOW_STAGE',
      message: 'the tools of DECIDING took 31 s, at most 30 are allowed',
    });
    expect(slow({ seconds: 31 })(view(calls))).toBeUndefined();
  });

  it('is not slow for what an earlier visit took, or a person has seen', () => {
    const calls = [call(1, { seconds: 40 }), call(2, { seconds: 1 })];
    const { turns } = view(calls);
    const later = turns.map((turn) => ({ ...turn, visit: turn.turn }));
    expect(slow({ seconds: 30 })(view(calls, { turns: later }))).toBeUndefined();
    expect(slow({ seconds: 30 })(view(calls, { reviews: [{ turn: 1 }] }))).toBeUndefined();
  });
});

it('a model that fails three times in a row is told of', () => {
  expect(modelFailed(3)(view([], { failures: 2 }))).toBeUndefined();
  expect(modelFailed(3)(view([], { failures: 3 }))).toEqual({
    code: 'MODEL_FAILED',
    message: 'the model failed to answer 3 times',
  });
});
