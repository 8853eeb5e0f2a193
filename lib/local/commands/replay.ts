import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Audit, auditOf } from '../../../lambda/states/audit.ts';
import { replay } from '../../../lambda/states/replay.ts';
import { workflowNamed } from '../../../lambda/workflows/registry.ts';
import { type Where, withLedger } from './ledger-of.ts';

/** Where saved runs are picked up by the test suite. */
const REPLAYS = path.join('test', 'replays');

/** Runs a recorded run, or one that --save wrote, through today's code; 1 when it decides otherwise anywhere. */
export async function replayRun({
  run,
  save,
  ...where
}: Where & { run: string; save: boolean }): Promise<number> {
  const audit = run.endsWith('.json')
    ? (JSON.parse(readFileSync(run, 'utf8')) as Audit)
    : await withLedger(where, (items) => auditOf(items, run));
  const { record } = audit;
  const differences = await replay(audit, workflowNamed(record.run.workflow));
  for (const { at, recorded, today } of differences) {
    for (const line of [
      at,
      `  recorded  ${JSON.stringify(recorded)}`,
      `  today     ${JSON.stringify(today)}`,
    ])
      where.out.note(line);
  }
  if (save) {
    mkdirSync(REPLAYS, { recursive: true });
    const file = path.join(REPLAYS, `${record.run.run}.json`);
    writeFileSync(file, `${JSON.stringify(audit, null, 2)}\n`);
    where.out.note(`saved as ${file}: the test suite replays it from now on`);
  }
  where.out.result({ run: record.run.run, turns: record.turns.length, differences: differences.length });
  return differences.length > 0 ? 1 : 0;
}
