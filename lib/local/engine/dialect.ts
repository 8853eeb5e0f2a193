import type jsonata from 'jsonata';
import { isObject } from './json.ts';

export type DialectProblem = {
  readonly code: 'INVALID_JSONATA_EXPRESSION' | 'UNSUPPORTED_JSONATA_EXPRESSION';
  readonly message: string;
};

/**
 * What this parser takes and Step Functions does not: AWS runs JSONata 2.0.6, and gives it no input document.
 *
 * @see https://docs.aws.amazon.com/step-functions/latest/dg/transforming-data.html
 */
export function dialectProblem(ast: jsonata.ExprNode): DialectProblem | undefined {
  const operator = newerOperator(ast);
  if (operator) {
    const message = `The operator '${operator}' is newer than the JSONata of Step Functions`;
    return { code: 'INVALID_JSONATA_EXPRESSION', message };
  }
  const name = topLevelName(ast);
  if (name === undefined) return undefined;
  const message = `Reference to '${name}' at the top level is not supported.`;
  return { code: 'UNSUPPORTED_JSONATA_EXPRESSION', message };
}

type Node = Readonly<Record<string, unknown>>;

/** `??` and `?:` came with 2.1. The parser turns both into conditions that nobody can write. */
function newerOperator(node: unknown): string | undefined {
  if (Array.isArray(node)) return firstOf(node, newerOperator);
  if (!isObject(node)) return undefined;
  if (node.type === 'condition' && isObject(node.condition)) {
    const { procedure } = node.condition;
    // The $exists of `a ?? b` stands nowhere in the text, and both halves of `a ?: b` stand at one place.
    if (isObject(procedure) && procedure.value === 'exists' && procedure.position === undefined) return '??';
    if (JSON.stringify(node.condition) === JSON.stringify(node.then)) return '?:';
  }
  return firstOf(Object.values(node), newerOperator);
}

/** The first name that would be looked up in the input document. Inside later steps of a path names are fine. */
function topLevelName(node: unknown): string | undefined {
  if (Array.isArray(node)) return firstOf(node, topLevelName);
  if (!isObject(node)) return undefined;
  return node.type === 'name' ? String(node.value) : firstOf(sameContext(node), topLevelName);
}

/** The parts of a node that are evaluated against the same input as the node itself. */
function sameContext(node: Node): readonly unknown[] {
  switch (node.type) {
    case 'path':
      return (node.steps as readonly unknown[]).slice(0, 1);
    case 'binary':
    case 'apply':
    case 'bind':
    case 'unary':
      return [node.lhs, node.rhs, node.expression, node.expressions];
    case 'condition':
      return [node.condition, node.then, node.else];
    case 'block':
      return [node.expressions];
    case 'function':
    case 'partial':
      return [node.arguments];
    default:
      return [];
  }
}

function firstOf(nodes: readonly unknown[], find: (node: unknown) => string | undefined): string | undefined {
  for (const node of nodes) {
    const found = find(node);
    if (found !== undefined) return found;
  }
  return undefined;
}
