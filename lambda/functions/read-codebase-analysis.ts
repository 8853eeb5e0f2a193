import { runAnalyzeCode } from '../workflows/codebase-analysis/tools/analyze-code.run.ts';
import { runListFiles } from '../workflows/codebase-analysis/tools/list-files.run.ts';
import { runReadFile } from '../workflows/shared/files/read-file.run.ts';
import { deployed } from './deployed.ts';
import { reads } from './reads.ts';
import { workspaceOf } from './workspace.ts';

export const wire: ReturnType<typeof reads> = (host) => {
  const files = workspaceOf(host, 'codebase-analysis');
  return reads([runListFiles(files), runReadFile(files), runAnalyzeCode(files)])(host);
};

export const handler = deployed(wire);
