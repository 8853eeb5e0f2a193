import type { RunItem, TurnItem } from '../../../lambda/ledger/record.ts';
import { total } from '../../../lambda/ledger/usage.ts';
import { auditOf } from '../../../lambda/states/audit.ts';
import { viewOf } from '../../../lambda/states/view.ts';
import { workflowNamed } from '../../../lambda/workflows/registry.ts';
import { stateOf } from '../summary.ts';
import { costOf } from './cost.ts';
import { type Where, withLedger } from './ledger-of.ts';

const MOST = 50;

/** Lists runs, newest first. */
export function runs(where: Where): Promise<number> {
  return withLedger(where, async (items) => {
    const lists = ['RUNNING', 'RUN'].map((list) => items.list(list, { newestFirst: true, limit: MOST }));
    const listed = (await Promise.all(lists)).flatMap((page) => page.items) as RunItem[];
    const shown = await Promise.all(
      listed.map(async (run) => ({
        run: run.run,
        state: await stateOf(items, run),
        code: run.code,
        startedAt: run.startedAt,
      })),
    );
    for (const { run, state, code, startedAt } of shown)
      where.out.note(`${startedAt}  ${run}  ${state}${code ? `  ${code}` : ''}`);
    where.out.result(shown);
    return 0;
  });
}

/**
 * Prints all that is on record of one run, and what its workflow makes of it. With `audit`: gates, decisions and
 * writes too, every digest recomputed; 1 when one does not hold.
 */
export function show({ run, audit, ...where }: Where & { run: string; audit: boolean }): Promise<number> {
  return withLedger(where, async (items) => {
    const whole = await auditOf(items, run);
    const { record, checks } = whole;
    for (const turn of record.turns) where.out.note(lineOf(turn));
    where.out.note(costOf(record));
    if (!audit) {
      const memory = workflowNamed(record.run.workflow).memory?.(viewOf(record));
      where.out.result({ ...record, ...(memory === undefined ? {} : { memory }) });
      return 0;
    }
    for (const { what, holds } of checks) where.out.note(`${holds ? 'holds' : 'FAILS'}  ${what}`);
    where.out.result(whole);
    return checks.every(({ holds }) => holds) ? 0 : 1;
  });
}

function lineOf(turn: TurnItem): string {
  const tools = turn.calls.map(({ tool, standing }) => `${tool} (${standing})`).join(', ') || 'last words';
  return `${turn.at}  turn ${turn.turn}  ${turn.stage}  ${tools}  ${total(turn.usage)} tokens`;
}
