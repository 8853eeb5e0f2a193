import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FAULTS } from './list.ts';

/** A test whose title begins with a fault's id. */
export type Named = { readonly id: string; readonly file: string; readonly title: string };

/** Reads the titles of all test files below a folder. */
export function namedTests(root: string): readonly Named[] {
  const files = readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join('test', file.split(path.sep).join('/')))
    .filter((file) => /\.test\.tsx?$/.test(file))
    .sort();
  return files.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(TITLE)].map(([, , id = '', title = '']) => ({
      id,
      file,
      title: title.replace(/\\(.)/g, '$1'),
    })),
  );
}

/** `it('A8 …'`, also after `it.each(…)(`: titles are literals. */
const TITLE = /\(\s*(['"`])([A-F]\d{1,2}) ((?:\\.|(?!\1).)+)\1,/gs;

/** docs/faults.md: each fault with the tests that make its kind impossible. */
export function page(tests: readonly Named[]): string {
  const rows = Object.entries(FAULTS).flatMap(([id, fault]) => {
    const mine = tests.filter((test) => test.id === id);
    return mine.map(({ file, title }, index) => {
      const [name, what] = index === 0 ? [id, fault] : ['', ''];
      return `| ${name} | ${what} | ${cell(title)} | [${path.posix.basename(file)}](../${file}) |`;
    });
  });
  return [
    '# Faults, and the tests that keep them out',
    '',
    'Faults that systems of this kind have shipped. Each has tests of the kind, not of the example: a title begins with the',
    'fault’s id. This page is written by `npm run faults` from the titles; a test fails when a fault has none.',
    '',
    '| | fault | what is shown | where |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const cell = (title: string): string => title.replaceAll('|', '\\|').replace(/%[sij]|\$\w+/g, '…');
