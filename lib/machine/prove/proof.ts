import type { Facts } from './facts.ts';
import type { Machine } from './graph.ts';

/** One finding; `path` shows where, or why it holds. */
export type Check = {
  readonly rule: string;
  readonly ok: boolean;
  readonly what: string;
  readonly path?: readonly string[];
};
export type Proof = readonly Check[];

export type Finding = { readonly what: string; readonly path?: readonly string[] };

/** One law about machines. */
export type Rule = {
  readonly rule: string;
  /** The law in words: what a reader is told when it holds. */
  readonly law: string;
  readonly faults: (machine: Machine, facts: Facts) => Iterable<Finding>;
  /** What shows that it holds, where a sentence alone would have to be believed. */
  readonly shown?: (machine: Machine, facts: Facts) => Iterable<Finding>;
};

export function judge(rule: Rule, machine: Machine, facts: Facts): Proof {
  const faults = [...rule.faults(machine, facts)];
  if (faults.length > 0) return faults.map((fault) => ({ rule: rule.rule, ok: false, ...fault }));
  const shown = [...(rule.shown?.(machine, facts) ?? [])];
  return [
    { rule: rule.rule, ok: true, what: rule.law },
    ...shown.map((finding) => ({ rule: rule.rule, ok: true, ...finding })),
  ];
}

export const pathText = (path: readonly string[] | undefined): string =>
  path && path.length > 0 ? `: ${path.join(' > ')}` : '';

/** The proof as a table: a line for each rule that holds and each place where one does not. */
export function renderProof(proof: Proof): string {
  const wide = Math.max(...proof.map(({ rule }) => rule.length));
  const lines = proof.map(({ rule, ok, what, path }, i) => {
    const again = proof[i - 1]?.rule === rule && ok;
    const head = again ? ''.padEnd(wide + 7) : `${ok ? 'holds' : 'FAILS'}  ${rule.padEnd(wide)}`;
    return `${head}  ${what}${pathText(path)}`;
  });
  const rules = new Set(proof.map(({ rule }) => rule));
  const broken = new Set(proof.filter(({ ok }) => !ok).map(({ rule }) => rule));
  return [...lines, '', `${rules.size - broken.size} of ${rules.size} rules hold`, ''].join('\n');
}
