import { randomUUID } from 'node:crypto';
import { checkArn, checkName, executionArn, type Home } from './arn.ts';
import { contextObject } from './context.ts';
import { ApiError, EngineClosed } from './errors.ts';
import { type HistoryEvent, PAYLOAD_LIMIT_BYTES } from './history.ts';
import type { Journal, Position } from './journal.ts';
import { Machines, type StateMachine } from './machines.ts';
import type { EngineRecord, Finished, RunEnd, RunHead, RunRecord, Status } from './records.ts';
import { closedTask, type Invoke, Run, type RunHost } from './run.ts';
import type { Timers } from './timers.ts';
import { readToken, type Token, writeToken } from './token.ts';

export { TaskFailure } from './errors.ts';
export { type Journal, memoryJournal } from './journal.ts';
export type { Invoke } from './run.ts';
export { systemTimers, type Timers } from './timers.ts';
export type { HistoryEvent, StateMachine, Status };

export type EngineOptions = {
  readonly journal: Journal;
  readonly timers: Timers;
  readonly invoke: Invoke;
  readonly onStatusChange?: (change: StatusChange) => void;
  readonly onEvent?: (executionArn: string, event: HistoryEvent) => void;
  /** @default 'us-east-1' */
  readonly region?: string;
  /** @default '000000000000' */
  readonly account?: string;
  /** A number in [0, 1), for retries with jitter. @default Math.random */
  readonly random?: () => number;
};

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

