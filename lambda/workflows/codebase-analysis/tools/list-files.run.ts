import { type Runner, runner } from '../../../define/runner.ts';
import type { Workspace } from '../../../define/workspace.ts';
import { listFiles } from './list-files.ts';

export const runListFiles = (workspace: Workspace): Runner =>
  runner(listFiles, async ({ folder, after }) => {
    const { files, more } = await workspace.list(folder, after);
    return { files: [...files], more };
  });
