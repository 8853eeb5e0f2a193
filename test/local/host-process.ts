import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const children: ChildProcess[] = [];

/** Whatever a failed test has left running. */
export function killAll(): void {
  for (const child of children) child.kill('SIGKILL');
}

/**
 * One life of a host in a process of its own: it does as it is ordered and says one line of JSON.
 *
 * @param options.dies whether it is killed for that, or ends by itself
 * @returns what it said, and the signal that ended it
 * @throws when it ends without a word
 */
export async function life(
  script: string,
  orders: object,
  { dies }: { readonly dies: boolean },
): Promise<{ readonly said: unknown; readonly signal: NodeJS.Signals | null }> {
  const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(orders)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const errors = text(child.stderr);
  const gone = once(child, 'close');
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    gone.then(() => [undefined]),
  ]);
  if (line === undefined) throw new Error(`the host ended with ${child.exitCode}: ${await errors}`);
  if (dies) child.kill('SIGKILL');
  await gone;
  return { said: JSON.parse(String(line)), signal: child.signalCode };
}