/**
 * Opens an engine over a journal. Every execution that had not ended goes on, as soon as the caller has had its turn;
 * sleepers whose time came while nobody was there wake late rather than never.
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const engine = new Engine(options);
  await engine.replay();
  setImmediate(() => engine.resume());
  return engine;
}

export class Engine {
  readonly home: Home;
  readonly machines: Machines;
  readonly #options: EngineOptions;
  readonly #host: RunHost;
  /** Oldest first, running or ended. */
  readonly #executions = new Map<string, Run | Finished>();
  #failure: unknown;

  constructor(options: EngineOptions) {
    const { journal, timers, invoke, random = Math.random } = options;
    this.#options = options;
    this.home = { region: options.region ?? 'us-east-1', account: options.account ?? '000000000000' };
    this.machines = new Machines(this.home, timers, (record) => this.#append(record));
    this.#host = {
      journal,
      timers,
      invoke,
      around: (head) => ({
        head,
        machine: this.machines.parsed(head.definition),
        region: this.home.region,
        random,
        context: (thread, more) => contextObject(head, thread, more),
        token: (thread, scheduled) => writeToken(head.executionArn, thread, scheduled),
      }),
      committed: (run, events) => this.#committed(run, events),
      broken: (error) => void this.#stopAll(error),
    };
  }

  /** Puts a definition under a name. The same text again changes nothing; another one is what new executions follow. */
  createStateMachine(request: { name: string; definition: string; roleArn?: string }): {
    stateMachineArn: string;
  } {
    return { stateMachineArn: this.machines.put(request).stateMachineArn };
  }

  /** The same name with the same input, while it runs, is the same execution. */
  async startExecution(request: { stateMachineArn: string; name?: string; input?: string }) {
    this.#check();
    const machine = this.machines.get(request.stateMachineArn);
    const name = checkName(request.name ?? randomUUID());
    const input = checkInput(request.input ?? '{}');
    const arn = executionArn(this.home, machine.name, name);
    const known = this.#executions.get(arn);
    if (known) return this.#startedBefore(arn, known, input);
    const { stateMachineArn, definition, roleArn } = machine;
    const startDate = this.#options.timers.now();
    const head = { executionArn: arn, stateMachineArn, name, definition, roleArn, startDate, input };
    const run = new Run(head, this.#host);
    this.#executions.set(arn, run);
    await run.start();
    return { executionArn: arn, startDate };
  }

  async describeExecution(request: { executionArn: string }): Promise<StatusChange> {
    const execution = this.#execution(request.executionArn);
    await this.settled();
    if (execution instanceof Run) return changeOf(execution.head);
    const { end } = await this.#read(execution.last);
    return changeOf(await this.#head(execution), end);
  }

  /** The text that an execution follows, whatever its machine has become since. */
  async describeStateMachineForExecution(request: { executionArn: string }): Promise<StateMachine> {
    const execution = this.#execution(request.executionArn);
    await this.settled();
    const { stateMachineArn, definition, roleArn } = await this.#head(execution);
    return { ...this.machines.get(stateMachineArn), definition, roleArn };
  }

  /** Newest first. */
  async listExecutions(request: {
    stateMachineArn: string;
    statusFilter?: string;
  }): Promise<ExecutionSummary[]> {
    this.#check();
    const { stateMachineArn } = this.machines.get(request.stateMachineArn);
    const summaries: ExecutionSummary[] = [];
    for (const execution of this.#executions.values()) {
      const summary = summaryOf(execution);
      if (summary.stateMachineArn !== stateMachineArn) continue;
      if (request.statusFilter === undefined || summary.status === request.statusFilter)
        summaries.push(summary);
    }
    await this.settled();
    return summaries.reverse();
  }

  async getExecutionHistory(request: { executionArn: string }): Promise<HistoryEvent[]> {
    const { last } = this.#execution(request.executionArn);
    await this.settled();
    const parts: (readonly HistoryEvent[])[] = [];
    for (let at = last; at !== undefined; ) {
      const record: RunRecord = await this.#read(at);
      parts.push(record.events);
      at = record.before;
    }
    return parts.reverse().flat();
  }

  async stopExecution(request: {
    executionArn: string;
    error?: string;
    cause?: string;
  }): Promise<{ stopDate: number }> {
    const running = this.#execution(request.executionArn);
    if (running instanceof Run) await running.stop(request.error, request.cause);
    const ended = this.#execution(request.executionArn);
    await this.settled();
    return { stopDate: ended instanceof Run ? this.#options.timers.now() : ended.stopDate };
  }

  async sendTaskSuccess(request: { taskToken: string; output: string }): Promise<void> {
    this.#check();
    if (!isPayload(request.output))
      throw new ApiError('InvalidOutput', `Invalid Output: '${brief(request.output)}'`);
    const token = this.#token(request.taskToken);
    await this.#runOf(token).taskSucceeded(token, request.output);
  }

  async sendTaskFailure(request: { taskToken: string; error?: string; cause?: string }): Promise<void> {
    this.#check();
    const token = this.#token(request.taskToken);
    await this.#runOf(token).taskFailed(token, request.error, request.cause);
  }

  async sendTaskHeartbeat(request: { taskToken: string }): Promise<void> {
    this.#check();
    const token = this.#token(request.taskToken);
    await this.#runOf(token).heartbeat(token);
  }

  /** No answer may tell of what a crash could still take back: every answer waits for this first. */
  async settled(): Promise<void> {
    this.#check();
    await this.#options.journal.settled();
    this.#check();
  }

  /** Stops every timer, lets what is being done be done, and lets go of the journal. */
  async close(): Promise<void> {
    await this.#stopAll(new EngineClosed());
    await this.#options.journal.close();
  }

  async replay(): Promise<void> {
    for await (const { position, record } of this.#options.journal.replay())
      this.#apply(record as EngineRecord, position);
    for (const run of this.#running()) this.machines.parsed(run.head.definition);
  }

  resume(): void {
    if (this.#failure === undefined) for (const run of this.#running()) run.resume();
  }

  async #startedBefore(arn: string, known: Run | Finished, input: string) {
    if (!(known instanceof Run) || known.head.input !== input) {
      throw new ApiError('ExecutionAlreadyExists', `Execution Already Exists: '${arn}'`);
    }
    await this.settled();
    return { executionArn: arn, startDate: known.head.startDate };
  }

  #apply(record: EngineRecord, position: Position): void {
    if (record.type === 'finished') {
      const { type: _, ...finished } = record;
      this.#executions.set(finished.executionArn, finished);
    } else if (record.type === 'snapshot') {
      const { head, threads, first, last, lastEvent, lastThread } = record;
      const run = new Run(head, this.#host);
      run.apply({ events: [], threads }, first);
      this.#executions.set(head.executionArn, Object.assign(run, { last, lastEvent, lastThread }));
    } else if (record.type === 'run') {
      const run = record.head ? new Run(record.head, this.#host) : this.#executions.get(record.run);
      if (!(run instanceof Run))
        throw new Error(`the journal goes on with ${record.run}, which it never began`);
      run.apply(record, position);
      this.#executions.set(record.run, run.end ? finishedOf(run, run.end) : run);
    } else this.machines.apply(record);
  }

  #committed(run: Run, events: readonly HistoryEvent[]): void {
    const { onEvent, onStatusChange, journal } = this.#options;
    const { head, end } = run;
    if (end) this.#executions.set(head.executionArn, finishedOf(run, end));
    if (journal.checkpointDue) this.#checkpoint();
    const tell = () => {
      if (events[0]?.type === 'ExecutionStarted') onStatusChange?.(changeOf(head));
      for (const event of events) onEvent?.(head.executionArn, event);
      if (end) onStatusChange?.(changeOf(head, end));
    };
    // Told when it is safe. A listener that throws has itself to blame; the execution is not its business.
    journal
      .settled()
      .then(tell, (error) => this.#host.broken(error))
      .catch(() => undefined);
  }

  #checkpoint(): void {
    const oldest = this.#options.timers.now() - RETENTION_MS;
    const records: EngineRecord[] = [...this.machines.records()];
    const needed: Position[] = [];
    for (const [arn, execution] of this.#executions) {
      if (!(execution instanceof Run)) {
        if (execution.stopDate < oldest) this.#executions.delete(arn);
        else records.push({ type: 'finished', ...execution });
      } else if (execution.first !== undefined && execution.last !== undefined) {
        const { head, first, last, lastEvent, lastThread, threads } = execution;
        records.push({
          type: 'snapshot',
          head,
          first,
          last,
          lastEvent,
          lastThread,
          threads: Object.fromEntries(threads),
        });
      }
      if (execution.first !== undefined) needed.push(execution.first);
    }
    this.#options.journal.checkpoint(
      records,
      needed.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY),
    );
  }

  *#running(): Iterable<Run> {
    for (const execution of this.#executions.values()) if (execution instanceof Run) yield execution;
  }

  async #head(execution: Run | Finished): Promise<RunHead> {
    if (execution instanceof Run) return execution.head;
    const { head } = await this.#read(execution.first);
    if (!head) throw new Error(`the journal has lost the beginning of ${execution.executionArn}`);
    return head;
  }

  async #read(position: Position): Promise<RunRecord> {
    return (await this.#options.journal.read(position)) as RunRecord;
  }

  #execution(arn: string): Run | Finished {
    this.#check();
    const execution = this.#executions.get(checkArn(arn, 'execution'));
    if (!execution) throw new ApiError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
    return execution;
  }

  #token(text: string): Token {
    const token = readToken(text);
    if (!token || !this.#executions.has(token.executionArn)) {
      throw new ApiError('InvalidToken', "Invalid Token: 'Invalid token'");
    }
    return token;
  }

  #runOf(token: Token): Run {
    const execution = this.#executions.get(token.executionArn);
    if (!(execution instanceof Run)) throw closedTask();
    return execution;
  }

  #append(record: EngineRecord): void {
    this.#check();
    this.#options.journal.append(record);
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #stopAll(reason: unknown): Promise<void> {
    this.#failure ??= reason;
    await Promise.all([...this.#running()].map((run) => run.close()));
  }
}

