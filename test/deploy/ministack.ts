import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, untilUp } from '../servers.ts';

const VERSION = '1.5.33';
const CACHE = path.resolve('node_modules/.cache/ministack');

export type Letter = { readonly To: readonly string[]; readonly Subject: string; readonly BodyText: string };

export type MiniStack = {
  readonly url: string;
  readonly port: number;
  /** What the AWS CLI, CDK and SDKs read. */
  readonly env: Record<string, string>;
  letters(): Promise<readonly Letter[]>;
  close(): Promise<void>;
};

/**
 * MiniStack, an AWS on one machine that this project did not write: from PyPI into a virtual environment, as a process
 * group of its own, since its functions are processes too.
 *
 * @param env what every function's process has besides
 */
export async function startMiniStack(region: string, env: Record<string, string>): Promise<MiniStack> {
  const bin = install();
  const port = await freePort();
  const home = path.join(CACHE, 'run');
  mkdirSync(home, { recursive: true });
  const log = openSync(path.join(home, 'ministack.log'), 'w');
  const server = spawn(bin, {
    detached: true,
    stdio: ['ignore', log, log],
    // Its workers are CommonJS files in TMPDIR: no package.json above may say otherwise, and node_modules stops the search.
    env: { PATH: process.env.PATH, HOME: home, TMPDIR: home, GATEWAY_PORT: String(port), ...env },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilUp(`${url}/_ministack/health`, server);
  return {
    url,
    port,
    env: {
      AWS_ENDPOINT_URL: url,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_REGION: region,
      AWS_DEFAULT_REGION: region,
    },
    async letters() {
      const { messages } = (await (await fetch(`${url}/_ministack/ses/messages`)).json()) as {
        messages: Record<string, Letter[]>;
      };
      return Object.values(messages).flat();
    },
    close: () => stop(server),
  };
}

function install(): string {
  const bin = path.join(CACHE, VERSION, 'bin');
  if (!existsSync(path.join(bin, 'ministack'))) {
    execFileSync('python3', ['-m', 'venv', path.dirname(bin)]);
    execFileSync(path.join(bin, 'pip'), [
      'install',
      '--quiet',
      '--disable-pip-version-check',
      `ministack==${VERSION}`,
    ]);
  }
  return path.join(bin, 'ministack');
}

/** The whole group: a function's process does not end with the server. */
async function stop(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null) return;
  const ended = once(server, 'exit');
  process.kill(-server.pid, 'SIGTERM');
  await Promise.race([ended, sleep(5000)]);
  try {
    process.kill(-server.pid, 'SIGKILL');
  } catch {
    // nobody of the group is left
  }
}
