import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a data directory keeps besides the ledger and the journal: the link keys, and the port that links point to. */
export type Kept = { readonly linkKeys: string; readonly port?: number };

/** Reads what the directory keeps, or makes it: links that were mailed stay good over restarts. */
export function keptSettings(directory: string): Kept {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const kept = read(fileOf(directory));
  if (kept?.linkKeys) return { ...kept, linkKeys: kept.linkKeys };
  return keep(directory, {
    ...kept,
    linkKeys: JSON.stringify({ current: randomBytes(32).toString('base64') }),
  });
}

/** Keeps the port that this host's links point to. */
export const keepPort = (directory: string, kept: Kept, port: number): Kept =>
  kept.port === port ? kept : keep(directory, { ...kept, port });

const fileOf = (directory: string) => path.join(directory, 'settings.json');

/** Whole or not at all: a host that dies while writing leaves what was there. */
function keep(directory: string, settings: Kept): Kept {
  const fresh = path.join(directory, 'settings.json.new');
  writeFileSync(fresh, JSON.stringify(settings), { mode: 0o600 });
  renameSync(fresh, fileOf(directory));
  return settings;
}

function read(file: string): Partial<Kept> | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError(
      `${file} is not JSON: restore it, or delete it to make new link keys (mailed links then end)`,
    );
  }
}
