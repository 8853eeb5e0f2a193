/** A line of a text that was written anew: as it was, as it is, or both. */
export type Line = { readonly is: 'kept' | 'gone' | 'new'; readonly text: string };

/** Beyond so many lines a text counts as wholly new: the table below grows with the square. */
const MOST_LINES = 400;

/** Line by line, what went and what came, in reading order; by the longest sequence both have in common. */
export function difference(before: string, after: string): readonly Line[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const all = (is: Line['is'], lines: readonly string[]) => lines.map((text): Line => ({ is, text }));
  if (a.length > MOST_LINES || b.length > MOST_LINES) return [...all('gone', a), ...all('new', b)];
  const common = commonLengths(a, b);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const text = a[i] ?? '';
    if (text === b[j]) {
      lines.push({ is: 'kept', text });
      i += 1;
      j += 1;
    } else if (at(common, i + 1, j) >= at(common, i, j + 1)) {
      lines.push({ is: 'gone', text });
      i += 1;
    } else {
      lines.push({ is: 'new', text: b[j] ?? '' });
      j += 1;
    }
  }
  return [...lines, ...all('gone', a.slice(i)), ...all('new', b.slice(j))];
}

type Lengths = readonly (readonly number[])[];
const at = (lengths: Lengths, i: number, j: number): number => lengths[i]?.[j] ?? 0;

/** How long the longest common sequence is of what follows line i of the one and line j of the other. */
function commonLengths(a: readonly string[], b: readonly string[]): Lengths {
  const lengths: number[][] = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] ?? [];
    for (let j = b.length - 1; j >= 0; j -= 1)
      row[j] =
        a[i] === b[j]
          ? at(lengths, i + 1, j + 1) + 1
          : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
  }
  return lengths;
}
