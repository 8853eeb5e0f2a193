import { describe, expect, it } from 'vitest';
import type { ReadWorld } from '../../../lambda/define/runner.ts';
import type { Workspace } from '../../../lambda/define/workspace.ts';
import { runReadFile } from '../../../lambda/workflows/shared/files/read-file.run.ts';
import { readFile } from '../../../lambda/workflows/shared/files/read-file.ts';

const holding = (text: string): Workspace => ({
  read: async () => text,
  list: async () => ({ files: [], more: false }),
});
const read = (text: string, input = {}) =>
  runReadFile(holding(text)).run(readFile.input.parse({ path: 'a.txt', ...input }), {}, {} as ReadWorld);
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}`).join('\n');

describe('reading a file', () => {
  it('shows a hundred numbered lines from the first, unless asked for others', async () => {
    const text = `${numbered(1, 250)}\n`;
    expect(await read(text)).toMatchObject({ from_line: 1, to_line: 100, total_lines: 250 });
    expect(await read(text, { from_line: 249 })).toEqual({
      path: 'a.txt',
      from_line: 249,
      to_line: 250,
      total_lines: 250,
      text: '249: line 249\n250: line 250',
    });
    expect(await read(text, { from_line: 10, lines: 1 })).toMatchObject({ text: '10: line 10' });
  });

  it('counts lines as an editor does, whatever their ends', async () => {
    expect(await read('a\r\nb\r\n')).toMatchObject({ total_lines: 2, text: '1: a\n2: b' });
    expect(await read('a\n\n')).toMatchObject({ total_lines: 2, text: '1: a\n2: ' });
    expect(await read('')).toMatchObject({ total_lines: 0, to_line: 0, text: '' });
    expect(await read('a', { from_line: 5 })).toMatchObject({ to_line: 4, text: '' });
  });

  it('ends early at a line when there is too much text, and cuts a line that has no end', async () => {
    const wide = Array.from({ length: 100 }, () => '二'.repeat(200)).join('\n');
    const shown = (await read(wide)) as { to_line: number; text: string };
    expect(shown.to_line).toBe(54);
    expect(Buffer.byteLength(shown.text)).toBeLessThanOrEqual(32_768);
    const minified = (await read('x'.repeat(200_000))) as { text: string };
    expect(minified.text).toBe(`1: ${'x'.repeat(2000)}…`);
  });

  it.each([{ lines: 401 }, { lines: 0 }, { from_line: 0 }, { path: '../a' }])('refuses %j', (input) => {
    expect(readFile.input.safeParse({ path: 'a.txt', ...input }).success).toBe(false);
  });
});
