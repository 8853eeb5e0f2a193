import { writeFileSync } from 'node:fs';
import { document, summary, table } from './report.ts';
import { runAll } from './run.ts';

/** `conformance <folder> [--write] [--verbose]`: judges the engine by recorded cases; exit 1 when one fails. */
const [folder, ...flags] = process.argv.slice(2);
if (!folder) {
  process.stderr.write('conformance <folder of recorded cases> [--write] [--verbose]\n');
  process.exit(2);
}
const results = await runAll(folder);
for (const { given, verdict } of results) {
  if (verdict.outcome === 'failed')
    process.stdout.write(`FAILED ${given.id}\n  ${verdict.problems.join('\n  ')}\n`);
  if (verdict.outcome === 'not supported')
    process.stdout.write(`not supported ${given.id}: ${verdict.what}\n`);
  if (!flags.includes('--verbose') || !('finer' in verdict)) continue;
  const finer = [...(verdict.finer.details ?? []), ...(verdict.finer.links ?? [])];
  if (finer.length > 0) process.stdout.write(`unlike in detail ${given.id}\n  ${finer.join('\n  ')}\n`);
}
process.stdout.write(`\n${table(results)}\n\n${summary(results)}\n`);
if (flags.includes('--write')) writeFileSync('docs/feature-support.md', document(results));
process.exitCode = results.some(({ verdict }) => verdict.outcome === 'failed') ? 1 : 0;
