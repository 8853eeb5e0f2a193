import { createHash, randomUUID } from 'node:crypto';
import { checkArn, checkName, executionArn, type Home, stateMachineArn, unqualified } from './arn.ts';
import { contextObject } from './context.ts';
import { parseDefinition } from './definition.ts';
import { ApiError } from './errors.ts';
import { type HistoryEvent, PAYLOAD_LIMIT_BYTES } from './history.ts';
import type { Journal, Position } from './journal.ts';
import type { Machine } from './machine.ts';
import { type Invoke, Run, type RunHost } from './run.ts';
import type { RunEnd, RunHead, RunRecord, Status, Thread } from './thread.ts';
import type { Timers } from './timers.ts';
import { readToken, writeToken } from './token.ts';

export { memoryJournal } from './journal.ts';
export type { Invoke } from './run.ts';
export { systemTimers, type Timers } from './timers.ts';
export type { HistoryEvent, Journal };

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
  /** A number in [0, 1) for jittered retries. @default Math.random */
  readonly random?: () => number;
};

/** The facts of EventBridge's "Step Functions Execution Status Change". Dates are epoch milliseconds. */
export type StatusChange = {
  readonly executionArn: string;
  readonly stateMachineArn: string;
  readonly name: string;
  readonly status: Status;
  readonly startDate: number;
  readonly stopDate?: number;
  readonly input: string;
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
};

export type StateMachine = {
  readonly stateMachineArn: string;
  readonly name: string;
  readonly definition: string;
  readonly creationDate: number;
  readonly roleArn: string;
  /** Changes with every UpdateStateMachine; a machine that was only created has none. */
  readonly revisionId?: string;
};

/** An execution that has ended, small: the rest of it is read from the journal when somebody asks. */
type Finished = {
  readonly executionArn: string;
  readonly stateMachineArn: string;
  readonly name: string;
  readonly status: RunEnd['status'];
  readonly startDate: number;
  readonly stopDate: number;
  readonly first: Position;
  readonly last: Position;
};

export type ExecutionSummary = Pick<
  StatusChange,
  'executionArn' | 'stateMachineArn' | 'name' | 'status' | 'startDate'
> & {
  readonly stopDate?: number;
};

type MachineRecord = StateMachine & { readonly type: 'machine' };
type DefinitionRecord = { readonly type: 'definition'; readonly hash: string; readonly text: string };
type SnapshotRecord = {
  readonly type: 'snapshot';
  readonly head: RunHead;
  readonly first: Position;
  readonly last: Position;
  readonly lastEvent: number;
  readonly threads: { readonly [id: string]: Thread };
};
type EngineRecord =
  | MachineRecord
  | { readonly type: 'deleted'; readonly stateMachineArn: string }
  | DefinitionRecord
  | RunRecord
  | SnapshotRecord
  | (Finished & { readonly type: 'finished' });

