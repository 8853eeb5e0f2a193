import type { StateOf } from '../machine.ts';
import type { Outcome } from './state.ts';

/** Pass and Succeed: the input goes on, or what Output makes of it. */
export function pass(state: StateOf<'Pass' | 'Succeed'>): Outcome {
  return { leaving: state };
}
