import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { openFileJournal } from '../../../lib/local/engine/file-journal.ts';
import { virtualTimers } from '../../../lib/local/engine/virtual-timers.ts';
import { openStage } from './rehearse.ts';

/** Starts a host in a process of its own and kills it, as nobody can prepare for, after so many acknowledgements. */
async function killed(directory: string, after: number): Promise<string[]> {
  const victim = spawn(
    process.execPath,
    ['--import', 'tsx', path.join(import.meta.dirname, 'victim.ts'), directory],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const gone = once(victim, 'exit');
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: victim.stdout })) {
    if (acknowledged.push(line) === after) victim.kill('SIGKILL');
  }
  await gone;
  return acknowledged;
}

it('every execution that was acknowledged goes on after kill -9', { timeout: 60_000 }, async () => {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'killed-'));
  const first = await killed(directory, 40);
  const journal = await openFileJournal(directory);
  // Far enough in the future that every sleeper of the victim's is late.
  const stage = await openStage(
    { work: () => 1, ask: () => null, more: (name: unknown) => name },
    { journal, timers: virtualTimers(Date.parse('2100-01-01T00:00:00Z')) },
  );
  expect(first.length).toBeGreaterThanOrEqual(40);
  for (const executionArn of first) {
    const played = await stage.play(executionArn);
    expect(played).toMatchObject({
      path: ['Work', 'Rest', 'Ask', 'More'],
      status: 'SUCCEEDED',
      output: executionArn.split(':').at(-1),
    });
  }
  await stage.engine.close();
  await rm(directory, { recursive: true });
});
