import type { SyntaxNode } from '@lezer/common';
import { childrenOf, loopsAround, type Source } from './source.ts';

/** A node as a rule looks at it. */
export type Site = {
  readonly source: Source;
  readonly node: SyntaxNode;
  readonly text: string;
};

/** What is called, without spaces: "child_process.exec"; undefined where nothing is. */
export function calleeOf({ source, node }: Site): string | undefined {
  if (node.name !== 'CallExpression' && node.name !== 'NewExpression') return undefined;
  const callee = childrenOf(node).find(({ name }) => name !== 'new');
  return callee && source.textOf(callee).replace(/\s+/g, '').replaceAll('?.', '.');
}

export const argumentsOf = ({ node }: Site): SyntaxNode[] =>
  childrenOf(node.getChild('ArgList') ?? node).filter(({ name }) => !['(', ')', ','].includes(name));

export const isInLoop = ({ source, node }: Site): boolean => loopsAround(source, node) > 0;

/** Whether a text is put together from others: a template with values, or strings joined or filled by an operator. */
export function isBuiltText({ source, node }: Site): boolean {
  const [template, value] = source.grammar.template;
  if (node.name === template) return node.getChild(value) !== null;
  // Of a chain "a" + b + "c" the whole is looked at, not each of its parts.
  if (node.name !== 'BinaryExpression' || node.parent?.name === 'BinaryExpression') return false;
  const parts = operandsOf(node);
  return parts.some(isString) && parts.some((part) => !isString(part) && part.name !== 'Number');
}

/** The operands of a chain of binary operators, however it nests. */
export const operandsOf = (node: SyntaxNode): SyntaxNode[] =>
  node.name === 'BinaryExpression'
    ? childrenOf(node)
        .filter(({ name }) => !/Op$/.test(name))
        .flatMap(operandsOf)
    : [node];

export const isString = ({ name }: SyntaxNode): boolean =>
  name === 'String' || name === 'TemplateString' || name === 'FormatString' || name === 'ContinuedString';

/** The name a value is given to: a variable, a property, a keyword argument or a key. */
export function givenTo({ source, node }: Site): string | undefined {
  let before = node.prevSibling;
  if (!before || !['Equals', 'AssignOp', ':', 'UpdateOp'].includes(before.name)) return undefined;
  do before = before.prevSibling;
  while (before && ['TypeAnnotation', 'TypeDef', ']', '['].includes(before.name));
  return before ? source.textOf(before).replace(/^(\w*['"`])(.*)\1$/, '$2') : undefined;
}
