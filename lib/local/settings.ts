import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a data directory keeps besides the ledger and the journal: the link keys and the port links point to. */
export type Kept = { readonly linkKeys: string; readonly port: number };

const DEFAULT_PORT = 4780;

/** Reads what the directory keeps, or makes it: links that were mailed stay good over restarts. */
export function keptSettings(directory: string, wanted: { readonly port?: number }): Kept {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = path.join(directory, 'settings.json');
  const kept = read(file);
  const settings: Kept = {
    linkKeys: kept?.linkKeys ?? JSON.stringify({ current: randomBytes(32).toString('base64') }),
    port: wanted.port ?? kept?.port ?? DEFAULT_PORT,
  };
  if (kept?.port !== settings.port || !kept?.linkKeys)
    writeFileSync(file, JSON.stringify(settings), { mode: 0o600 });
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
