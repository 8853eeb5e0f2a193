import { median } from '../measure/many.ts';
import { box, line, picture, text } from './picture.ts';
import { figure } from './table.ts';

export type Bar = { readonly label: string; readonly values: readonly number[]; readonly ours: boolean };
export type Panel = { readonly title: string; readonly bars: readonly Bar[] };

const LABEL = 250;
const WIDTH = 760;
const ROW = 20;
const SPACE = WIDTH - LABEL - 70;

/** Horizontal bars on a logarithmic scale: the median of the rounds, and a line from the least to the most. */
export function bars(title: string, panels: readonly Panel[]): string {
  const parts: string[] = [];
  let y = 24;
  for (const panel of panels) {
    const all = panel.bars.flatMap(({ values }) => values).filter((value) => value > 0);
    if (all.length === 0) continue;
    const least = 10 ** Math.floor(Math.log10(Math.min(...all)));
    const most = Math.max(...all);
    const x = (value: number) =>
      LABEL + (SPACE * Math.log10(Math.max(value, least) / least)) / Math.max(Math.log10(most / least), 0.1);
    parts.push(text(0, y, panel.title, 'h'));
    y += 8;
    for (const { label, values, ours } of panel.bars) {
      const middle = median(values);
      parts.push(
        text(LABEL - 8, y + 14, label, 'n'),
        box(LABEL, y + 4, x(middle) - LABEL, ROW - 7, `class="${ours ? 'us' : 'p'}"`),
        line(x(Math.min(...values)), y + ROW / 2, x(Math.max(...values)), y + ROW / 2),
        text(Math.max(x(Math.max(...values)), x(middle)) + 6, y + 14, figure(middle) ?? ''),
      );
      y += ROW;
    }
    y += 34;
  }
  return picture(WIDTH, y, title, parts);
}
