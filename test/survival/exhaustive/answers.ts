import {
  type FunctionName,
  GATE_ERRORS,
  type Route,
  TRANSIENT,
} from '../../../lambda/define/machine-words.ts';
import type { Json } from '../../../lib/local/engine/json.ts';

/** Every next, at every function that answers with a route: those that are not for it have to end the run by name. */
const NEXTS = ['NEW', 'SKIPPED', 'GATE', 'PAUSE', 'THROTTLED', 'FINISH'] as const;

const route = (next: Route['next'], stage: string, reads: readonly number[] = []): Route => ({
  next,
  stage,
  // one number for every turn: what differs by a count alone is the same state
  turn: 1,
  reads,
  tokens: 1,
  seconds: 5,
  gate: {
    nth: 1,
    decideBy: '2026-11-30T04:00:00.000Z',
    executeBy: '2026-11-30T04:30:00.000Z',
    seconds: 600,
  },
});
const routes = (stages: readonly string[], start: string): readonly Route[] => [
  ...NEXTS.map((next) => route(next, start)),
  ...[[], [0], [0, 1]].map((reads) => route('READ', start, reads)),
  ...[...stages, 'NOWHERE'].map((stage) => route('STAGE', stage)),
];

const verdicts: readonly Json[] = [
  ...[[0], [0, 1]].map((writes) => ({ verdict: 'WRITE', writes })),
  ...['CLOSE', 'TURN', 'END'].map((verdict) => ({ verdict, writes: [] })),
];

/** What no function says: whoever has read a token may call back with it. */
export const LIES: readonly Json[] = [{}, 'WRITE', { verdict: 'WRITE' }, { verdict: 'write', writes: [0] }];

/** Everything a function can answer. */
export function answersOf(name: string, stages: readonly string[], start: string): readonly Json[] {
  const answers: { readonly [F in FunctionName]: readonly unknown[] } = {
    admit: routes(stages, start),
    turn: routes(stages, start),
    validate: routes(stages, start),
    read: [{ ok: true }],
    ask: [null],
    closeGate: verdicts,
    write: ['SUCCEEDED', 'FAILED', 'UNKNOWN', 'REFUSED'].map((outcome) => ({ outcome })),
    finish: ['DONE', 'REJECTED', 'SKIPPED', 'FAILED', 'EXPIRED', 'CANCELLED', 'RUNNING'].map((outcome) => ({
      outcome,
      code: outcome,
      message: 'as the record has it',
    })),
  };
  return answers[name as FunctionName] as readonly Json[];
}

/** What a gate may hear. */
export const CALLBACKS = verdicts;

/** Every error's name that a machine knows, and one that it does not; its timeout comes beside them. */
export const ERRORS = [
  ...TRANSIENT,
  ...GATE_ERRORS,
  'DependencyUnavailable',
  'ModelUnavailable',
  'TurnInFlight',
  'TransientToolError',
  'WriteInFlight',
  'TypeError',
];
