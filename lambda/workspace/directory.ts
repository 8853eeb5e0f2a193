import { randomUUID } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  checkPath,
  FILE_BYTES,
  type FileEntry,
  fileError,
  isGenerated,
  LISTED_FILES,
  textOf,
  tooLarge,
  type WritableWorkspace,
} from '../define/workspace.ts';

/** A folder of this machine. No link is followed on the way to a file, so nothing outside the folder can be reached. */
export function directoryWorkspace(root: string): WritableWorkspace {
  return {
    async list(under, after) {
      if (under) checkPath(under);
      const folder = await enter(root, under ? under.split('/') : [], under);
      const files: FileEntry[] = [];
      for await (const file of walk(folder, under)) {
        if (after !== undefined && !isBehind(file.path, after)) continue;
        if (files.length === LISTED_FILES) return { files, more: true };
        files.push(file);
      }
      return { files, more: false };
    },

    async read(name) {
      checkPath(name);
      const file = await inside(root, name);
      // A pipe would be waited for until somebody writes to it.
      const how = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
      const handle = await open(file, how).catch(named(name));
      try {
        const stats = await handle.stat();
        if (!stats.isFile()) throw fileError('NOT_A_FILE', name, 'is not a file');
        if (stats.size > FILE_BYTES) throw tooLarge(name, stats.size);
        return textOf(await handle.readFile(), name);
      } finally {
        await handle.close();
      }
    },

    async write(name, text) {
      checkPath(name);
      const bytes = Buffer.byteLength(text);
      if (bytes > FILE_BYTES) throw tooLarge(name, bytes);
      const file = await inside(root, name, { make: true });
      const before = await lstat(file).catch(absent);
      if (before?.isSymbolicLink() || (before && before.nlink > 1 && before.isFile()))
        throw fileError('IS_LINK', name, 'is a link');
      if (before && !before.isFile()) throw fileError('NOT_A_FILE', name, 'is not a file');
      // A new file that takes the name's place: whoever reads sees the old text or the new one, and no link is written through.
      const draft = path.join(path.dirname(file), `.${randomUUID()}.tmp`);
      try {
        const handle = await open(draft, 'wx', 0o644);
        await handle.writeFile(text);
        await handle.sync();
        await handle.close();
        await rename(draft, file);
      } finally {
        await rm(draft, { force: true });
      }
    },
  };
}

const base = async (root: string): Promise<string> => {
  await mkdir(root, { recursive: true });
  return realpath(root);
};

/** The place of a checked path. */
async function inside(root: string, name: string, how?: { readonly make: boolean }): Promise<string> {
  const parts = name.split('/');
  return path.join(await enter(root, parts.slice(0, -1), name, how), parts.at(-1) ?? '');
}

/** Goes down folder by folder, each looked at for being one, and made where asked. */
async function enter(
  root: string,
  parts: readonly string[],
  name: string,
  { make } = { make: false },
): Promise<string> {
  let folder = await base(root);
  for (const part of parts) {
    folder = path.join(folder, part);
    const stats = (await lstat(folder).catch(absent)) ?? (make ? await made(folder) : undefined);
    if (!stats) throw fileError('NO_SUCH_FILE', name, 'does not exist');
    if (stats.isSymbolicLink()) throw fileError('IS_LINK', name, 'leads through a link');
    if (!stats.isDirectory()) throw fileError('NO_SUCH_FILE', name, 'leads through a file');
  }
  return folder;
}

async function made(folder: string) {
  await mkdir(folder, { recursive: true });
  return lstat(folder);
}

async function* walk(folder: string, under: string): AsyncGenerator<FileEntry> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort(byName)) {
    const name = under ? `${under}/${entry.name}` : entry.name;
    if (isGenerated(name)) continue;
    if (entry.isDirectory()) yield* walk(path.join(folder, entry.name), name);
    else if (entry.isFile()) yield { path: name, bytes: (await lstat(path.join(folder, entry.name))).size };
  }
}

/** Whether a walk comes to a path later: folder by folder, as names sort. */
function isBehind(path: string, other: string): boolean {
  const [one, two] = [path.split('/'), other.split('/')];
  const at = one.findIndex((part, index) => part !== two[index]);
  return at >= 0 && (two[at] === undefined || (one[at] ?? '') > two[at]);
}

const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : 1);

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;

function absent(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
  return undefined;
}

const named =
  (name: string) =>
  (error: unknown): never => {
    const code = codeOf(error);
    if (code === 'ENOENT') throw fileError('NO_SUCH_FILE', name, 'does not exist');
    if (code === 'ELOOP') throw fileError('IS_LINK', name, 'is a link');
    throw error;
  };
