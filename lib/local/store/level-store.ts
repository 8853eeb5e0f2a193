import { mkdirSync } from 'node:fs';
import { ClassicLevel } from 'classic-level';
import { StoreCorrupt, StoreInUse } from './faults.ts';
import { LevelItems } from './level-items.ts';
import { checkLogs } from './level-log.ts';

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
  checkLogs(directory);
  const level = new ClassicLevel(directory);
  try {
    await level.open();
  } catch (error) {
    throw failed(directory, error);
  }
  return new LevelItems(level, broken);
}

/** LevelDB's own reason stands in the cause of what it throws. */
function failed(directory: string, error: unknown): Error {
  const { code, message } = ((error as Error).cause ?? error) as { code?: string; message: string };
  if (code === 'LEVEL_LOCKED')
    return new StoreInUse(`the ledger in ${directory} is in use by another process: stop it first`);
  return new StoreCorrupt(`the ledger in ${directory} cannot be opened: ${message}`, { cause: error });
}
