import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Mutant } from './list.ts';

/** The file with the guard taken out. @throws when the text stands there not exactly once */
export function mutated(text: string, { file, find, replace, guard }: Mutant): string {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(
      `"${guard}": its text stands ${text.split(find).length - 1} times in ${file}, once is wanted`,
    );
  return before + replace + after;
}

/** Takes the guard out below `root`; the returned function puts it back. */
export function apply(root: string, mutant: Mutant): () => void {
  const file = path.join(root, mutant.file);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, mutated(text, mutant));
  return () => writeFileSync(file, text);
}
