import { type Runner, runner } from '../../../define/runner.ts';
import type { Workspace } from '../../../define/workspace.ts';
import { linesOf } from './lines.ts';
import { readFile } from './read-file.ts';

/** The most text one answer carries, in bytes; a longer piece ends early, at a line. */
const ANSWER_BYTES = 32 * 1024;
/** The most of one line, in characters: a minified file is one line. */
const LINE_CHARACTERS = 2000;

export const runReadFile = (workspace: Workspace): Runner =>
  runner(readFile, async ({ path, from_line, lines }) => {
    const all = linesOf(await workspace.read(path));
    const shown: string[] = [];
    let bytes = 0;
    for (const [index, line] of all.slice(from_line - 1, from_line - 1 + lines).entries()) {
      const text = `${from_line + index}: ${line.length > LINE_CHARACTERS ? `${line.slice(0, LINE_CHARACTERS)}…` : line}`;
      bytes += Buffer.byteLength(text) + 1;
      if (bytes > ANSWER_BYTES) break;
      shown.push(text);
    }
    return {
      path,
      from_line,
      to_line: from_line + shown.length - 1,
      total_lines: all.length,
      text: shown.join('\n'),
    };
  });
