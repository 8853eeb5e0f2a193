import type { Growth } from '../measure/growth.ts';
import { line, path, picture, text } from './picture.ts';

const SIZE = { width: 360, height: 220, left: 40, bottom: 30, top: 30 };
const COLOURS = { requests: '#2f6f4f', bytesRead: '#9a6700', ms: '#0969da' } as const;
const WORDS = { requests: 'requests', bytesRead: 'bytes read', ms: 'time' } as const;

/** What a run costs against how many are stored, each as a multiple of what the first one cost. */
export function curves(title: string, growths: readonly Growth[]): string {
  const parts = growths.flatMap((growth, at) => panel(growth, at * SIZE.width));
  return picture(SIZE.width * Math.max(growths.length, 1), SIZE.height + 20, title, parts);
}

function panel({ what, points }: Growth, left: number): string[] {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return [];
  const kinds = ['requests', 'bytesRead', 'ms'] as const;
  const top = Math.max(2, ...points.flatMap((point) => kinds.map((kind) => point[kind] / first[kind])));
  const from = left + SIZE.left;
  const to = left + SIZE.width - 20;
  const ground = SIZE.height - SIZE.bottom;
  const x = (stored: number) =>
    from + ((to - from) * Math.log10(stored)) / Math.max(Math.log10(last.stored), 1);
  const y = (times: number) => ground - ((ground - SIZE.top) * times) / top;
  return [
    text(from, 16, `cost of a run, ${what} runs stored`, 'h'),
    line(from, ground, to, ground),
    line(from, SIZE.top, from, ground),
    ...[1, top].map((times) => text(from - 6, y(times) + 4, `×${times.toFixed(top > 4 ? 0 : 1)}`, 'n')),
    ...points.map(({ stored }) => text(x(stored), ground + 16, stored.toLocaleString('en-US'), 'n')),
    ...kinds.map((kind) =>
      path(
        points.map((point) => [x(point.stored), y(point[kind] / first[kind])]),
        `stroke="${COLOURS[kind]}"`,
      ),
    ),
    ...kinds.map(
      (kind, at) =>
        `<text x="${from + at * 90}" y="${SIZE.height + 8}" style="fill:${COLOURS[kind]}">${WORDS[kind]}</text>`,
    ),
  ];
}
