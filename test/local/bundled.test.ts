import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const INSTALLED = ['esbuild', '@esbuild'];

/** A project of its own, with the launcher and what that needs. */
let project = '';
beforeAll(() => {
  project = mkdtempSync(path.join(tmpdir(), 'holdpoint-bundled-'));
  mkdirSync(path.join(project, 'bin'));
  mkdirSync(path.join(project, 'node_modules'));
  cpSync(path.join(ROOT, 'bin/bundled.mjs'), path.join(project, 'bin/bundled.mjs'));
  for (const name of INSTALLED)
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(project, 'node_modules', name));
  file('word.ts', "export const word: string = 'first';");
  file(
    'main.ts',
    `import { word } from './word.ts';
     interface Nothing {}
     export type { Nothing };
     const [, , asked] = process.argv;
     if (asked === 'fail') throw new Error('as asked');
     process.stdout.write([word, ...process.argv.slice(2)].join(' '));`,
  );
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

const file = (name: string, content: string) => writeFileSync(path.join(project, name), content);
const cached = () =>
  readdirSync(path.join(project, 'node_modules/.cache'), { recursive: true, encoding: 'utf8' });
const programs = () => cached().filter((name) => /[/\\]main-\w+[/\\]program-\w+\.mjs$/.test(name));

async function run(...args: readonly string[]) {
  const child = spawn(process.execPath, ['bin/bundled.mjs', ...args], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

describe('a program that runs as a bundle', () => {
  it('has its arguments, and is bundled once', async () => {
    expect(await run('main.ts', 'one', 'two')).toEqual({ code: 0, stdout: 'first one two', stderr: '' });
    const made = cached();
    expect(await run('main.ts')).toMatchObject({ stdout: 'first' });
    expect(cached()).toEqual(made);
  });

  it.runIf(existsSync('/proc/self'))('leaves no process beside it that made it', async () => {
    file(
      'alone.ts',
      `import { readFileSync } from 'node:fs';
       process.stdout.write(readFileSync(\`/proc/\${process.pid}/task/\${process.pid}/children\`));`,
    );
    expect(await run('alone.ts')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('is what its files say now, and not what they said', async () => {
    file('word.ts', "export const word: string = 'second';");
    expect(await run('main.ts')).toMatchObject({ stdout: 'second' });
    file('word.ts', "export const word: string = 'third!';");
    expect(await run('main.ts')).toMatchObject({ stdout: 'third!' });
  });

  it('keeps what a process of the last days may still load, and nothing older', async () => {
    const [older = '', younger = ''] = programs();
    const tenDaysAgo = new Date(Date.now() - 10 * 24 * 3_600_000);
    utimesSync(path.join(project, 'node_modules/.cache', older), tenDaysAgo, tenDaysAgo);
    file('word.ts', "export const word: string = 'fourth';");
    expect(await run('main.ts')).toMatchObject({ stdout: 'fourth' });
    expect(programs()).not.toContain(older);
    expect(programs()).toContain(younger);
  });

  it('is bundled anew when something was installed', async () => {
    file('node_modules/.package-lock.json', '{}');
    mkdirSync(path.join(project, 'node_modules/other'), { recursive: true });
    file('node_modules/other/index.mjs', "export const word = 'of a package';");
    file('word.ts', "export { word } from 'other/index.mjs';");
    expect(await run('main.ts')).toMatchObject({ stdout: 'of a package' });
    file('node_modules/other/index.mjs', "export const word = 'of a newer one';");
    file('node_modules/.package-lock.json', '{"newer":true}');
    expect(await run('main.ts')).toMatchObject({ stdout: 'of a newer one' });
  });

  it('is made by many at once, each with the same outcome', async () => {
    file('word.ts', "export const word: string = 'shared';");
    const runs = await Promise.all(Array.from({ length: 4 }, () => run('main.ts')));
    expect(runs).toEqual(runs.map(() => ({ code: 0, stdout: 'shared', stderr: '' })));
  });

  it('fails where its source stands', async () => {
    const { code, stderr } = await run('main.ts', 'fail');
    expect(code).toBe(1);
    expect(stderr).toMatch(/as asked[\s\S]*main\.ts:5:/);
  });

  it('that cannot be bundled says what is wrong with which file', async () => {
    file('wrong.ts', "import { nobody } from './nowhere.ts';\nnobody();");
    const { code, stderr } = await run('wrong.ts');
    expect(code).toBe(1);
    expect(stderr).toMatch(/Could not resolve "\.\/nowhere\.ts"[\s\S]*wrong\.ts:1/);
  });

  it('has to be named', async () => {
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toContain('a TypeScript file is wanted');
  });
});
