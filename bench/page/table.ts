import { median } from '../measure/many.ts';

export type Cell = string | number | undefined;

/** A table in Markdown; a cell that is not known is a dash. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.map((cell) => cell ?? '–').join(' | ')} |`;
  return [
    line(head),
    `|${head.map((_, at) => (at === 0 ? '---' : '---:')).join('|')}|`,
    ...rows.map(line),
  ].join('\n');
}

/** Three digits that matter, with thousands set apart. */
export function figure(value: number | undefined): string | undefined {
  if (value === undefined || Number.isNaN(value)) return undefined;
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString('en-US', { maximumFractionDigits: Math.min(digits, 6) });
}

/** How many times as much as ours: the median of the rounds, and their span. */
export function ratio(theirs: readonly number[], ours: readonly number[]): string | undefined {
  const ratios = theirs.flatMap((value, round) => {
    const own = ours[round];
    return own ? [value / own] : [];
  });
  if (ratios.length === 0) return undefined;
  const short = (value: number) => (value >= 10 ? value.toFixed(0) : value.toFixed(2));
  return `${short(median(ratios))} (${short(Math.min(...ratios))}–${short(Math.max(...ratios))})`;
}
