import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Ends, Orders } from './life.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export type Storm = Ends & {
  /** Where the youngest run of each life stood when the host was killed, as the next life found it. */
  readonly stood: ReadonlyMap<string, number>;
};

/**
 * As many lives of a host as there are runs, each life killed at a random instant of its own run's course; then
 * one life in which all that is left comes to its end.
 *
 * @param random a number in [0, 1)
 * @param longest the latest instant, in milliseconds after the run is begun
 */
export async function storm(runs: number, random: () => number, longest = 300): Promise<Storm> {
  const directory = mkdtempSync(path.join(tmpdir(), 'holdpoint-storm-'));
  const stood = new Map<string, number>();
  try {
    for (let run = 1; run <= runs; run += 1)
      await live({ directory, runs: run, last: false }, stood, random() * longest);
    const ends = await live({ directory, runs, last: true }, stood);
    if (!ends) throw new Error('the last life did not say how the runs ended');
    return { ...ends, stood };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function live(orders: Orders, stood: Map<string, number>, kill?: number): Promise<Ends | undefined> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'test/local/storm/life.ts', JSON.stringify(orders)],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const errors = text(child.stderr);
  const gone = once(child, 'close');
  let ends: Ends | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line);
    if ('stood' in said) stood.set(said.stood, (stood.get(said.stood) ?? 0) + 1);
    if ('ends' in said) ends = said;
    if ('open' in said && kill !== undefined) setTimeout(() => child.kill('SIGKILL'), kill);
  }
  await gone;
  if (!killedOrDone(child, kill)) throw new Error(`a life ended with ${child.exitCode}: ${await errors}`);
  return ends;
}

/** A life whose work was over before its instant came has ended by itself. */
const killedOrDone = ({ signalCode, exitCode }: ChildProcess, kill: number | undefined): boolean =>
  exitCode === 0 || (kill !== undefined && signalCode === 'SIGKILL');
