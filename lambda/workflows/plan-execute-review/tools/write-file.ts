import * as z from 'zod';
import { defineTool } from '../../../define/tool.ts';
import { FILE_BYTES } from '../../../define/workspace.ts';
import { FilePath } from '../../shared/files/path.ts';

export const writeFile = defineTool({
  name: 'write_file',
  description:
    'Propose to write a text file of the workspace, replacing what is there. It is written only if a person approves.',
  effect: 'WRITE_CONFIRM',
  input: z.object({
    path: FilePath,
    content: z
      .string()
      .refine((text) => Buffer.byteLength(text) <= FILE_BYTES, `at most ${FILE_BYTES} bytes are written`)
      .describe('the whole text; figures only from results'),
  }),
  output: z.object({ id: z.string(), at: z.string(), bytes: z.number(), sha256: z.string() }),
  figures: ['content'],
  preview: ({ path, content }) => {
    const bytes = Buffer.byteLength(content);
    return {
      act: {
        en: `Write the file ${path} (${bytes} bytes)`,
        tc: `寫入檔案 ${path}（${bytes} 位元組）`,
        sc: `写入文件 ${path}（${bytes} 字节）`,
      },
      title: path,
      texts: [{ lang: 'en', text: content }],
    };
  },
  target: 'keyed',
  timeout: { seconds: 20 },
});
