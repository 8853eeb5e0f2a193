import {
  checkPath,
  FILE_BYTES,
  fileError,
  isGenerated,
  LISTED_FILES,
  textOf,
  tooLarge,
  type WritableWorkspace,
} from '../../../lambda/define/workspace.ts';

/** Files in memory, under the workspaces' contract; `changed` hears of every write that made a difference. */
export function memoryWorkspace(
  files: Map<string, Buffer>,
  changed: (path: string) => void = () => {},
): WritableWorkspace {
  return {
    async list(under, after = '') {
      if (under) checkPath(under);
      const below = [...files]
        .filter(([path]) => (!under || path.startsWith(`${under}/`)) && !isGenerated(path))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([path, { length: bytes }]) => ({ path, bytes }));
      if (under && below.length === 0) throw fileError('NO_SUCH_FILE', under, 'does not exist');
      const rest = below.filter(({ path }) => path > after);
      return { files: rest.slice(0, LISTED_FILES), more: rest.length > LISTED_FILES };
    },
    async read(path) {
      checkPath(path);
      const bytes = files.get(path);
      if (!bytes) throw fileError('NO_SUCH_FILE', path, 'does not exist');
      if (bytes.length > FILE_BYTES) throw tooLarge(path, bytes.length);
      return textOf(bytes, path);
    },
    async write(path, text) {
      checkPath(path);
      const bytes = Buffer.from(text);
      if (bytes.length > FILE_BYTES) throw tooLarge(path, bytes.length);
      const differs = !files.get(path)?.equals(bytes);
      files.set(path, bytes);
      if (differs) changed(path);
    },
  };
}
