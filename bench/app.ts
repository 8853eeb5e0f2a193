import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';

/** A child dies with this process, however it ends. */
export function killWithUs(child: ChildProcess): void {
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

type Answer = Record<string, unknown>;

/** A peer's process, talked to over HTTP. */
export class App {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1_024 });
  #port = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#exited = once(child, 'exit');
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Starts the peer on `directory` and waits until it listens. @throws {Error} with its last words */
  static async up(
    [program, ...flags]: readonly [string, ...string[]],
    directory: string,
    env: Readonly<Record<string, string>> = {},
  ): Promise<App> {
    const log = path.join(directory, 'stderr.log');
    const stderr = openSync(log, 'a');
    const child = spawn(program, flags, {
      env: {
        ...process.env,
        NODE_NO_WARNINGS: '1',
        MASTRA_TELEMETRY_DISABLED: '1',
        BENCH_DIRECTORY: directory,
        BENCH_EFFECTS: effectsFile(directory),
        ...env,
      },
      stdio: ['ignore', 'pipe', stderr],
    });
    closeSync(stderr);
    killWithUs(child);
    const app = new App(child);
    app.#port = await new Promise((resolve, reject) => {
      let said = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        if (app.#port) return;
        said = `${said}${chunk}`.slice(-10_000);
        const [, port] = /@@(\d+)@@/.exec(said) ?? [];
        if (port) resolve(Number(port));
      });
      child.once('error', reject);
      child.once('exit', (code, signal) =>
        reject(new Error(`it ended with ${code ?? signal}: ${lastWords(log) || said.slice(-400)}`)),
      );
    });
    return app;
  }

  call(operation: string, argument = '', timeoutMs = 120_000): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const target = `/${operation}/${argument}`;
      const request = http.request(
        { host: '127.0.0.1', port: this.#port, method: 'POST', path: target, agent: this.#agent },
        async (response) => {
          const chunks: Buffer[] = [];
          for await (const chunk of response) chunks.push(chunk);
          const body = JSON.parse(Buffer.concat(chunks).toString());
          if (response.statusCode === 200) resolve(body);
          else reject(new Error(`${target}: ${body.error}`));
        },
      );
      request.setTimeout(timeoutMs, () =>
        request.destroy(new Error(`${target}: no answer in ${timeoutMs} ms`)),
      );
      request.on('error', reject);
      request.end();
    });
  }

  /** Resolves when it has died, by whatever hand. */
  async died(): Promise<void> {
    await this.#exited;
    this.#agent.destroy();
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.died();
  }
}

export const effectsFile = (directory: string): string => path.join(directory, 'effects.log');

/** How often the write took effect, by run; Holdpoint's own notes name no run. */
export function effectsIn(directory: string): Map<string, number> {
  const counts = new Map<string, number>();
  let text = '';
  try {
    text = readFileSync(effectsFile(directory), 'utf8');
  } catch {
    return counts;
  }
  for (const run of text.split('\n').filter(Boolean)) counts.set(run, (counts.get(run) ?? 0) + 1);
  return counts;
}

const lastWords = (log: string): string =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => /\S/.test(line) && !/^\s+at /.test(line))
    .slice(-4)
    .join(' ')
    .slice(-400);
