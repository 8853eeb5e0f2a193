import type { StateOf } from '../machine.ts';
import type { Outcome, Step } from './state.ts';

/** Pass and Succeed: the input goes on, or what Output makes of it. */
export function pass(step: Step, state: StateOf<'Pass' | 'Succeed'>): Outcome {
  return { done: state, result: step.thread.input, hasResult: false };
}
