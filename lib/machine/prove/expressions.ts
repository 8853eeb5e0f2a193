import jsonata from 'jsonata';
import { type Fields, fieldsOf, listOf } from './graph.ts';

/** A node of a parsed expression; JSONata's own type is looser than what its parser returns. */
export type Ast = Fields & { readonly type: string };

export type Expression = {
  /** What stands between the delimiters. */
  readonly text: string;
  /** Why it may not stand in a machine. */
  readonly fault?: string;
  readonly ast?: Ast;
  /** Variables it reads, `states` apart. */
  readonly variables: readonly string[];
  /** What it reads of `$states`, as paths: ['result', 'Payload']. */
  readonly states: readonly (readonly string[])[];
};

/** The text between the delimiters; undefined: a literal. Step Functions reads it so: from the first to the last character. */
export const between = (value: string): string | undefined =>
  value.startsWith('{%') && value.endsWith('%}') && value.length >= 4 ? value.slice(2, -2).trim() : undefined;

export function readExpression(text: string): Expression {
  const reads: Reads = { variables: [], states: [] };
  let ast: Ast;
  try {
    ast = jsonata(text).ast() as unknown as Ast;
  } catch (error) {
    return { text, fault: `does not parse: ${(error as Error).message}`, ...reads };
  }
  const fault = walk(ast, reads);
  return { text, ast, ...reads, ...(fault ? { fault } : {}) };
}

type Reads = { readonly variables: string[]; readonly states: string[][] };

/**
 * What an expression is built of here: any engine can run these, and what they mean can be read off. No binding, lambda, filter,
 * group or transformation, so that a name means the same everywhere in it.
 */
const KINDS = [
  'path',
  'variable',
  'name',
  'string',
  'number',
  'value',
  'binary',
  'unary',
  'block',
  'condition',
  'function',
];
const PARTS = [
  'type',
  'value',
  'position',
  'steps',
  'lhs',
  'rhs',
  'expression',
  'expressions',
  'condition',
  'then',
  'else',
  'procedure',
  'arguments',
  'keepArray',
  'keepSingletonArray',
  'consarray',
];
/** JSONata's own functions without `eval`, and those that Step Functions adds. */
const FUNCTIONS =
  'sum count max min average string substring substringBefore substringAfter lowercase uppercase length trim pad match contains replace split join formatNumber formatBase formatInteger parseInteger number floor ceil round abs sqrt power boolean not map zip filter single reduce sift keys lookup append exists spread merge reverse each error assert type sort shuffle distinct encodeUrlComponent encodeUrl decodeUrlComponent decodeUrl base64encode base64decode toMillis fromMillis now millis clone partition range hash random uuid parse'.split(
    ' ',
  );

/** Collects what `ast` reads; answers with the first thing in it that may not be there. */
function walk(ast: Ast, reads: Reads): string | undefined {
  if (!KINDS.includes(ast.type)) return `is not a plain expression: it has a ${ast.type}`;
  const odd = Object.keys(ast).find((part) => !PARTS.includes(part));
  if (odd) return `is not a plain expression: it has a ${odd}`;
  if (ast.type === 'name') return `begins with the bare name "${ast.value}": there is no input document`;
  if (ast.type === 'path') return walkPath(listOf(ast.steps) as Ast[], reads);
  if (ast.type === 'variable') return readVariable(ast, [], reads);
  if (ast.type === 'function') {
    const called = fieldsOf(ast.procedure);
    if (called.type !== 'variable' || !FUNCTIONS.includes(String(called.value)))
      return `calls "${called.value}", which is not a function of Step Functions`;
    return walkAll(ast.arguments, reads);
  }
  const { lhs, rhs, expression, expressions, condition, then, else: otherwise } = ast;
  return walkAll([lhs, rhs, expression, expressions, condition, then, otherwise], reads);
}

/** A path is a variable, or what is in parentheses, and the names after it. */
function walkPath([first, ...rest]: Ast[], reads: Reads): string | undefined {
  if (!first) return undefined;
  const odd = [first, ...rest].flatMap((step) => Object.keys(step)).find((part) => !PARTS.includes(part));
  if (odd) return `is not a plain expression: it has a ${odd}`;
  const step = rest.find(({ type }) => type !== 'name');
  if (step) return `is not a plain path: it has a ${step.type}`;
  return first.type === 'variable' ? readVariable(first, rest, reads) : walk(first, reads);
}

function readVariable({ value }: Ast, rest: readonly Ast[], reads: Reads): string | undefined {
  const name = String(value);
  if (name === '' || name === '$') return 'reads the input document, and there is none';
  if (name === 'states') reads.states.push(rest.map((step) => String(step.value)));
  else reads.variables.push(name);
  return undefined;
}

/** Lists within lists too: the pairs of an object constructor are. */
function walkAll(parts: unknown, reads: Reads): string | undefined {
  for (const part of listOf(parts)) {
    if (part === undefined) continue;
    const fault = Array.isArray(part) ? walkAll(part, reads) : walk(part as Ast, reads);
    if (fault) return fault;
  }
  return undefined;
}

/** Whether `ast` can only be true when `$variable` is `word`: the equality itself, or a conjunction that contains it. */
export function requires(ast: Ast | undefined, variable: string, word: string): boolean {
  if (!ast) return false;
  const [lhs, rhs] = [ast.lhs, ast.rhs] as Ast[];
  const only = listOf(ast.expressions) as Ast[];
  if (ast.type === 'block') return only.length === 1 && requires(only[0], variable, word);
  if (ast.type !== 'binary' || !lhs || !rhs) return false;
  if (ast.value === 'and') return requires(lhs, variable, word) || requires(rhs, variable, word);
  const says = (a: Ast, b: Ast) =>
    a.type === 'variable' && a.value === variable && b.type === 'string' && b.value === word;
  return ast.value === '=' && (says(lhs, rhs) || says(rhs, lhs));
}
