import type { Parser, SyntaxNode, Tree } from '@lezer/common';
import { parser as javascript } from '@lezer/javascript';
import { parser as python } from '@lezer/python';
import { ToolError } from '../../../define/tool-error.ts';
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

/** A piece of a file, by its characters. */
export type Span = { readonly from: number; readonly to: number };

/** How much of a node's text is looked at, and of a line's, in characters: what no person wrote has no end. */
const TEXT = 4000;
/** How deep code may nest. Deeper, each look at where something stands would take as long as the file is. */
const DEPTH = 400;

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
  /** A line as it may be shown, begun if it is long, without what is hidden in it. */
  readonly lineAt: (line: number, hidden?: readonly Span[]) => string;
  readonly lines: number;
};

/** @throws {ToolError} TOO_DEEP */
export function parse(path: string, language: Module['language'], text: string): Source {
  const plain = language === 'typescript' && !path.endsWith('x');
  const grammar = plain ? PLAIN_TYPESCRIPT : GRAMMARS[language];
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const tree = grammar.parser.parse(text);
  if (isDeeper(tree, DEPTH))
    throw new ToolError('business', 'TOO_DEEP', `"${path}" nests deeper than ${DEPTH} levels`, 'paths');
  const lineAt = (line: number, hidden: readonly Span[] = []) => {
    const start = starts[line - 1] ?? text.length;
    const end = Math.min(starts[line] ?? text.length, start + TEXT);
    let shown = '';
    let at = start;
    for (const { from, to } of hidden.filter((span) => span.from < end && span.to > start)) {
      shown += `${text.slice(at, Math.max(at, from))}'…'`;
      at = Math.max(at, Math.min(to, end));
    }
    return (shown + text.slice(at, end)).trim();
  };
  return {
    path,
    language,
    grammar,
    text,
    tree,
    textOf: ({ from, to }) => text.slice(from, Math.min(to, from + TEXT)),
    lineOf: ({ from }) => lastAtMost(starts, from) + 1,
    lineAt,
    lines: text.endsWith('\n') ? starts.length - 1 : starts.length,
  };
}

function isDeeper(tree: Tree, most: number): boolean {
  let depth = 0;
  let deepest = 0;
  tree.iterate({
    enter() {
      depth += 1;
      deepest = Math.max(deepest, depth);
      return deepest <= most;
    },
    leave() {
      depth -= 1;
    },
  });
  return deepest > most;
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
