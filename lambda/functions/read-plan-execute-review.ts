import { runCalculate } from '../workflows/plan-execute-review/tools/calculate.run.ts';
import { runGetTime } from '../workflows/plan-execute-review/tools/get-time.run.ts';
import { runReadFile } from '../workflows/shared/files/read-file.run.ts';
import { deployed } from './deployed.ts';
import { reads } from './reads.ts';
import { workspaceOf } from './workspace.ts';

export const wire: ReturnType<typeof reads> = (host) =>
  reads([runGetTime, runCalculate, runReadFile(workspaceOf(host, 'plan-execute-review'))])(host);

export const handler = deployed(wire);
