import { createHash } from 'node:crypto';
import { type Receipt, type Writer, writer } from '../../../define/runner.ts';
import { ToolError } from '../../../define/tool-error.ts';
import type { WritableWorkspace } from '../../../define/workspace.ts';
import { writeFile } from './write-file.ts';

/** A file that holds the text is the act done, whoever asks and however often: writing it again changes nothing. */
export const runWriteFile = (workspace: WritableWorkspace): Writer =>
  writer(writeFile, {
    async run({ path, content }, { now }) {
      await workspace.write(path, content);
      return receiptOf(path, content, now);
    },
    async reconcile(_key, { now }, { path, content }) {
      const text = await workspace.read(path).catch((error: unknown) => {
        if (error instanceof ToolError) return undefined;
        throw error;
      });
      return text === content ? receiptOf(path, content, now) : undefined;
    },
  });

const receiptOf = (path: string, content: string, now: Date): Receipt => ({
  id: path,
  at: now.toISOString(),
  bytes: Buffer.byteLength(content),
  sha256: createHash('sha256').update(content).digest('hex'),
});