/** Opens an engine over a journal and takes up every execution that had not ended. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const engine = new Engine(options);
  await engine.replay();
  return engine;
}

export class Engine {
  readonly home: Home;
  readonly #options: EngineOptions;
  readonly #host: RunHost;
  readonly #machines = new Map<string, StateMachine>();
  readonly #definitions = new Map<string, { readonly text: string; machine?: Machine }>();
  /** Oldest first, whether running or ended. */
  readonly #executions = new Map<string, Run | Finished>();
  #failure: unknown;
  #closed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.home = { region: options.region ?? 'us-east-1', account: options.account ?? '000000000000' };
    this.#host = {
      journal: options.journal,
      timers: options.timers,
      invoke: options.invoke,
      around: (head) => ({
        head,
        machine: this.#machine(head.definition),
        region: this.home.region,
        random: options.random ?? Math.random,
        context: (thread, more) => contextObject(head, thread, more),
        token: (thread, scheduled) => writeToken(head.executionArn, thread, scheduled),
      }),
      committed: (run, events, end) => this.#committed(run, events, end),
      broken: (error) => {
        this.#failure ??= error;
        for (const execution of this.#executions.values()) if (execution instanceof Run) execution.close();
      },
    };
  }

  machineCalled(name: string): StateMachine | undefined {
    const machine = this.#machines.get(stateMachineArn(this.home, checkName(name)));
    return machine && this.describeStateMachine(machine);
  }

  /** Puts a definition under a name. The same text again changes nothing; another one is what new executions follow. */
  createStateMachine(request: { name: string; definition: string; roleArn?: string }): {
    stateMachineArn: string;
  } {
    this.#check();
    const arn = stateMachineArn(this.home, checkName(request.name));
    const known = this.#machines.get(arn);
    const definition = this.#define(request.definition);
    const roleArn = request.roleArn ?? known?.roleArn ?? `arn:aws:iam::${this.home.account}:role/local`;
    if (known?.definition !== definition || known.roleArn !== roleArn) {
      const creationDate = known?.creationDate ?? this.#options.timers.now();
      this.#putMachine({ stateMachineArn: arn, name: request.name, definition, roleArn, creationDate });
    }
    return { stateMachineArn: arn };
  }

  updateStateMachine(request: { stateMachineArn: string; definition?: string; roleArn?: string }) {
    const { stateMachineArn: arn } = this.describeStateMachine(request);
    const known = this.#machines.get(arn);
    if (!known) throw new Error(`${arn} is gone`);
    const definition = request.definition === undefined ? known.definition : this.#define(request.definition);
    const revisionId = randomUUID();
    this.#putMachine({ ...known, definition, roleArn: request.roleArn ?? known.roleArn, revisionId });
    return { updateDate: this.#options.timers.now(), revisionId };
  }

  deleteStateMachine(request: { stateMachineArn: string }): void {
    this.#check();
    const arn = unqualified(checkArn(request.stateMachineArn, 'stateMachine'));
    if (this.#machines.delete(arn)) this.#append({ type: 'deleted', stateMachineArn: arn });
  }

  describeStateMachine(request: { stateMachineArn: string }): StateMachine {
    this.#check();
    const arn = checkArn(request.stateMachineArn, 'stateMachine');
    const machine = this.#machines.get(unqualified(arn));
    if (!machine) throw new ApiError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
    return { ...machine, definition: this.#definitions.get(machine.definition)?.text ?? '' };
  }

  listStateMachines(): StateMachine[] {
    this.#check();
    return [...this.#machines.values()];
  }

  /** The same name and input again, while it runs, is the same execution. */
  async startExecution(request: { stateMachineArn: string; name?: string; input?: string }) {
    this.#check();
    const arn = checkArn(request.stateMachineArn, 'stateMachine');
    const machine = this.#machines.get(unqualified(arn));
    if (!machine) throw new ApiError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
    const name = checkName(request.name ?? randomUUID());
    const input = checkInput(request.input ?? '{}');
    const execution = executionArn(this.home, machine.name, name);
    const known = this.#executions.get(execution);
    if (known && !(known instanceof Run && known.head.input === input)) {
      throw new ApiError('ExecutionAlreadyExists', `Execution Already Exists: '${execution}'`);
    }
    const run =
      known ??
      new Run(
        {
          executionArn: execution,
          stateMachineArn: machine.stateMachineArn,
          name,
          definition: machine.definition,
          roleArn: machine.roleArn,
          startDate: this.#options.timers.now(),
          input,
        },
        this.#host,
      );
    this.#executions.set(execution, run);
    if (!known) await run.start();
    await this.#settled();
    return { executionArn: execution, startDate: run.head.startDate };
  }

  async describeExecution(request: { executionArn: string }): Promise<StatusChange> {
    const execution = this.#execution(request.executionArn);
    await this.#settled();
    if (execution instanceof Run && !execution.end) return changeOf(execution.head);
    const { first, last } = positionsOf(execution);
    const { head } = (await this.#options.journal.read(first)) as RunRecord;
    const { end } = (await this.#options.journal.read(last)) as RunRecord;
    if (!head) throw new Error(`the journal lost the beginning of ${request.executionArn}`);
    return changeOf(head, end);
  }

  /** Newest first. */
  async listExecutions(request: {
    stateMachineArn: string;
    statusFilter?: string;
  }): Promise<ExecutionSummary[]> {
    const { stateMachineArn } = this.describeStateMachine(request);
    await this.#settled();
    const summaries: ExecutionSummary[] = [];
    for (const execution of this.#executions.values()) {
      const summary = summaryOf(execution);
      if (summary.stateMachineArn !== stateMachineArn) continue;
      if (request.statusFilter === undefined || summary.status === request.statusFilter)
        summaries.push(summary);
    }
    return summaries.reverse();
  }

  async getExecutionHistory(request: { executionArn: string }): Promise<HistoryEvent[]> {
    const execution = this.#execution(request.executionArn);
    await this.#settled();
    const parts: (readonly HistoryEvent[])[] = [];
    for (let at: Position | undefined = execution.last; at !== undefined; ) {
      const record = (await this.#options.journal.read(at)) as RunRecord;
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
    const execution = this.#execution(request.executionArn);
    if (execution instanceof Run && !execution.end) await execution.stop(request.error, request.cause);
    await this.#settled();
    const stopDate = execution instanceof Run ? execution.end?.stopDate : execution.stopDate;
    return { stopDate: stopDate ?? this.#options.timers.now() };
  }

  async sendTaskSuccess(request: { taskToken: string; output: string }): Promise<void> {
    this.#check();
    if (!isJson(request.output) || Buffer.byteLength(request.output) > PAYLOAD_LIMIT_BYTES) {
      throw new ApiError('InvalidOutput', "Invalid Output: 'Output must be JSON of at most 262144 bytes'");
    }
    const { run, token } = this.#openTask(request.taskToken);
    await run.taskSucceeded(token, request.output);
  }

  async sendTaskFailure(request: { taskToken: string; error?: string; cause?: string }): Promise<void> {
    const { run, token } = this.#openTask(request.taskToken);
    await run.taskFailed(token, request.error, request.cause);
  }

  async sendTaskHeartbeat(request: { taskToken: string }): Promise<void> {
    const { run, token } = this.#openTask(request.taskToken);
    await run.heartbeat(token);
  }

  /** Stops every timer, waits for the journal, and lets go of it. Executions go on when it is opened again. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const execution of this.#executions.values()) if (execution instanceof Run) execution.close();
    await this.#options.journal.close();
  }

  async replay(): Promise<void> {
    for await (const { position, record } of this.#options.journal.replay())
      this.#apply(record as EngineRecord, position);
    for (const execution of this.#executions.values()) if (execution instanceof Run) execution.resume();
  }

  #apply(record: EngineRecord, position: Position): void {
    switch (record.type) {
      case 'definition':
        this.#definitions.set(record.hash, { text: record.text });
        return;
      case 'machine': {
        const { type: _, ...machine } = record;
        this.#machines.set(machine.stateMachineArn, machine);
        return;
      }
      case 'deleted':
        this.#machines.delete(record.stateMachineArn);
        return;
      case 'finished': {
        const { type: _, ...finished } = record;
        this.#executions.set(finished.executionArn, finished);
        return;
      }
      case 'snapshot': {
        const run = new Run(record.head, this.#host);
        run.apply({ events: [], threads: record.threads });
        Object.assign(run, { first: record.first, last: record.last, lastEvent: record.lastEvent });
        this.#executions.set(record.head.executionArn, run);
        return;
      }
      case 'run':
        this.#applyRun(record, position);
    }
  }

  #applyRun(record: RunRecord, position: Position): void {
    const run = record.head ? new Run(record.head, this.#host) : this.#executions.get(record.run);
    if (!(run instanceof Run))
      throw new Error(`the journal goes on with ${record.run}, which it never began`);
    run.first ??= position;
    run.last = position;
    run.apply(record);
    this.#executions.set(record.run, run.end ? finishedOf(run, run.end) : run);
  }

  #committed(run: Run, events: readonly HistoryEvent[], end: RunEnd | undefined): void {
    const { onEvent, onStatusChange, journal } = this.#options;
    if (end) this.#executions.set(run.head.executionArn, finishedOf(run, end));
    const started = events[0]?.type === 'ExecutionStarted';
    if (journal.checkpointDue) journal.checkpoint(this.#snapshot());
    if (!onEvent && !(onStatusChange && (started || end))) return;
    journal.settled().then(
      () => {
        if (started) onStatusChange?.(changeOf(run.head));
        for (const event of events) onEvent?.(run.head.executionArn, event);
        if (end) onStatusChange?.(changeOf(run.head, end));
      },
      (error) => this.#host.broken(error),
    );
  }

  *#snapshot(): Iterable<EngineRecord> {
    for (const [hash, { text }] of this.#definitions) yield { type: 'definition', hash, text };
    for (const machine of this.#machines.values()) yield { type: 'machine', ...machine };
    for (const execution of this.#executions.values()) {
      if (!(execution instanceof Run)) yield { type: 'finished', ...execution };
      else if (execution.first !== undefined && execution.last !== undefined) {
        const { head, first, last, lastEvent, threads } = execution;
        yield { type: 'snapshot', head, first, last, lastEvent, threads: Object.fromEntries(threads) };
      }
    }
  }

  /** Keeps a definition under its hash, for as long as any execution may follow it. */
  #define(text: string): string {
    const hash = createHash('sha256').update(text).digest('hex');
    if (!this.#definitions.has(hash)) {
      this.#definitions.set(hash, { text, machine: parseDefinition(text, this.#options.timers) });
      this.#append({ type: 'definition', hash, text });
    }
    return hash;
  }

  #putMachine(machine: StateMachine): void {
    this.#machines.set(machine.stateMachineArn, machine);
    this.#append({ type: 'machine', ...machine });
  }

  #machine(hash: string): Machine {
    const definition = this.#definitions.get(hash);
    if (!definition) throw new Error(`the journal has no definition ${hash}`);
    definition.machine ??= parseDefinition(definition.text, this.#options.timers);
    return definition.machine;
  }

  #execution(arn: string): Run | Finished {
    this.#check();
    const execution = this.#executions.get(checkArn(arn, 'execution'));
    if (!execution) throw new ApiError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
    return execution;
  }

  #openTask(text: string) {
    this.#check();
    const token = readToken(text);
    const execution = token && this.#executions.get(token.executionArn);
    if (!token || !execution) throw new ApiError('InvalidToken', "Invalid Token: 'Invalid token'");
    if (!(execution instanceof Run)) {
      throw new ApiError('TaskTimedOut', "Task Timed Out: 'Provided task does not exist anymore'");
    }
    return { run: execution, token };
  }

  #append(record: EngineRecord): void {
    this.#options.journal.append(record);
  }

  #check(): void {
    if (this.#failure) throw this.#failure;
    if (this.#closed) throw new Error('the engine is closed');
  }

  /** No answer tells of what a crash could still take back. */
  async #settled(): Promise<void> {
    await this.#options.journal.settled();
    this.#check();
  }
}

function checkInput(input: string): string {
  if (isJson(input) && Buffer.byteLength(input) <= PAYLOAD_LIMIT_BYTES) return input;
  throw new ApiError(
    'InvalidExecutionInput',
    `Invalid State Machine Execution Input: '${input.slice(0, 100)}'`,
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function positionsOf({ first, last }: { first?: Position | undefined; last?: Position | undefined }) {
  if (first === undefined || last === undefined) throw new Error('the execution is not in the journal yet');
  return { first, last };
}

function finishedOf(run: Run, { status, stopDate }: RunEnd): Finished {
  const { executionArn, stateMachineArn, name, startDate } = run.head;
  return { executionArn, stateMachineArn, name, status, startDate, stopDate, ...positionsOf(run) };
}

function summaryOf(execution: Run | Finished): ExecutionSummary {
  if (!(execution instanceof Run)) {
    const { first: _first, last: _last, ...summary } = execution;
    return summary;
  }
  const { executionArn, stateMachineArn, name, startDate } = execution.head;
  return { executionArn, stateMachineArn, name, status: 'RUNNING', startDate };
}

function changeOf(head: RunHead, end?: RunEnd): StatusChange {
  const { executionArn, stateMachineArn, name, startDate, input } = head;
  return { executionArn, stateMachineArn, name, startDate, input, ...(end ?? { status: 'RUNNING' }) };
}
