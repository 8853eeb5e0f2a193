import * as z from 'zod';
import { defineTool } from '../../../define/tool.ts';

export const getTime = defineTool({
  name: 'get_time',
  description: 'Tell the current date and time in a time zone.',
  effect: 'READ_ONLY',
  input: z.object({
    zone: z.string().max(64).default('UTC').describe('an IANA name, such as Asia/Hong_Kong'),
  }),
  output: z.object({ zone: z.string(), instant: z.string(), date: z.string(), time: z.string() }),
  timeout: { seconds: 5 },
});
