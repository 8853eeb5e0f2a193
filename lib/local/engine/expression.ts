import jsonata from 'jsonata';
import { type DialectProblem, dialectProblem } from './dialect.ts';
import { addFunctions } from './functions.ts';
import type { Json } from './json.ts';
import type { Timers } from './timers.ts';

/** One JSONata expression, parsed once when its machine is loaded. */
export type Expression = {
  /** As AWS quotes it: the text between the delimiters, trimmed. */
  readonly text: string;
  /** The place as AWS names it in causes: `Output`, `Output/result`, `Choices[1]/Condition`. */
  readonly field: string;
  evaluate(bindings: Bindings): Promise<unknown>;
};

/** The reserved `$states` and the variables in scope. There is no input document. */
export type Bindings = { readonly states: unknown; readonly [variable: string]: unknown };

/** What is wrong with an expression that can be seen without running it, with the code AWS gives it. */
export class ExpressionProblem extends Error {
  override readonly name = 'ExpressionProblem';
  readonly code: DialectProblem['code'];
  readonly field: string;

  constructor(code: ExpressionProblem['code'], message: string, field: string) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

/** Only a whole string is an expression: ` {% x %}` with a space before it is text. */
export function isExpression(text: string): boolean {
  return text.length >= 4 && text.startsWith('{%') && text.endsWith('%}');
}

/** A runaway expression fails its state instead of taking the host with it. */
const BOUNDS = { timeout: 5_000, stack: 10_000, sequence: 500_000 };

/** @throws {ExpressionProblem} when Step Functions would not take it. */
export function parseExpression(source: string, field: string, timers: Timers): Expression {
  const text = source.slice(2, -2).trim();
  let parsed: jsonata.Expression;
  try {
    parsed = jsonata(text, BOUNDS);
  } catch (error) {
    const { code, message } = error as jsonata.JsonataError;
    const problem = `The JSONata expression '${text}' cannot be parsed. ${code}: ${message}`;
    throw new ExpressionProblem('INVALID_JSONATA_EXPRESSION', problem, field);
  }
  const problem = dialectProblem(parsed.ast());
  if (problem) throw new ExpressionProblem(problem.code, problem.message, field);
  addFunctions(parsed, timers);
  return { text, field, evaluate: (bindings) => parsed.evaluate(undefined, bindings) };
}

/** A plain copy of what JSONata returned, without its sequence marks; undefined inside counts as absent. */
export function plain(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map((item) => plain(item === undefined ? null : item));
  if (typeof value === 'object' && !isFunction(value)) {
    const present = Object.entries(value).filter(([, item]) => item !== undefined);
    return Object.fromEntries(present.map(([key, item]) => [key, plain(item)]));
  }
  throw new UnsupportedResult();
}

/** A function, a regular expression or a number JSON cannot hold. */
export class UnsupportedResult extends Error {
  override readonly name = 'UnsupportedResult';
}

function isFunction(value: object): boolean {
  return Object.hasOwn(value, '_jsonata_lambda') || Object.hasOwn(value, '_jsonata_function');
}
