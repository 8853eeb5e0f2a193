import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Another process has the directory. */
export class DirectoryLocked extends Error {
  override readonly name = 'DirectoryLocked';
}

/** Directories this very process holds: its own pid in a lock file proves nothing else. */
const held = new Set<string>();

/**
 * Makes this process the only one to write in a directory; the returned function ends that.
 *
 * The lock of a process that no longer lives is taken over.
 *
 * @param name the file that says so
 * @throws {DirectoryLocked} naming the process that holds it.
 */
export async function lockDirectory(directory: string, name = 'lock'): Promise<() => Promise<void>> {
  const file = path.join(path.resolve(directory), name);
  const mine = `${file}.${process.pid}`;
  await writeFile(mine, identity(process.pid), { mode: 0o600 });
  try {
    while (!(await linked(mine, file))) {
      const holder = await contentOf(file);
      if (holder === undefined) continue; // it has just been given up
      if (isAlive(holder, file)) throw new DirectoryLocked(lockedMessage(directory, holder));
      await takeAway(file, holder, `${mine}.stale`);
    }
  } finally {
    await unlink(mine);
  }
  held.add(file);
  return async () => {
    held.delete(file);
    // Whoever holds it may have cleared the directory.
    await rm(file, { force: true });
  };
}

/** A hard link appears whole or not at all, and never over another. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function contentOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Two may find the same dead lock: whoever moves away a living one by mistake puts it back. */
async function takeAway(file: string, expected: string, aside: string): Promise<void> {
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8')) !== expected) await linked(aside, file);
  await unlink(aside);
}

function isAlive(holder: string, file: string): boolean {
  const pid = Number.parseInt(holder, 10);
  if (!(pid > 0)) return false;
  if (pid === process.pid) return held.has(file);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return identity(pid) === holder;
}

/**
 * The pid and, where the system tells, when that process began: after a reboot the same pid is somebody else. A
 * process that was killed and that its parent has not yet looked at is nobody.
 */
function identity(pid: number): string {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return `${pid}\n`;
  }
  // The name of the program stands in brackets and may hold anything; the fields after it are plain.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? '' : `${pid} ${fields[18]}\n`;
}

function lockedMessage(directory: string, holder: string): string {
  return `${directory} is in use by process ${Number.parseInt(holder, 10)}: stop it first, or give this host another directory`;
}
