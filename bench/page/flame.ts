import type { Flame } from '../measure/profile.ts';
import { box, escaped, picture, text } from './picture.ts';

const WIDTH = 960;
const ROW = 18;
const LEAST = 0.004;

/** Who called whom, by package: the width is processor time, callers stand above what they call. */
export function flame(title: string, root: Flame): string {
  const parts: string[] = [];
  let depth = 0;
  const draw = ({ name, total, below }: Flame, left: number, row: number) => {
    const width = (WIDTH * total) / root.total;
    if (width < WIDTH * LEAST) return;
    depth = Math.max(depth, row);
    const hue = name.startsWith('holdpoint') ? 150 : 20 + (hash(name) % 40);
    const share = `${escaped(name)} ${((100 * total) / root.total).toFixed(1)} %`;
    parts.push(
      `<g><title>${share}</title>`,
      box(left, row * ROW, width - 0.5, ROW - 1, `fill="hsl(${hue} 45% 70%)"`),
      width > 40
        ? text(left + 3, row * ROW + 13, name.slice(0, Math.floor(width / 7)), 'f').replace(
            '<text',
            '<text style="fill:#24292f;font-size:11px"',
          )
        : '',
      '</g>',
    );
    let at = left;
    for (const child of below) {
      draw(child, at, row + 1);
      at += (WIDTH * child.total) / root.total;
    }
  };
  draw(root, 0, 0);
  return picture(WIDTH, (depth + 1) * ROW, title, parts.filter(Boolean));
}

const hash = (text: string): number =>
  [...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 997, 7);
