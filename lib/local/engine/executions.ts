import { checkArn } from './arn.ts';
import { ApiError } from './errors.ts';
import type { Position } from './journal.ts';
import type { EngineRecord, Finished, RunEnd, RunHead, Status } from './records.ts';
import { closedTask, Run, type RunHost } from './run.ts';
import { readToken, type Token } from './token.ts';

/** The facts of EventBridge's "Step Functions Execution Status Change". Dates are epoch milliseconds. */
export type StatusChange = Omit<RunHead, 'definition' | 'roleArn'> & {
  readonly status: Status;
  readonly stopDate?: number;
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
};

export type ExecutionSummary = Omit<StatusChange, 'input' | 'output' | 'error' | 'cause'>;

/** As on AWS, an execution that ended so long ago is forgotten. */
const RETENTION_MS = 90 * 24 * 3600 * 1000;

/** Every execution, oldest first: those that run whole, those that have ended as a summary. */
export class Executions {
  readonly #host: RunHost;
  readonly #byArn = new Map<string, Run | Finished>();

  constructor(host: RunHost) {
    this.#host = host;
  }

  known(arn: string): Run | Finished | undefined {
    return this.#byArn.get(arn);
  }

  /** @throws {ApiError} ExecutionDoesNotExist */
  get(arn: string): Run | Finished {
    const execution = this.#byArn.get(checkArn(arn, 'execution'));
    if (!execution) throw new ApiError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
    return execution;
  }

  /** @throws {ApiError} InvalidToken for what was never handed out, TaskTimedOut for what is over. */
  ofToken(text: string): { run: Run; token: Token } {
    const token = readToken(text);
    const run = token && this.#byArn.get(token.executionArn);
    if (!token || !run) throw new ApiError('InvalidToken', "Invalid Token: 'Invalid token'");
    if (!(run instanceof Run)) throw closedTask();
    return { run, token };
  }

  begin(head: RunHead): Run {
    const run = new Run(head, this.#host);
    this.#byArn.set(head.executionArn, run);
    return run;
  }

  /** From here on only its summary is kept. */
  ended(run: Run, end: RunEnd): void {
    this.#byArn.set(run.head.executionArn, finishedOf(run, end));
  }

  *running(): Iterable<Run> {
    for (const execution of this.#byArn.values()) if (execution instanceof Run) yield execution;
  }

  /** Newest first. */
  summaries(stateMachineArn: string): ExecutionSummary[] {
    const summaries = [...this.#byArn.values()].map(summaryOf);
    return summaries.filter((summary) => summary.stateMachineArn === stateMachineArn).reverse();
  }

  /** Takes a record of the past, as the journal gives it back. */
  apply(record: EngineRecord, position: Position): void {
    if (record.type === 'finished') {
      const { type: _, ...finished } = record;
      this.#byArn.set(finished.executionArn, finished);
    } else if (record.type === 'snapshot') {
      const { head, threads, first, last, lastEvent, lastThread } = record;
      const run = this.begin(head);
      run.apply({ events: [], threads }, first);
      Object.assign(run, { last, lastEvent, lastThread });
    } else if (record.type === 'run') {
      const run = record.head ? this.begin(record.head) : this.#byArn.get(record.run);
      if (!(run instanceof Run))
        throw new Error(`the journal goes on with ${record.run}, which it never began`);
      run.apply(record, position);
      if (run.end) this.ended(run, run.end);
    }
  }

  /** What a checkpoint has to say, and the first position it still refers to. Forgets what is too old. */
  checkpoint(now: number): { records: EngineRecord[]; oldest: Position } {
    const records: EngineRecord[] = [];
    let oldest = Number.POSITIVE_INFINITY;
    for (const [arn, execution] of this.#byArn) {
      const { first, last } = execution;
      if (first === undefined || last === undefined) continue;
      if (execution instanceof Run) records.push(snapshotOf(execution, first, last));
      else if (execution.stopDate >= now - RETENTION_MS) records.push({ type: 'finished', ...execution });
      else {
        this.#byArn.delete(arn);
        continue;
      }
      oldest = Math.min(oldest, first);
    }
    return { records, oldest };
  }
}

export function changeOf(head: RunHead, end?: RunEnd): StatusChange {
  const { definition: _definition, roleArn: _role, ...facts } = head;
  return { ...facts, ...(end ?? { status: 'RUNNING' }) };
}

function summaryOf(execution: Run | Finished): ExecutionSummary {
  if (execution instanceof Run) {
    const { input: _, ...summary } = changeOf(execution.head);
    return summary;
  }
  const { first: _first, last: _last, ...summary } = execution;
  return summary;
}

function finishedOf({ head, first, last }: Run, { status, stopDate }: RunEnd): Finished {
  if (first === undefined || last === undefined)
    throw new Error(`${head.executionArn} ended without having begun`);
  const { executionArn, stateMachineArn, name, startDate } = head;
  return { executionArn, stateMachineArn, name, status, startDate, stopDate, first, last };
}

function snapshotOf(run: Run, first: Position, last: Position): EngineRecord {
  const { head, lastEvent, lastThread, threads } = run;
  return { type: 'snapshot', head, first, last, lastEvent, lastThread, threads: Object.fromEntries(threads) };
}
