import path from 'node:path';
import { items as itemsOf } from '../../../lambda/functions/deps.ts';
import { type RunItem, readRecord } from '../../../lambda/ledger/record.ts';
import { viewOf } from '../../../lambda/states/view.ts';
import { workflowNamed } from '../../../lambda/workflows/registry.ts';
import { compile } from '../../machine/compile.ts';
import { mermaid } from '../../machine/mermaid.ts';
import { startDynamo } from '../dynamodb.ts';
import { dataDirectory } from './run.ts';
import { type Out, Usage } from './usage.ts';

const MOST = 50;

/** Lists runs, newest first. */
export async function runs(options: { dry: boolean; home: string; out: Out }): Promise<number> {
  return withLedger(options, async (items) => {
    const lists = ['RUNNING', 'RUN'].map((list) => items.list(list, { newestFirst: true, limit: MOST }));
    const listed = (await Promise.all(lists)).flatMap((page) => page.items);
    for (const run of listed as RunItem[]) {
      options.out.note(`${run.startedAt}  ${run.run}  ${run.state}${run.code ? `  ${run.code}` : ''}`);
    }
    options.out.result(
      (listed as RunItem[]).map(({ run, state, code, startedAt }) => ({ run, state, code, startedAt })),
    );
    return 0;
  });
}

/** Prints all that is on record of one run, and what its workflow makes of it. */
export async function show(options: { run: string; dry: boolean; home: string; out: Out }): Promise<number> {
  return withLedger(options, async (items) => {
    const record = await readRecord(items, options.run);
    for (const turn of record.turns) {
      const tools =
        turn.calls.map(({ tool, standing }) => `${tool} (${standing})`).join(', ') || 'last words';
      options.out.note(
        `${turn.at}  turn ${turn.turn}  ${turn.stage}  ${tools}  ${turn.usage.input + turn.usage.output} tokens`,
      );
    }
    const memory = workflowNamed(record.run.workflow).memory?.(viewOf(record));
    options.out.result({ ...record, ...(memory === undefined ? {} : { memory }) });
    return 0;
  });
}

/** Prints a workflow's state machine. */
export async function graph(options: { workflow: string; as: 'asl' | 'mermaid'; out: Out }): Promise<number> {
  const machine = compile(workflowNamed(options.workflow));
  options.out.result(options.as === 'asl' ? machine : mermaid(JSON.stringify(machine)));
  return 0;
}

async function withLedger(
  { dry, home }: { dry: boolean; home: string },
  look: (items: ReturnType<typeof itemsOf>) => Promise<number>,
): Promise<number> {
  const dynamo = await startDynamo('holdpoint', path.join(dataDirectory(home, dry), 'dynamodb')).catch(
    (error: Error) => {
      throw new Usage(
        `the data of ${dataDirectory(home, dry)} cannot be opened; is another host serving it? (${error.message})`,
      );
    },
  );
  const env = {
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: dynamo.url,
    TABLE_NAME: 'holdpoint',
  };
  try {
    return await look(itemsOf({ env, clock: { now: () => new Date(0) } }));
  } finally {
    await dynamo.close();
  }
}
