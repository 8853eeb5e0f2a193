import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { apply } from './apply.ts';
import { type Command, MUTANTS } from './list.ts';
import { page, typed } from './table.ts';

/** npm run mutants [text]: every mutant, or those whose guard has this text; 1 when one survives. */
const ROOT = path.resolve(import.meta.dirname, '../../..');
const SOURCES = [
  'bin',
  'lib',
  'lambda',
  'test',
  'docs',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'cdk.json',
];
const wanted = process.argv[2] ?? '';
const chosen = MUTANTS.filter(({ guard }) => guard.includes(wanted));
const say = (line: string) => process.stdout.write(`${line}\n`);

const copy = mkdtempSync(path.join(tmpdir(), 'mutants-'));
for (const name of SOURCES) cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));

type Ran = { readonly passed: boolean; readonly said: string };

async function run([command, ...args]: Command): Promise<Ran> {
  const argv =
    command === 'test' ? ['npx', 'vitest', 'run', ...args] : ['npm', 'run', '-s', command, '--', ...args];
  const child = spawn(argv[0] ?? '', argv.slice(1), {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 10 * 60_000,
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { passed: (await ended) === 0, said: stdout + stderr };
}

/** A command that fails because the mutant is no program shows nothing. */
const SPOILED = /SyntaxError|Transform failed|is not defined|No test files found|Cannot find module/;

const whole = new Map<string, Ran>();
const faults: string[] = [];
for (const command of chosen.flatMap(({ killedBy }) => killedBy)) {
  const name = typed(command);
  if (whole.has(name)) continue;
  const ran = await run(command);
  whole.set(name, ran);
  if (!ran.passed) faults.push(`${name} fails on the whole build:\n${ran.said.slice(-2_000)}`);
}
for (const mutant of chosen) {
  const restore = apply(copy, mutant);
  for (const command of mutant.killedBy) {
    const { passed, said } = await run(command);
    const how = passed ? 'SURVIVES' : SPOILED.test(said) ? 'SPOILED ' : 'killed  ';
    say(`${how}  ${mutant.guard}  (${typed(command)})`);
    if (how !== 'killed  ') faults.push(`${mutant.guard}: ${typed(command)}\n${said.slice(-1_500)}`);
  }
  restore();
}
rmSync(copy, { recursive: true, force: true });
for (const fault of faults) say(`BROKEN  ${fault}`);
say(`${chosen.length} mutants, ${faults.length} faults`);
if (faults.length === 0 && wanted === '') writeFileSync(path.join(ROOT, 'docs/mutants.md'), page(MUTANTS));
process.exitCode = faults.length > 0 ? 1 : 0;
