import { type Runner, runner } from '../../../define/runner.ts';
import { ToolError } from '../../../define/tool-error.ts';
import { LISTED_FILES, type Workspace } from '../../../define/workspace.ts';
import type { Analysis } from '../analysis/analysis.ts';
import { analyze } from '../analysis/analyze.ts';
import { isManifest, stackOf } from '../analysis/manifests.ts';
import { languageOf } from '../analysis/source.ts';
import { analyzeCode, FILES_AT_ONCE } from './analyze-code.ts';

export const runAnalyzeCode = (workspace: Workspace): Runner =>
  runner(analyzeCode, async ({ paths, continue_after: after = '' }) => {
    const named = await Promise.all(paths.map((path) => filesAt(workspace, path)));
    const left = [...new Set(named.flatMap(({ files }) => files))].filter((file) => file > after).sort();
    const now = left.slice(0, FILES_AT_ONCE);
    const found: Analysis = {
      continue_after: left.length > now.length ? (now.at(-1) ?? null) : null,
      findings: [],
      stack: [],
      not_analyzed: named.flatMap(({ untold }) => untold ?? []),
      modules: [],
    };
    for (const file of now) {
      try {
        read(file, await workspace.read(file), found);
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        found.not_analyzed.push({ file, why: error.message });
      }
    }
    return found;
  });

function read(file: string, text: string, found: Analysis): void {
  if (isManifest(file)) {
    found.stack.push(...stackOf(file, text));
  } else if (languageOf(file)) {
    const { module, findings } = analyze(file, text);
    found.modules.push(module);
    found.findings.push(...findings);
  } else {
    found.not_analyzed.push({ file, why: 'it is in no language that is read here' });
  }
}

const isReadable = (file: string): boolean => languageOf(file) !== undefined || isManifest(file);

type Named = { readonly files: readonly string[]; readonly untold?: Analysis['not_analyzed'][number] };

/** A path that cannot be a file that is read here is a folder if there are files below it. */
async function filesAt(workspace: Workspace, path: string): Promise<Named> {
  if (isReadable(path)) return { files: [path] };
  try {
    const { files, more } = await workspace.list(path);
    const why = `it has more than ${LISTED_FILES} files: name the folders below it one by one`;
    return {
      files: files.map((file) => file.path).filter(isReadable),
      ...(more ? { untold: { file: path, why } } : {}),
    };
  } catch (error) {
    // What is not there at all, or is a file of another kind, is told where files are read.
    if (error instanceof ToolError) return { files: [path] };
    throw error;
  }
}
