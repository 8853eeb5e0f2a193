import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Crash } from './measure/crash.ts';
import type { Growth } from './measure/growth.ts';
import type { Load } from './measure/load.ts';
import type { Parked } from './measure/parked.ts';
import type { Profile } from './measure/profile.ts';
import type { Speed } from './measure/speed.ts';
import type { PeerName } from './peers.ts';

/** One thing that was measured, or why it could not be. */
export type Measured =
  | { readonly phase: 'speed'; readonly peer: PeerName; readonly round: number; readonly value: Speed }
  | { readonly phase: 'parked'; readonly peer: PeerName; readonly runs: number; readonly value: Parked }
  | { readonly phase: 'crash'; readonly peer: PeerName; readonly value: Crash }
  | { readonly phase: 'growth'; readonly what: Growth['what']; readonly value: Growth }
  | { readonly phase: 'profile'; readonly value: Profile }
  | { readonly phase: 'load'; readonly value: readonly Load[] }
  | { readonly phase: 'skipped'; readonly peer: PeerName; readonly why: string };

export type Result = Measured & { readonly key: string };

/** Results as they come, in a file: a run that was stopped goes on where it was. */
export class Results {
  readonly #file: string;
  readonly all: Result[];

  constructor(file: string, fresh: boolean) {
    this.#file = file;
    mkdirSync(path.dirname(file), { recursive: true });
    if (fresh) rmSync(file, { force: true });
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    this.all = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }

  has = (key: string): boolean => this.all.some((result) => result.key === key);

  add(result: Result): void {
    this.all.push(result);
    // Why a peer was skipped may be mended before the next start: it is tried again.
    if (result.phase !== 'skipped') appendFileSync(this.#file, `${JSON.stringify(result)}\n`);
  }
}

/** The machine, as far as a reader must know it. */
export const machine = () => ({
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  cpu: os.cpus()[0]?.model.trim() ?? 'unknown',
  cores: os.cpus().length,
  memoryGb: Math.round(os.totalmem() / 2 ** 30),
  system: `${os.type()} ${os.release().replace(/-.*/, '')}`,
});

export type Machine = ReturnType<typeof machine>;
