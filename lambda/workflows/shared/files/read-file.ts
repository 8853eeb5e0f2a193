import * as z from 'zod';
import { defineTool } from '../../../define/tool.ts';
import { FilePath } from './path.ts';

export const DEFAULT_LINES = 100;

export const readFile = defineTool({
  name: 'read_file',
  description: `Read a text file of the workspace: ${DEFAULT_LINES} lines from the first unless asked otherwise. Each line has its number before it.`,
  effect: 'READ_ONLY',
  input: z.object({
    path: FilePath,
    from_line: z.int().min(1).default(1),
    lines: z.int().min(1).max(400).default(DEFAULT_LINES),
  }),
  output: z.object({
    path: z.string(),
    from_line: z.number(),
    to_line: z.number().describe('the last line that was read; less than from_line when there is none'),
    total_lines: z.number(),
    text: z.string(),
  }),
  timeout: { seconds: 15 },
});
