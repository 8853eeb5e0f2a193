import { spawnSync } from 'node:child_process';
import { judge } from './judge.ts';

/** npm run audit: known faults of production dependencies, as the registry has them. */
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' });
const { ok, line } = judge(stdout);
process.stdout.write(`${line}\n`);
process.exitCode = ok ? 0 : 1;
