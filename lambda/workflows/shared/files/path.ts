import * as z from 'zod';
import { pathFault } from '../../../define/workspace.ts';

/** A file's place in the workspace, as a model may name it. */
export const FilePath = z
  .string()
  .superRefine((path, context) => {
    const fault = pathFault(path);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  })
  .describe('path from the root of the workspace, such as "src/index.ts"');
