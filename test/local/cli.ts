import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
type Env = { readonly [name: string]: string };

/** As `npm run holdpoint` runs it. */
const CLI = ['bin/bundled.mjs', 'bin/holdpoint.ts'];
const SESSION = ['--import', 'tsx', 'test/local/cli-session.ts'];

/** Node in a process of its own, with pipes for output and nothing of our surroundings. */
function start(program: readonly string[], args: readonly string[], env: Env) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: ROOT,
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

/** Ends whatever a test that failed left behind. */
export const endAll = () => {
  for (const child of children) child.kill('SIGKILL');
};
const children: ChildProcess[] = [];

export const freshHome = () => mkdtempSync(path.join(tmpdir(), 'holdpoint-cli-'));

type End = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The last line of stdout, as JSON where it is JSON. */
  readonly last: unknown;
};
const end = (said: Omit<End, 'last'>): End => ({
  ...said,
  last: parsed(said.stdout.trimEnd().split('\n').at(-1) ?? ''),
});

/** Runs a command to its end, as a user's shell does. */
export async function holdpoint(args: readonly string[], env: Env): Promise<End> {
  const child = start(CLI, args, env);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return end({ code: child.exitCode, stdout, stderr });
}

type Command = { readonly args: readonly string[]; readonly env: Env };

/** Runs commands one after another in one process, since a process takes a second to begin. */
export async function session<Name extends string>(
  commands: Readonly<Record<Name, Command>>,
): Promise<Readonly<Record<Name, End>>> {
  const names = Object.keys(commands) as Name[];
  const child = start(SESSION, [JSON.stringify(Object.values(commands))], {});
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`the session ended with ${child.exitCode}: ${stderr}`);
  const ends = (JSON.parse(stdout) as Omit<End, 'last'>[]).map(end);
  return Object.fromEntries(names.map((name, index) => [name, ends[index]])) as Record<Name, End>;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

/** Starts a command that goes on, and waits until it says that it serves. */
export async function serving(args: readonly string[], env: Env) {
  const child = start(CLI, args, env);
  const lines: string[] = [];
  const said = createInterface({ input: child.stderr });
  await new Promise<void>((resolve, reject) => {
    said.on('line', (line) => {
      lines.push(line);
      if (line.includes('Serving ')) resolve();
    });
    child.on('exit', (code) => reject(new Error(`it ended with ${code}: ${lines.join('\n')}`)));
  });
  const stop = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
    return child.exitCode;
  };
  return {
    lines,
    /** Resolves when a line on stderr has the words. */
    said: async (words: string) => {
      while (!lines.some((line) => line.includes(words))) await once(said, 'line');
    },
    kill: () => stop('SIGKILL'),
    stop: () => stop('SIGTERM'),
  };
}
