import { type DecisionItem, readDecision } from '../../../lambda/ledger/decision.ts';
import type { GateItem } from '../../../lambda/ledger/gate.ts';
import type { Items } from '../../../lambda/ledger/items.ts';
import { type RunRecord, readRecord } from '../../../lambda/ledger/record.ts';
import { readWrite, type WriteItem } from '../../../lambda/ledger/write.ts';
import { gatesOfRun } from '../../../lambda/states/revoke.ts';

/** What the console asks of the machine's host: the text it runs and the states a run has entered. */
export type Machines = {
  definitionOf(executionArn: string): Promise<unknown>;
  statesOf(executionArn: string): Promise<readonly string[]>;
};

/** All that the page of one run shows. */
export type RunSheet = {
  readonly record: RunRecord;
  /** The machine and the states entered, in order; absent when the host no longer knows the execution. */
  readonly machine: { readonly asl: unknown; readonly path: readonly string[] } | undefined;
  readonly gates: readonly { readonly gate: GateItem; readonly decision: DecisionItem | undefined }[];
  readonly writes: readonly WriteItem[];
};

/** @throws {RunUnknown} */
export async function sheetOf(
  run: string,
  { items, machines }: { readonly items: Items; readonly machines: Machines },
): Promise<RunSheet> {
  const record = await readRecord(items, run);
  const [machine, opened] = await Promise.all([
    machineOf(record.run.executionArn, machines),
    gatesOfRun(items, record),
  ]);
  const gates = await Promise.all(
    opened.map(async (gate) => ({ gate, decision: await readDecision(items, gate) })),
  );
  const keys = [...new Set(opened.flatMap(({ proposals }) => proposals.map(({ key }) => key)))];
  const writes = (await Promise.all(keys.map((key) => readWrite(items, key)))).filter(
    (write) => write !== undefined,
  );
  return { record, machine, gates, writes };
}

/** Executions are forgotten sooner (90 days on AWS) than what is on record of their runs. */
async function machineOf(executionArn: string, machines: Machines): Promise<RunSheet['machine']> {
  try {
    const [asl, path] = await Promise.all([
      machines.definitionOf(executionArn),
      machines.statesOf(executionArn),
    ]);
    return { asl, path };
  } catch {
    return undefined;
  }
}
