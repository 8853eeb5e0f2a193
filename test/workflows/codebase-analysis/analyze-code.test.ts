import { describe, expect, it } from 'vitest';
import type { ReadWorld } from '../../../lambda/define/runner.ts';
import { ToolError } from '../../../lambda/define/tool-error.ts';
import type { Workspace } from '../../../lambda/define/workspace.ts';
import { Analysis } from '../../../lambda/workflows/codebase-analysis/analysis/analysis.ts';
import { runAnalyzeCode } from '../../../lambda/workflows/codebase-analysis/tools/analyze-code.run.ts';

/** Files in memory, some of which cannot be read. */
const holding = (files: Record<string, string>): Workspace => ({
  async read(path) {
    const text = files[path];
    if (text === undefined) throw new ToolError('business', 'NO_SUCH_FILE', `"${path}" does not exist`);
    return text;
  },
  async list(under) {
    const found = Object.keys(files).filter((path) => path.startsWith(`${under}/`));
    if (found.length === 0) throw new ToolError('business', 'NO_SUCH_FILE', `"${under}" does not exist`);
    return { files: found.slice(0, 500).map((path) => ({ path, bytes: 1 })), more: found.length > 500 };
  },
});
const analyze = async (files: Record<string, string>, input: object) =>
  Analysis.parse(await runAnalyzeCode(holding(files)).run(input, {}, {} as ReadWorld));
const namesOf = ({ modules }: Analysis) => modules.map(({ file }) => file);

describe('analyzing files and folders', () => {
  it('reads forty at once, by path, and goes on after the last of them', async () => {
    const names = Array.from({ length: 45 }, (_, n) => `src/f${String(n).padStart(2, '0')}.ts`);
    const files = Object.fromEntries(names.map((name) => [name, 'export const a = 1;\n']));
    const first = await analyze(files, { paths: ['src'] });
    expect([first.modules.length, first.continue_after]).toEqual([40, 'src/f39.ts']);
    const rest = await analyze(files, { paths: ['src'], continue_after: 'src/f39.ts' });
    expect([namesOf(rest), rest.continue_after]).toEqual([names.slice(40), null]);
  });

  it('takes what it can read of a folder, and each file once', async () => {
    const files = {
      'src/a.ts': '',
      'src/b.py': '',
      'src/notes.md': '',
      'src/package.json': '{"dependencies":{"x":"1.0.0"}}',
    };
    const found = await analyze(files, { paths: ['src', 'src/a.ts'] });
    expect(namesOf(found)).toEqual(['src/a.ts', 'src/b.py']);
    expect(found.stack.map(({ name }) => name)).toEqual(['x']);
    expect(found.not_analyzed).toEqual([]);
  });

  it('says when a folder has more files than are listed', async () => {
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`src/${1000 + n}.md`, '']));
    expect((await analyze(many, { paths: ['src'] })).not_analyzed).toEqual([
      { file: 'src', why: 'it has more than 500 files: name the folders below it one by one' },
    ]);
  });

  it('leaves a file that nests without end, and reads the rest', async () => {
    const files = { 'src/a.js': '('.repeat(20_000), 'src/b.py': 'f('.repeat(20_000), 'src/c.ts': 'eval(x);' };
    const found = await analyze(files, { paths: ['src'] });
    expect(found.not_analyzed.map(({ why }) => why)).toEqual([
      '"src/a.js" nests deeper than 400 levels',
      '"src/b.py" nests deeper than 400 levels',
    ]);
    expect(found.findings.map(({ file, rule }) => `${file} ${rule}`)).toEqual(['src/c.ts eval']);
  });

  it('says what it did not read, and why, and reads the rest', async () => {
    const files = { 'a.ts': '', 'readme.md': '#', 'package.json': '{' };
    const found = await analyze(files, { paths: ['a.ts', 'none.ts', 'gone', 'readme.md', 'package.json'] });
    expect(namesOf(found)).toEqual(['a.ts']);
    expect(found.not_analyzed.map(({ file, why }) => `${file}: ${why.split(':')[0]}`)).toEqual([
      'gone: "gone" does not exist',
      'none.ts: "none.ts" does not exist',
      'package.json: "package.json" cannot be read',
      'readme.md: it is in no language that is read here',
    ]);
  });
});
