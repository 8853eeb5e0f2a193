import { QueryEvaluationError } from './errors.ts';
import {
  type Bindings,
  type Expression,
  isExpression,
  parseExpression,
  plain,
  UnsupportedResult,
} from './expression.ts';
import { isObject, type Json, typeName } from './json.ts';
import type { Timers } from './timers.ts';

/**
 * A field's value with its expressions parsed: a constant, one expression, or a tree that holds some.
 *
 * Keys are never expressions.
 */
export type Template =
  | { readonly constant: Json }
  | { readonly expression: Expression }
  | { readonly items: readonly Template[] }
  | { readonly entries: readonly (readonly [string, Template])[] };

/** @throws {ExpressionProblem} for the first expression that is wrong. */
export function parseTemplate(value: unknown, field: string, timers: Timers): Template {
  if (typeof value === 'string' && isExpression(value)) {
    return { expression: parseExpression(value, field, timers) };
  }
  if (Array.isArray(value)) {
    const items = value.map((item, index) => parseTemplate(item, `${field}[${index}]`, timers));
    return items.every((item) => 'constant' in item) ? { constant: value } : { items };
  }
  if (isObject(value)) {
    const entries = Object.entries(value).map(
      ([key, item]) => [key, parseTemplate(item, `${field}/${key}`, timers)] as const,
    );
    return entries.every(([, item]) => 'constant' in item) ? { constant: value as Json } : { entries };
  }
  return { constant: value as Json };
}

/** How causes begin: the state and the event that entered it. */
export type Place = { readonly state: string; readonly enteredEvent: number };

export function causeIn(place: Place, problem: string): string {
  return `An error occurred while executing the state '${place.state}' (entered at the event id #${place.enteredEvent}). ${problem}`;
}

/** @throws {QueryEvaluationError} when an expression fails or gives nothing. */
export async function evaluate(template: Template, bindings: Bindings, place: Place): Promise<Json> {
  if ('constant' in template) return template.constant;
  if ('expression' in template) return evaluateExpression(template.expression, bindings, place);
  if ('items' in template) {
    const items: Json[] = [];
    for (const item of template.items) items.push(await evaluate(item, bindings, place));
    return items;
  }
  const entries: [string, Json][] = [];
  for (const [key, item] of template.entries) entries.push([key, await evaluate(item, bindings, place)]);
  return Object.fromEntries(entries);
}

async function evaluateExpression(expression: Expression, bindings: Bindings, place: Place): Promise<Json> {
  const fault = (ending: string) => evaluationFault(expression, place, ending);
  let value: unknown;
  try {
    value = await expression.evaluate(bindings);
  } catch (error) {
    throw fault(`threw an error during evaluation${thrown(error as { code?: string; message?: string })}`);
  }
  if (value === undefined) throw fault('returned nothing (undefined).');
  try {
    return plain(value);
  } catch (error) {
    if (error instanceof UnsupportedResult) throw fault('returned an unsupported result type.');
    throw error;
  }
}

/** JSONata's own code for a bound that AWS has too, and the words AWS has for it. */
const TOO_LONG_A_SEQUENCE = 'D2015';

function thrown({ code, message }: { code?: string; message?: string }): string {
  if (code === TOO_LONG_A_SEQUENCE) {
    return ': Expression evaluation memory limit exceeded: Check for excessive memory usage';
  }
  return code ? `. ${code}: ${message}` : `: ${message}`;
}

function evaluationFault(
  { text, field }: Pick<Expression, 'text' | 'field'>,
  place: Place,
  ending: string,
): QueryEvaluationError {
  const problem = `The JSONata expression '${text}' specified for the field '${field}' ${ending}`;
  return new QueryEvaluationError(causeIn(place, problem), field);
}

/** The value of a field that must be of one type. @throws {QueryEvaluationError} naming both types. */
export async function evaluateAs<Wanted extends Json>(
  template: Template,
  wanted: { readonly type: string; readonly is: (value: Json) => value is Wanted },
  bindings: Bindings,
  place: Place,
): Promise<Wanted> {
  const value = await evaluate(template, bindings, place);
  if (wanted.is(value)) return value;
  const ending =
    'returned an unexpected result type. ' +
    `Expected '${wanted.type}', but was '${typeName(value)}' for value: ${JSON.stringify(value)}`;
  const { text, field } =
    'expression' in template ? template.expression : { text: JSON.stringify(value), field: '' };
  throw evaluationFault({ text, field }, place, ending);
}

export const anArray = { type: 'array', is: (value: Json): value is readonly Json[] => Array.isArray(value) };
export const aBoolean = {
  type: 'boolean',
  is: (value: Json): value is boolean => typeof value === 'boolean',
};
export const aNumber = { type: 'number', is: (value: Json): value is number => typeof value === 'number' };
export const aString = { type: 'string', is: (value: Json): value is string => typeof value === 'string' };
