import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleFunctions } from '../../lib/aws/bundle.ts';
import { median, round } from './many.ts';

/** What loading one deployed function's bundle takes in a new process. */
export type Load = {
  readonly name: string;
  /** Bytes that are read when it starts. */
  readonly bytes: number;
  readonly ms: number;
  /** Times what an empty module takes, medians over the same rounds; the span of the rounds' own ratios. */
  readonly ratio: number;
  readonly ratioMin: number;
  readonly ratioMax: number;
};

const EMPTY = 'an empty module';

/** Imports every bundle once a round, all in turn, each in a process of its own. */
export async function loads(rounds: number, say: (line: string) => void): Promise<readonly Load[]> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'bench-load-'));
  try {
    const bundles = await bundleFunctions(path.join(directory, 'dist'));
    const empty = path.join(directory, 'empty.mjs');
    writeFileSync(empty, '');
    const modules = [
      { name: EMPTY, bytes: 0, file: empty },
      ...bundles.map(({ name, startBytes }) => ({
        name,
        bytes: startBytes,
        file: path.join(directory, 'dist', name, 'index.mjs'),
      })),
    ];
    const times = new Map<string, number[]>(modules.map(({ name }) => [name, []]));
    for (let n = 0; n < rounds; n += 1) {
      say(`cold start, round ${n + 1} of ${rounds}`);
      for (const { name, file } of modules) times.get(name)?.push(await importMs(file));
    }
    const base = times.get(EMPTY) ?? [];
    return modules.map(({ name, bytes }) => {
      const own = times.get(name) ?? [];
      const ratios = own.map((ms, at) => ms / (base[at] ?? Number.NaN));
      return {
        name,
        bytes,
        ms: round(median(own)),
        ratio: round(median(own) / median(base), 1),
        ratioMin: round(Math.min(...ratios), 1),
        ratioMax: round(Math.max(...ratios), 1),
      };
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Milliseconds from before the import until the module has run, as the new process itself sees them. */
async function importMs(file: string): Promise<number> {
  const script = `const before = performance.now(); await import(${JSON.stringify(pathToFileURL(file).href)}); process.stdout.write(String(performance.now() - before)); process.exit();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  await once(child, 'close');
  const ms = Number(said);
  if (!said || Number.isNaN(ms)) throw new Error(`${file} could not be imported`);
  return ms;
}
