import type { Parser, SyntaxNode, Tree } from '@lezer/common';
import { parser as javascript } from '@lezer/javascript';
import { parser as python } from '@lezer/python';
import type { Module } from './analysis.ts';

/** How a language's grammar names what is looked for in both. */
export type Grammar = {
  readonly parser: Parser;
  readonly functions: readonly string[];
  readonly loops: readonly string[];
  /** Nodes that add a path through a function. */
  readonly branches: readonly string[];
  /** Operators that may leave their right side out. */
  readonly shortCircuits: readonly string[];
  /** A text with values put into it, and such a value. */
  readonly template: readonly [text: string, value: string];
};

const SCRIPT: Omit<Grammar, 'parser'> = {
  functions: ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunction', 'MethodDeclaration'],
  loops: ['ForStatement', 'WhileStatement', 'DoStatement'],
  branches: [
    ...['IfStatement', 'ForStatement', 'WhileStatement', 'DoStatement'],
    ...['CaseLabel', 'CatchClause', 'ConditionalExpression'],
  ],
  shortCircuits: ['&&', '||', '??'],
  template: ['TemplateString', 'Interpolation'],
};

const GRAMMARS: { readonly [L in Module['language']]: Grammar } = {
  javascript: { ...SCRIPT, parser: javascript.configure({ dialect: 'jsx' }) },
  typescript: { ...SCRIPT, parser: javascript.configure({ dialect: 'ts jsx' }) },
  python: {
    parser: python,
    functions: ['FunctionDefinition', 'LambdaExpression'],
    loops: ['ForStatement', 'WhileStatement'],
    branches: [
      ...['IfStatement', 'elif', 'ForStatement', 'WhileStatement', 'except'],
      ...['ConditionalExpression', 'MatchClause'],
    ],
    shortCircuits: ['and', 'or'],
    template: ['FormatString', 'FormatReplacement'],
  },
};

/** `<T>x` is a cast where there is no JSX, and a tag where there is. */
const PLAIN_TYPESCRIPT: Grammar = { ...SCRIPT, parser: javascript.configure({ dialect: 'ts' }) };

const LANGUAGES: readonly (readonly [RegExp, Module['language']])[] = [
  [/\.(c|m)?jsx?$/, 'javascript'],
  [/\.(c|m)?tsx?$/, 'typescript'],
  [/\.pyi?$/, 'python'],
];

export const languageOf = (path: string): Module['language'] | undefined =>
  LANGUAGES.find(([ending]) => ending.test(path))?.[1];

/** A parsed file. */
export type Source = {
  readonly path: string;
  readonly language: Module['language'];
  readonly grammar: Grammar;
  readonly text: string;
  readonly tree: Tree;
  readonly textOf: (node: SyntaxNode) => string;
  /** Lines count from 1. */
  readonly lineOf: (node: SyntaxNode) => number;
  readonly lineAt: (line: number) => string;
  readonly lines: number;
};

export function parse(path: string, language: Module['language'], text: string): Source {
  const plain = language === 'typescript' && !path.endsWith('x');
  const grammar = plain ? PLAIN_TYPESCRIPT : GRAMMARS[language];
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineAt = (line: number) => text.slice(starts[line - 1], starts[line]).replace(/\r?\n$/, '');
  return {
    path,
    language,
    grammar,
    text,
    tree: grammar.parser.parse(text),
    textOf: ({ from, to }) => text.slice(from, to),
    lineOf: ({ from }) => lastAtMost(starts, from) + 1,
    lineAt,
    lines: text.endsWith('\n') ? starts.length - 1 : starts.length,
  };
}

/** Where in an ascending list the last number that is not over `limit` stands. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

export const childrenOf = (node: SyntaxNode): SyntaxNode[] => {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
};

export const isFunction = ({ grammar }: Source, node: SyntaxNode): boolean =>
  grammar.functions.includes(node.name) || (node.name === 'Property' && node.getChild('ParamList') !== null);

/** How many loops of its own function go around a node: what stands in a loop's head is not within it. */
export function loopsAround(source: Source, node: SyntaxNode): number {
  let loops = 0;
  for (let inner = node, outer = node.parent; outer; inner = outer, outer = outer.parent) {
    if (isFunction(source, outer)) return loops;
    const isBody = inner.name === 'Body' || inner.name === 'Block' || inner.to === outer.to;
    if (source.grammar.loops.includes(outer.name) && isBody) loops += 1;
  }
  return loops;
}
