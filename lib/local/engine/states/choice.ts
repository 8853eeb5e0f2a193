import { StatesError } from '../errors.ts';
import type { StateOf } from '../machine.ts';
import { aBoolean, causeIn, evaluateAs } from '../template.ts';
import type { Outcome, Step } from './state.ts';

/** Takes the first rule whose condition is true; the state's own Output and Assign belong to Default only. */
export async function choose(step: Step, state: StateOf<'Choice'>): Promise<Outcome> {
  const bindings = step.bindings();
  for (const rule of state.rules) {
    if (await evaluateAs(rule.condition, aBoolean, bindings, step.place)) return { leaving: rule };
  }
  if (state.otherwise) return { leaving: state.otherwise };
  throw new StatesError(
    'States.NoChoiceMatched',
    causeIn(step.place, 'Failed to transition out of the state. The state does not point to a next state.'),
  );
}
