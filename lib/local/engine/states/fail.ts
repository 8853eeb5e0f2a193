import { StatesError } from '../errors.ts';
import type { StateOf } from '../machine.ts';
import { aString, evaluateAs } from '../template.ts';
import type { Step } from './state.ts';

/** Always throws: the error the author wrote, with the fields left out that were left out. */
export async function fail(step: Step, state: StateOf<'Fail'>): Promise<never> {
  const bindings = step.bindings();
  const error = state.error && (await evaluateAs(state.error, aString, bindings, step.place));
  const cause = state.cause && (await evaluateAs(state.cause, aString, bindings, step.place));
  throw new StatesError(error, cause);
}
