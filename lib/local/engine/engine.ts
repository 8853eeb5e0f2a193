import { randomUUID } from 'node:crypto';
import { checkName, executionArn, type Home } from './arn.ts';
import type { Invoke } from './calls.ts';
import { contextObject } from './context.ts';
import { ApiError, EngineClosed } from './errors.ts';
import { changeOf, type ExecutionSummary, Executions, type StatusChange } from './executions.ts';
import { type HistoryEvent, PAYLOAD_LIMIT_BYTES } from './history.ts';
import type { Journal } from './journal.ts';
import { Machines } from './machines.ts';
import type { EngineRecord, Finished, RunHead, RunRecord, StateMachine, Status } from './records.ts';
import { Run, type RunHost } from './run.ts';
import type { Timers } from './timers.ts';
import { writeToken } from './token.ts';

export { TaskFailure } from './errors.ts';
export { memoryJournal } from './journal.ts';
export { systemTimers } from './timers.ts';
export type { ExecutionSummary, HistoryEvent, Invoke, Journal, StateMachine, Status, StatusChange, Timers };

export type EngineOptions = {
  readonly journal: Journal;
  readonly timers: Timers;
  readonly invoke: Invoke;
  /** Told when the change is safe. Best effort, as EventBridge is: a crash between the two loses it. */
  readonly onStatusChange?: (change: StatusChange) => void;
  /** Told once when nothing can go on any more: the journal cannot be written, or `stop` was called. */
  readonly onBroken?: (error: unknown) => void;
  /** Told when the event is safe. */
  readonly onEvent?: (executionArn: string, event: HistoryEvent) => void;
  /** @default 'us-east-1' */
  readonly region?: string;
  /** @default '000000000000' */
  readonly account?: string;
  /** A number in [0, 1), for retries with jitter. @default Math.random */
  readonly random?: () => number;
};