function checkInput(input: string): string {
  if (isPayload(input)) return input;
  throw new ApiError('InvalidExecutionInput', `Invalid State Machine Execution Input: '${brief(input)}'`);
}

/** JSON of a size that AWS takes. */
function isPayload(text: string): boolean {
  try {
    JSON.parse(text);
    return Buffer.byteLength(text) <= PAYLOAD_LIMIT_BYTES;
  } catch {
    return false;
  }
}

function brief(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}...` : text;
}

function finishedOf(run: Run, { status, stopDate }: RunEnd): Finished {
  const { first, last } = run;
  if (first === undefined || last === undefined) throw new Error('an execution ended that had not begun');
  const { executionArn, stateMachineArn, name, startDate } = run.head;
  return { executionArn, stateMachineArn, name, status, startDate, stopDate, first, last };
}

function summaryOf(execution: Run | Finished): ExecutionSummary {
  if (!(execution instanceof Run)) {
    const { first: _first, last: _last, ...summary } = execution;
    return summary;
  }
  const { input: _, ...summary } = changeOf(execution.head);
  return summary;
}

function changeOf(head: RunHead, end?: RunEnd): StatusChange {
  const { definition: _definition, roleArn: _role, ...facts } = head;
  return { ...facts, ...(end ?? { status: 'RUNNING' }) };
}
