/** Pieces of SVG that read on light and on dark paper. */
const STYLE =
  '<style>text{font:12px system-ui,sans-serif;fill:#57606a}.h{font-weight:600}.n{text-anchor:end}.l{stroke:#8c959f;stroke-width:1}.p{fill:#8c959f}.us{fill:#2f6f4f}@media(prefers-color-scheme:dark){text{fill:#c9d1d9}.us{fill:#4fae7f}}</style>';

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

export function picture(width: number, height: number, title: string, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">\n<title>${escaped(title)}</title>\n${STYLE}\n${parts.join('\n')}\n</svg>\n`;
}

const at = (value: number): string => value.toFixed(1);

export const text = (x: number, y: number, what: string, kind = ''): string =>
  `<text x="${at(x)}" y="${at(y)}"${kind && ` class="${kind}"`}>${escaped(what)}</text>`;
export const line = (x1: number, y1: number, x2: number, y2: number): string =>
  `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" class="l"/>`;
export const box = (x: number, y: number, width: number, height: number, more = ''): string =>
  `<rect x="${at(x)}" y="${at(y)}" width="${at(Math.max(width, 0.5))}" height="${at(height)}" ${more}/>`;
export const path = (points: readonly (readonly [number, number])[], more: string): string =>
  `<polyline fill="none" stroke-width="2" points="${points.map(([x, y]) => `${at(x)},${at(y)}`).join(' ')}" ${more}/>`;
