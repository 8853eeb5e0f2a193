import { ToolError } from './tool-error.ts';

/** What has to hold between a value and the fact it is made from, in words the model is told when it does not. */
export type Rule<V, F> = { readonly rule: string; readonly holds: (value: V, fact: F) => boolean };

/**
 * Checks a value against the fact it is made from.
 *
 * @throws {ToolError} CONTRADICTS_FACT, naming the first rule that is broken
 */
export function checkAgainst<V, F>(value: V, fact: F, rules: readonly Rule<V, F>[], field: string): void {
  const broken = rules.find(({ holds }) => !holds(value, fact));
  if (broken) throw new ToolError('parameter', 'CONTRADICTS_FACT', broken.rule, field);
}
