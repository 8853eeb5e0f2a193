// Known faults of production dependencies: one that is high or critical fails; where nobody can be asked, that is said.
import { spawnSync } from 'node:child_process';

export function judged(text) {
  let report;
  try {
    report = JSON.parse(text);
  } catch {
    return { code: 0, line: 'npm audit: skipped, the registry gave no report' };
  }
  const found = report.metadata?.vulnerabilities;
  if (!found) return { code: 0, line: `npm audit: skipped, the registry answers no audits (${report.message ?? report.error?.summary ?? 'no reason'})` };
  const grave = found.high + found.critical;
  const names = Object.keys(report.vulnerabilities ?? {}).join(', ');
  return grave > 0
    ? { code: 1, line: `npm audit: ${grave} high or critical in production dependencies: ${names}` }
    : { code: 0, line: `npm audit: nothing high or critical among ${report.metadata.dependencies?.prod ?? 'the'} production dependencies` };
}

if (process.argv[1] === import.meta.filename) {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' });
  const { code, line } = judged(stdout);
  console.log(line);
  process.exitCode = code;
}
