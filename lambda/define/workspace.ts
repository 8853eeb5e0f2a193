import { ToolError } from './tool-error.ts';

/** The files a workflow works in, by paths such as "src/index.ts". Adapters: directory.ts, s3.ts in lambda/workspace. */
export type Workspace = {
  /**
   * Regular files below a folder ("" is the root), in an order of the workspace's own, from the one behind `after` on; links
   * and what tools or people generate are left out.
   */
  list(under: string, after?: string): Promise<FileList>;
  /**
   * A whole file as text.
   *
   * @throws {ToolError} NO_SUCH_FILE, NOT_A_FILE, IS_LINK, FILE_TOO_LARGE, NOT_TEXT, BAD_PATH
   */
  read(path: string): Promise<string>;
};

/** Only a write's own code has one. */
export type WritableWorkspace = Workspace & {
  /** Makes or replaces a file at once, never half of it. */
  write(path: string, text: string): Promise<void>;
};

export type FileEntry = { readonly path: string; readonly bytes: number };
export type FileList = { readonly files: readonly FileEntry[]; readonly more: boolean };

/** The largest file that is read or written, in bytes, and how many files a list names. */
export const FILE_BYTES = 256 * 1024;
export const LISTED_FILES = 500;

const GENERATED = /^(node_modules|\.git|dist|build|coverage|cdk\.out|\.venv|venv|__pycache__|\.holdpoint)$/;

/** Whether a list leaves the path out: it is below a folder that tools fill. */
export const isGenerated = (path: string): boolean => path.split('/').some((part) => GENERATED.test(part));

/** What keeps a path from naming a file inside the workspace; undefined when nothing does. */
export function pathFault(path: string): string | undefined {
  if (path === '' || path.length > 512) return 'a path of 1 to 512 characters is wanted';
  if (/[\p{Cc}\p{Cf}\u2028\u2029\\]/u.test(path)) return 'control characters and \\ are not allowed';
  if (/^(\/|~|[A-Za-z]:)/.test(path))
    return 'a path from the root of the workspace is wanted, not an absolute one';
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    return '"", "." and ".." cannot be parts of a path';
  return parts.some((part) => Buffer.byteLength(part) > 255) ? 'a part is longer than 255 bytes' : undefined;
}

/** @throws {ToolError} BAD_PATH */
export function checkPath(path: string): void {
  const fault = pathFault(path);
  if (fault)
    throw new ToolError(
      'parameter',
      'BAD_PATH',
      `${fault}; ${JSON.stringify(path.slice(0, 80))} was given`,
      'path',
    );
}

/** The text of a file's bytes. */
export function textOf(bytes: Uint8Array, path: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\u0000')) return text;
  } catch {
    // Bytes that are no UTF-8 are told below, with those that are but are no text.
  }
  throw fileError('NOT_TEXT', path, 'is not text');
}

export const tooLarge = (path: string, bytes: number): ToolError =>
  fileError('FILE_TOO_LARGE', path, `has ${bytes} bytes, at most ${FILE_BYTES} are handled`);

export const fileError = (code: string, path: string, what: string): ToolError =>
  new ToolError('business', code, `"${path}" ${what}`, 'path');
