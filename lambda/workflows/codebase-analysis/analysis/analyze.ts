import type { Finding, Module } from './analysis.ts';
import { type FunctionFound, functionsOf } from './functions.ts';
import { exportsOf, importsOf } from './names.ts';
import { RULES } from './rules.ts';
import type { Site } from './sites.ts';
import { languageOf, parse, type Source, type Span } from './source.ts';

/** From how many paths on a function is told of, and from how many on it matters more. */
const COMPLEX = 15;
const VERY_COMPLEX = 25;
/** How many names, functions and characters of a line a module's summary carries. */
const NAMES = 40;
const FUNCTIONS = 5;
const CODE = 160;

/** Reads one source file: what it is made of, and what is to be said against it, each at its line. */
export function analyze(path: string, text: string): { module: Module; findings: Finding[] } {
  const language = languageOf(path);
  if (!language) throw new TypeError(`"${path}" is in no language that is read here`);
  const source = parse(path, language, text);
  const functions = functionsOf(source).sort((a, b) => b.complexity - a.complexity);
  const module = {
    file: path,
    language,
    lines: source.lines,
    imports: importsOf(source).slice(0, NAMES),
    exports: exportsOf(source).slice(0, NAMES),
    functions: functions.length,
    most_complex: functions.slice(0, FUNCTIONS),
  };
  const secrets: Span[] = [];
  const placed = [...syntax(source), ...ruled(source, secrets), ...functions.flatMap(complex)];
  // A report goes further than the code does: it says where a secret is, not what it is.
  const findings = placed.map((said): Finding => {
    return { file: path, ...said, code: source.lineAt(said.line, secrets).slice(0, CODE) };
  });
  return { module, findings: findings.sort((a, b) => a.line - b.line) };
}

/** What is said of a line. */
type Placed = Omit<Finding, 'file' | 'code'>;

/** One finding a rule and line: two of a kind on one line are one thing to look at. */
function ruled(source: Source, secrets: Span[]): Placed[] {
  const found = new Map<string, Placed>();
  source.tree.iterate({
    enter({ node }) {
      const site: Site = {
        source,
        node,
        get text() {
          return source.textOf(node);
        },
      };
      for (const { at: applies, ...said } of RULES) {
        if (!applies(site)) continue;
        const line = source.lineOf(node);
        if (said.rule === 'hard-coded-secret') secrets.push({ from: node.from, to: node.to });
        found.set(`${said.rule} ${line}`, { line, ...said });
      }
    },
  });
  return [...found.values()];
}

const complex = ({ name, line, complexity }: FunctionFound): Placed[] =>
  complexity < COMPLEX
    ? []
    : [
        {
          line,
          kind: 'complexity',
          rule: 'complex-function',
          severity: complexity < VERY_COMPLEX ? 'low' : 'medium',
          message: `${name} has ${complexity} paths through it`,
        },
      ];

/** Where the grammar first lost its way, which may be the grammar's own fault; what follows is read as far as it can be. */
function syntax(source: Source): Placed[] {
  let first: number | undefined;
  source.tree.iterate({
    enter({ type, node }) {
      if (type.isError) first ??= source.lineOf(node);
      return first === undefined;
    },
  });
  const said = {
    kind: 'syntax',
    rule: 'syntax',
    severity: 'low',
    message: 'the parser lost its way here: what follows may be read wrongly',
  } as const;
  return first === undefined ? [] : [{ line: Math.max(1, Math.min(first, source.lines)), ...said }];
}
