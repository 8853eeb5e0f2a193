import type { SyntaxNode } from '@lezer/common';
import { childrenOf, type Source } from './source.ts';

/** The modules a file takes in, in the order they are named, each once. */
export function importsOf(source: Source): string[] {
  const found = new Set<string>();
  source.tree.iterate({
    enter({ node }) {
      for (const name of importedBy(source, node)) found.add(name);
    },
  });
  return [...found];
}

/** The modules one node takes in. */
export function importedBy(source: Source, node: SyntaxNode): string[] {
  const text = (string: SyntaxNode | null) => (string ? [unquoted(source.textOf(string))] : []);
  switch (node.name) {
    case 'ImportDeclaration':
    case 'ExportDeclaration':
    case 'DynamicImport':
      return text(node.getChild('String'));
    case 'CallExpression':
      return source.textOf(node.firstChild ?? node) === 'require'
        ? text(node.getChild('ArgList')?.getChild('String') ?? null)
        : [];
    case 'ImportStatement':
      return pythonModules(source.textOf(node));
    default:
      return [];
  }
}

/** "import a.b as c, d" and "from .x import y". */
function pythonModules(statement: string): string[] {
  const [, from] = /^from\s+([.\w]+)/.exec(statement) ?? [];
  if (from) return [from];
  return statement
    .replace(/^import\s+/, '')
    .split(',')
    .map((part) => part.trim().split(/\s+/)[0] ?? '')
    .filter(Boolean);
}

/** What a file gives out, each once. */
export function exportsOf(source: Source): string[] {
  const top = childrenOf(source.tree.topNode);
  const names =
    source.language === 'python' ? top.flatMap(publicIn(source)) : top.flatMap(exportedBy(source));
  return [...new Set(names)];
}

const exportedBy =
  (source: Source) =>
  (node: SyntaxNode): string[] => {
    if (node.name === 'ExpressionStatement') return commonJs(source.textOf(node));
    if (node.name !== 'ExportDeclaration') return [];
    if (node.getChild('default')) return ['default'];
    if (node.getChild('Star')) return ['*'];
    const group = node.getChild('ExportGroup');
    // Of "a as b" the second name is the one that is given out.
    if (group)
      return source
        .textOf(group)
        .slice(1, -1)
        .split(',')
        .flatMap((part) => part.trim().split(/\s+/).at(-1) || []);
    return childrenOf(node).flatMap(declaredBy(source));
  };

const declaredBy =
  (source: Source) =>
  (node: SyntaxNode): string[] =>
    childrenOf(node)
      .filter(({ name }) => name === 'VariableDefinition' || name === 'TypeDefinition')
      .map(source.textOf);

function commonJs(statement: string): string[] {
  const [, name] = /^(?:module\.)?exports\.(\w+)\s*=/.exec(statement) ?? [];
  if (name) return [name];
  return /^module\.exports\s*=/.test(statement) ? ['default'] : [];
}

const publicIn =
  (source: Source) =>
  (node: SyntaxNode): string[] => {
    const inner = node.name === 'DecoratedStatement' ? node.lastChild : node;
    if (inner?.name !== 'FunctionDefinition' && inner?.name !== 'ClassDefinition') return [];
    const name = inner.getChild('VariableName');
    return name && !source.textOf(name).startsWith('_') ? [source.textOf(name)] : [];
  };

/** The text between a string's quotes, whatever stands before them. */
export const unquoted = (text: string): string => text.replace(/^\w*(['"`]{3}|['"`])([\s\S]*)\1$/, '$2');
