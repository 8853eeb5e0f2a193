import { mkdirSync } from 'node:fs';
import { ClassicLevel } from 'classic-level';
import { DirectoryLocked, lockDirectory } from '../engine/lock.ts';
import { StoreCorrupt, StoreInUse } from './faults.ts';
import { LevelItems } from './level-items.ts';
import { checkLogs } from './level-log.ts';
import { checkTables } from './level-table.ts';

/**
 * Opens the ledger kept in a directory, or begins it.
 *
 * @throws {StoreInUse} while another process has it open
 * @throws {StoreCorrupt}
 */
export async function openLevelStore(
  directory: string,
  broken: (fault: Error) => void = () => {},
): Promise<LevelItems> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // LevelDB has a lock of its own, which it takes too late: whoever holds it may be writing what is checked here.
  const unlock = await lockDirectory(directory, HOLDER).catch((error) => {
    throw error instanceof DirectoryLocked ? inUse(directory) : error;
  });
  try {
    checkLogs(directory);
    await checkTables(directory);
    const level = new ClassicLevel(directory);
    await level.open().catch((error) => {
      throw failed(directory, error);
    });
    return new LevelItems(level, broken, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Not "lock": where names differ by more than case only, LevelDB has that one. */
const HOLDER = 'holder';

const inUse = (directory: string) =>
  new StoreInUse(`the ledger in ${directory} is in use by another process: stop it first`);

/** LevelDB's own reason stands in the cause of what it throws. */
function failed(directory: string, error: unknown): Error {
  const { code, message } = ((error as Error).cause ?? error) as { code?: string; message: string };
  if (code === 'LEVEL_LOCKED') return inUse(directory);
  return new StoreCorrupt(`the ledger in ${directory} cannot be opened: ${message}`, { cause: error });
}
