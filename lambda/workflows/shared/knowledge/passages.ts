/** A piece of a page: the text under one heading, or a part of it. */
export type Passage = {
  readonly path: string;
  /** The headings it stands under, outermost first. */
  readonly heading: string;
  /** Its first line in the file, counted from 1. */
  readonly line: number;
  readonly text: string;
};

/** The most of one passage, in characters; a longer section is several. */
const LONGEST = 1200;

/** A markdown page by its headings; what stands in a code block is no heading. */
export function passagesOf(path: string, markdown: string): Passage[] {
  const passages: Passage[] = [];
  const above: string[] = [];
  let [lines, first, fence]: [string[], number, string | undefined] = [[], 1, undefined];
  const close = () => {
    const text = lines.join('\n').trim();
    if (text) passages.push({ path, heading: above.filter(Boolean).join(' > '), line: first, text });
    lines = [];
  };
  for (const [index, line] of markdown.split(/\r?\n/).entries()) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1];
    if (mark) fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence;
    const [, level = '', title = ''] = (fence === undefined && /^(#{1,6})\s+(.*?)\s*#*$/.exec(line)) || [];
    const isLong = lines.join('\n').length + line.length > LONGEST;
    if (level || (isLong && lines.length > 0)) close();
    if (level) {
      above.length = level.length - 1;
      above[level.length - 1] = title;
      continue;
    }
    if (lines.length === 0) first = index + 1;
    if (lines.length > 0 || line.trim()) lines.push(line.slice(0, LONGEST));
  }
  close();
  return passages;
}
