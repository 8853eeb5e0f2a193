import jsep, { type Expression } from 'jsep';
import { ToolError } from '../../define/tool-error.ts';

const CONSTANTS: { readonly [name: string]: number } = { pi: Math.PI, e: Math.E };
const FUNCTIONS: { readonly [name: string]: (...numbers: number[]) => number } = {
  abs: Math.abs,
  ceil: Math.ceil,
  floor: Math.floor,
  max: Math.max,
  min: Math.min,
  round: Math.round,
  sqrt: Math.sqrt,
};
const BINARY: { readonly [operator: string]: (a: number, b: number) => number } = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '**': (a, b) => a ** b,
};

/**
 * Works out an arithmetic expression, to 15 significant digits. The text is parsed and its tree walked: numbers and the
 * operations listed here are all there is, nothing of it is ever run as code.
 *
 * @throws {ToolError} NOT_ARITHMETIC, NO_NUMBER, INEXACT
 */
export function evaluate(expression: string): number {
  const value = compute(parsed(expression));
  if (!Number.isFinite(value))
    throw new ToolError('parameter', 'NO_NUMBER', `"${expression}" has no finite value`, 'expression');
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new ToolError(
      'parameter',
      'INEXACT',
      'the value has more digits than can be kept exactly',
      'expression',
    );
  return Number(value.toPrecision(15));
}

function parsed(expression: string): Expression {
  try {
    return jsep(expression);
  } catch (error) {
    throw refuse((error as Error).message);
  }
}

function compute(node: Expression): number {
  switch (node.type) {
    case 'Literal':
      if (typeof node.value === 'number') return node.value;
      throw refuse(`${JSON.stringify(node.value)} is not a number`);
    case 'Identifier':
      return named(CONSTANTS, node.name);
    case 'UnaryExpression':
      if (node.operator === '-') return -compute(node.argument as Expression);
      if (node.operator === '+') return compute(node.argument as Expression);
      throw refuse(`${node.operator} is not known`);
    case 'BinaryExpression': {
      const left = node.left as Expression;
      // The tree no longer tells -2 ** 2 from (-2) ** 2, and readers do not agree on the first.
      if (node.operator === '**' && left.type === 'UnaryExpression')
        throw refuse('a sign before a base is ambiguous: take the power first, then the sign in parentheses');
      return named(BINARY, node.operator)(compute(left), compute(node.right as Expression));
    }
    case 'CallExpression': {
      const { type, name } = node.callee as Expression;
      if (type !== 'Identifier') throw refuse('only the listed functions can be called');
      return named(FUNCTIONS, name)(...(node.arguments as Expression[]).map(compute));
    }
    default:
      throw refuse(`${node.type} is not arithmetic`);
  }
}

/** Own members alone: "constructor" is no function of ours. */
function named<T>(known: { readonly [name: string]: T }, name: unknown): T {
  const found = Object.hasOwn(known, String(name)) ? known[String(name)] : undefined;
  if (found === undefined)
    throw refuse(`${String(name)} is not known; there are ${Object.keys(known).join(', ')}`);
  return found;
}

const refuse = (message: string) =>
  new ToolError('parameter', 'NOT_ARITHMETIC', message.slice(0, 200), 'expression');
