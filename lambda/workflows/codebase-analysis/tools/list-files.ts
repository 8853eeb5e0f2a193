import * as z from 'zod';
import { defineTool } from '../../../define/tool.ts';
import { LISTED_FILES, pathFault } from '../../../define/workspace.ts';
import { FilePath } from '../../shared/files/path.ts';

export const listFiles = defineTool({
  name: 'list_files',
  description: `List the files of the workspace, or of one folder of it, with their sizes; at most ${LISTED_FILES}: when there are more, call again with the last path as after. Generated folders are left out.`,
  effect: 'READ_ONLY',
  input: z.object({
    folder: z
      .string()
      .refine(
        (folder) => folder === '' || !pathFault(folder),
        'a path from the root of the workspace is wanted',
      )
      .default('')
      .describe('"" is the whole workspace'),
    after: FilePath.optional().describe('the last path of the list before'),
  }),
  output: z.object({
    files: z.array(z.object({ path: z.string(), bytes: z.number() })),
    more: z.boolean().describe('whether there are more than are listed'),
  }),
  timeout: { seconds: 20 },
});