/**
 * Opens an engine over a journal. Every execution that had not ended goes on; sleepers whose time came while nobody
 * was there wake late rather than never.
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const engine = new Engine(options);
  await engine.replay();
  return engine;
}

/** Standard workflows on one machine: the operations of the Step Functions API as methods, and what keeps them true. */
export class Engine {
  readonly machines: Machines;
  readonly #options: EngineOptions;
  readonly #home: Home;
  readonly #executions: Executions;
  #failure: unknown;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#home = { region: options.region ?? 'us-east-1', account: options.account ?? '000000000000' };
    this.machines = new Machines(this.#home, options.timers, (record) => this.#append(record));
    this.#executions = new Executions(this.#host());
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
    const {
      name: machine,
      stateMachineArn,
      definition,
      roleArn,
    } = this.machines.get(request.stateMachineArn);
    const name = checkName(request.name ?? randomUUID());
    const input = checkInput(request.input ?? '{}');
    const arn = executionArn(this.#home, machine, name);
    const startDate = this.#options.timers.now();
    const known = this.#executions.known(arn);
    if (known && !(known instanceof Run && known.head.input === input)) {
      throw new ApiError('ExecutionAlreadyExists', `Execution Already Exists: '${arn}'`);
    }
    const head = { executionArn: arn, stateMachineArn, name, definition, roleArn, startDate, input };
    if (!known) await this.#executions.begin(head).start();
    await this.settled();
    return { executionArn: arn, startDate: known instanceof Run ? known.head.startDate : startDate };
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
    const { stateMachineArn } = this.machines.get(request.stateMachineArn);
    const summaries = this.#executions.summaries(stateMachineArn);
    await this.settled();
    return summaries.filter(({ status }) => status === (request.statusFilter ?? status));
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

  /** An execution that has ended stays as it ended. */
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

  /** @throws {ApiError} TaskTimedOut when the task is over, InvalidToken when there never was one. */
  async sendTaskSuccess(request: { taskToken: string; output: string }): Promise<void> {
    this.#check();
    if (!isPayload(request.output))
      throw new ApiError('InvalidOutput', `Invalid Output: '${brief(request.output)}'`);
    const { run, token } = this.#executions.ofToken(request.taskToken);
    await run.taskSucceeded(token, request.output);
  }

  /** @throws {ApiError} as sendTaskSuccess does. */
  async sendTaskFailure(request: { taskToken: string; error?: string; cause?: string }): Promise<void> {
    this.#check();
    const { run, token } = this.#executions.ofToken(request.taskToken);
    await run.taskFailed(token, request.error, request.cause);
  }

  /** @throws {ApiError} as sendTaskSuccess does. */
  async sendTaskHeartbeat(request: { taskToken: string }): Promise<void> {
    this.#check();
    const { run, token } = this.#executions.ofToken(request.taskToken);
    await run.heartbeat(token);
  }

  /** No answer may tell of what a crash could still take back: every answer waits for this first. */
  async settled(): Promise<void> {
    this.#check();
    await this.#options.journal.settled();
    this.#check();
  }

  /** What the executions rest on has failed: nothing of them may go on, and no answer is given any more. */
  async stop(reason: unknown): Promise<void> {
    if (this.#failure === undefined) this.#options.onBroken?.(reason);
    await this.#close(reason);
  }

  /** Stops every timer, lets what is being done be done, and lets go of the journal. */
  async close(): Promise<void> {
    await this.#close(new EngineClosed());
    await this.#options.journal.close();
  }

  async replay(): Promise<void> {
    for await (const { position, record } of this.#options.journal.replay()) {
      this.machines.apply(record as EngineRecord);
      this.#executions.apply(record as EngineRecord, position);
    }
    // A definition that this version no longer takes is refused now, not in the middle of a run.
    for (const run of this.#executions.running()) this.machines.parsed(run.head.definition);
    for (const run of this.#executions.running()) run.resume();
  }

  #host(): RunHost {
    const { journal, timers, invoke, random = Math.random } = this.#options;
    return {
      journal,
      timers,
      invoke,
      around: (head) => ({
        head,
        machine: this.machines.parsed(head.definition),
        region: this.#home.region,
        random,
        context: (thread, more) => contextObject(head, thread, more),
        token: (thread, scheduled) => writeToken(head.executionArn, thread, scheduled),
      }),
      committed: (run, events) => this.#committed(run, events),
      broken: (error) => void this.stop(error),
    };
  }

  #committed(run: Run, events: readonly HistoryEvent[]): void {
    const { onEvent, onStatusChange, journal, timers } = this.#options;
    const { head, end } = run;
    if (end) this.#executions.ended(run, end);
    if (journal.checkpointDue) {
      const { records, oldest } = this.#executions.checkpoint(timers.now());
      journal.checkpoint([...this.machines.records(), ...records], oldest);
    }
    const tell = () => {
      if (events[0]?.type === 'ExecutionStarted') onStatusChange?.(changeOf(head));
      for (const event of events) onEvent?.(head.executionArn, event);
      if (end) onStatusChange?.(changeOf(head, end));
    };
    // A listener that throws has itself to blame: the execution is not its business.
    const safe = journal.settled().then(tell, (error) => this.stop(error));
    safe.catch(() => undefined);
  }

  #execution(arn: string): Run | Finished {
    this.#check();
    return this.#executions.get(arn);
  }

  async #head(execution: Run | Finished): Promise<RunHead> {
    if (execution instanceof Run) return execution.head;
    const { head } = await this.#read(execution.first);
    if (!head) throw new Error(`the journal has lost the beginning of ${execution.executionArn}`);
    return head;
  }

  async #read(position: number): Promise<RunRecord> {
    return (await this.#options.journal.read(position)) as RunRecord;
  }

  #append(record: EngineRecord): void {
    this.#check();
    this.#options.journal.append(record);
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #close(reason: unknown): Promise<void> {
    this.#failure ??= reason;
    await Promise.all([...this.#executions.running()].map((run) => run.close()));
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
