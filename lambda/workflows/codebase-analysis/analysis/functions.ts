import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';
import { isFunction, type Source } from './source.ts';

export type FunctionFound = { readonly name: string; readonly line: number; readonly complexity: number };

/** Every function of a file with its cyclomatic complexity; one within another counts for itself alone. */
export function functionsOf(source: Source): FunctionFound[] {
  const found: { name: string; line: number; complexity: number }[] = [];
  const open: { name: string; line: number; complexity: number }[] = [];
  source.tree.iterate({
    enter(ref) {
      if (isFunction(source, ref.node)) {
        const one = { name: nameOf(source, ref.node), line: source.lineOf(ref.node), complexity: 1 };
        open.push(one);
        found.push(one);
      } else if (isBranch(source, ref)) {
        const [inner] = open.slice(-1);
        if (inner) inner.complexity += 1;
      }
    },
    leave(ref) {
      if (isFunction(source, ref.node)) open.pop();
    },
  });
  return found;
}

function isBranch({ grammar, textOf }: Source, { name, node }: SyntaxNodeRef): boolean {
  if (grammar.branches.includes(name)) return true;
  // A comprehension's own condition; other ifs are statements or expressions of their own.
  if (name === 'if') return /Comprehension/.test(node.parent?.name ?? '');
  const isOperator = name === 'LogicOp' || name === 'and' || name === 'or';
  return isOperator && grammar.shortCircuits.includes(textOf(node));
}

const NAMES = ['VariableDefinition', 'PropertyDefinition', 'PrivatePropertyDefinition'];

/** The function's own name, or that of what it is given to. */
function nameOf({ textOf }: Source, node: SyntaxNode): string {
  if (node.name === 'FunctionDefinition') return textOf(node.getChild('VariableName') ?? node);
  const own =
    node.name === 'ArrowFunction' ? undefined : NAMES.map((name) => node.getChild(name)).find((n) => n);
  if (own) return textOf(own);
  for (let before = node.prevSibling; before; before = before.prevSibling) {
    if (NAMES.includes(before.name) || before.name === 'VariableName') return textOf(before);
    if (!['Equals', 'AssignOp', ':', 'TypeAnnotation', 'TypeDef'].includes(before.name)) break;
  }
  return '(anonymous)';
}
