import { memoryWorkspace } from '../../lib/local/crash/memory-workspace.ts';
import { workspaceContract } from '../workspace/workspace.contract.ts';

workspaceContract('in memory', async () => {
  const files = new Map<string, Buffer>();
  return {
    workspace: memoryWorkspace(files),
    put: (path, bytes) => void files.set(path, Buffer.from(bytes)),
  };
});
