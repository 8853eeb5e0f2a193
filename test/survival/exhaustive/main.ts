import { parseArgs } from 'node:util';
import { workflowNamed, workflows } from '../../../lambda/workflows/registry.ts';
import { compile } from '../../../lib/machine/compile.ts';
import { explore } from './explore.ts';

/** npm run exhaustive [workflow] [--depth N]: every way through the machines, to so many happenings. */
const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  options: { depth: { type: 'string', default: '40' } },
  allowPositionals: true,
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const wanted = positionals.length > 0 ? positionals.map((name) => workflowNamed(name)) : workflows;
for (const workflow of wanted) {
  const began = process.hrtime.bigint();
  const found = await explore(workflow, compile(workflow), Number(values.depth));
  const seconds = Number((process.hrtime.bigint() - began) / 10_000_000n) / 100;
  const paths = found.paths < 1_000_000_000n ? `${found.paths}` : `10^${String(found.paths).length - 1}`;
  say(
    `${workflow.name}: ${found.states} states, ${found.moves} moves, ${paths} paths of up to ${found.depth} happenings` +
      `${found.closed ? ', and no state beyond them' : ''}; ${found.violations.length} violations; ${seconds} s`,
  );
  for (const violation of found.violations) say(`  BROKEN  ${violation}`);
  if (found.violations.length > 0) process.exitCode = 1;
}
