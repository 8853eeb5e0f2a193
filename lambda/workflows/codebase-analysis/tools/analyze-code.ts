import * as z from 'zod';
import { defineTool } from '../../../define/tool.ts';
import { FilePath } from '../../shared/files/path.ts';
import { Analysis } from '../analysis/analysis.ts';

/** How many files one call reads. */
export const FILES_AT_ONCE = 40;

export const analyzeCode = defineTool({
  name: 'analyze_code',
  description: `Analyze JavaScript, TypeScript and Python files, and the manifests package.json, requirements.txt and pyproject.toml: imports, exports, functions and their complexity, risks and slow spots with file and line, and the stack. Takes files and folders; reads ${FILES_AT_ONCE} files at once, by path. When continue_after is given back, call again with it.`,
  effect: 'READ_ONLY',
  input: z.object({
    paths: z.array(FilePath).min(1).max(20),
    continue_after: FilePath.optional(),
  }),
  output: Analysis,
  timeout: { seconds: 40 },
});
