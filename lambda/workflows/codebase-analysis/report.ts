import { ungroundedFigure } from '../../define/grounded.ts';
import type { RunView } from '../../define/run-view.ts';
import type { Analysis, Dependency, Finding, Module } from './analysis/analysis.ts';
import type { Reported } from './outputs.ts';
import { type State, stateOf } from './state.ts';

/** A finding of the analysis, or of the model, which has no rule's name. */
export type Reportable = Pick<Finding, 'file' | 'line' | 'severity' | 'message'> &
  Partial<Pick<Finding, 'kind' | 'rule' | 'code'>>;
export type Report = {
  readonly summary: string;
  readonly stack: readonly Dependency[];
  readonly modules: readonly Module[];
  readonly findings: readonly Reportable[];
};

/** The report: what the analyses found, put together by code, and what the model saw besides. */
export function reportOf(view: RunView, { summary, findings }: Reported): Report {
  const found = analysesOf(stateOf(view));
  const known = new Set(found.findings.map(placeOf));
  return {
    summary,
    stack: unique(found.stack, ({ file, name }) => `${file} ${name}`),
    modules: unique(found.modules, ({ file }) => file),
    findings: [
      ...unique(found.findings, (finding) => `${placeOf(finding)} ${finding.rule}`),
      ...findings.filter((finding) => !known.has(placeOf(finding))),
    ].sort(byWeight),
  };
}

/** Everything the analyses of a run answered; of two looks at one file the newer counts. */
export function analysesOf({ actions }: State): Pick<Analysis, 'modules' | 'findings' | 'stack'> {
  const all = actions.flatMap(({ tool, result }) =>
    tool === 'analyze_code' && result.ok ? [result.data as Analysis] : [],
  );
  const newest = <T extends { readonly file: string }>(of: (one: Analysis) => readonly T[]): T[] =>
    all.flatMap((one, index) => {
      const later = new Set(all.slice(index + 1).flatMap((next) => next.modules.map(({ file }) => file)));
      return of(one).filter(({ file }) => !later.has(file));
    });
  return {
    modules: newest(({ modules }) => modules),
    findings: newest(({ findings }) => findings),
    stack: newest(({ stack }) => stack),
  };
}

/**
 * What a report may not say: a finding at a line no tool showed, a figure no result has; undefined when all stands on
 * something.
 */
export function unsupported(view: RunView, { summary, findings }: Reported): string | undefined {
  const state = stateOf(view);
  const stranger = findings.find(({ file, line }) => !wasShown(state, file, line));
  if (stranger) return `no tool showed line ${stranger.line} of "${stranger.file}"`;
  const { stack, modules, findings: found } = analysesOf(state);
  const ground = [
    state.actions.map(({ args, result }) => [args, result.ok ? result.data : []]),
    [stack.length, modules.length, found.length, found.length + findings.length, state.finished.length],
    countsOf(found),
  ];
  for (const text of [summary, ...findings.map(({ message }) => message)]) {
    const figure = ungroundedFigure(text, ground);
    if (figure) return `no result says "${figure}"`;
  }
  return undefined;
}

/** How many findings there are of each kind, rule and severity: what a summary may count. */
function countsOf(findings: readonly Finding[]): number[] {
  const counts = new Map<string, number>();
  for (const { kind, rule, severity } of findings) {
    for (const name of [kind, rule, severity]) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts.values()];
}

function wasShown({ actions }: State, file: string, line: number): boolean {
  return actions.some(({ tool, result }) => {
    if (!result.ok) return false;
    if (tool === 'read_file') {
      const { path, from_line, to_line } = result.data as {
        path: string;
        from_line: number;
        to_line: number;
      };
      return path === file && line >= from_line && line <= to_line;
    }
    if (tool !== 'analyze_code') return false;
    const { findings, modules, stack } = result.data as Analysis;
    const places = [
      ...[...findings, ...stack],
      ...modules.flatMap((module) =>
        module.most_complex.map((one) => ({ file: module.file, line: one.line })),
      ),
    ];
    return places.some((place) => place.file === file && place.line === line);
  });
}

const placeOf = ({ file, line }: { readonly file: string; readonly line: number }): string =>
  `${file}:${line}`;

function unique<T>(all: readonly T[], key: (one: T) => string): T[] {
  return [...new Map(all.map((one) => [key(one), one])).values()];
}

const WEIGHT = { high: 0, medium: 1, low: 2 } as const;
const byWeight = (a: Reportable, b: Reportable): number =>
  WEIGHT[a.severity] - WEIGHT[b.severity] || (placeOf(a) < placeOf(b) ? -1 : 1);

/** How much of each part the text shows; the JSON has all of it. */
const SHOWN = { stack: 60, modules: 100, findings: 200 };

/** The report for people to read. */
export function markdownOf({ summary, stack, modules, findings }: Report): string {
  return [
    '# Report',
    summary,
    '## Findings',
    list(findings, SHOWN.findings, ({ severity, file, line, message, code }) => {
      return `**${severity}** \`${file}:${line}\` ${message}${code ? `: \`${code.replaceAll('`', "'")}\`` : ''}`;
    }),
    '## Stack',
    list(
      stack,
      SHOWN.stack,
      ({ name, version, use, file, line }) => `${name} ${version} (${use}, \`${file}:${line}\`)`,
    ),
    '## Modules',
    list(modules, SHOWN.modules, ({ file, language, lines, functions, imports, exports }) => {
      return `\`${file}\` ${language}, ${lines} lines, ${functions} functions; takes ${imports.length} modules, gives ${exports.length} names`;
    }),
  ].join('\n\n');
}

function list<T>(all: readonly T[], most: number, line: (one: T) => string): string {
  if (all.length === 0) return 'None.';
  const rest = all.length > most ? [`- and ${all.length - most} more`] : [];
  return [...all.slice(0, most).map((one) => `- ${line(one)}`), ...rest].join('\n');
}
