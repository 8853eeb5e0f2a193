import { runWriteFile } from '../workflows/plan-execute-review/tools/write-file.run.ts';
import { deployed } from './deployed.ts';
import { workspaceOf } from './workspace.ts';
import { writes } from './writes.ts';

export const wire: ReturnType<typeof writes> = (host) =>
  writes([runWriteFile(workspaceOf(host, 'plan-execute-review'))])(host);

export const handler = deployed(wire);
