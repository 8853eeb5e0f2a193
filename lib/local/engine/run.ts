import { Draft } from './draft.ts';
import { ApiError, StatesError, TaskFailure } from './errors.ts';
import type { HistoryEvent } from './history.ts';
import { Interpreter, type Surroundings } from './interpreter.ts';
import type { Journal, Position } from './journal.ts';
import { eventFor, lambdaError } from './states/task.ts';
import type { PendingTask, RunEnd, RunHead, RunRecord, Thread } from './thread.ts';
import type { Timers } from './timers.ts';

/** Throws an Error whose `name` is the error type, as a Lambda function does, or a TaskFailure. */
export type Invoke = (functionName: string, payload: unknown) => Promise<unknown>;

/** What a run needs from the engine around it. */
export type RunHost = {
  readonly journal: Journal;
  readonly timers: Timers;
  readonly invoke: Invoke;
  around(head: RunHead): Surroundings;
  /** A step is in the journal's queue; it is safe when `settled` resolves. */
  committed(run: Run, events: readonly HistoryEvent[], end: RunEnd | undefined): void;
  /** The journal failed: nothing of this engine may go on. */
  broken(error: unknown): void;
};

/** Something that happened to an execution. They are taken one at a time, in order. */
type Signal = (draft: Draft, interpreter: Interpreter) => Promise<readonly Thread[]> | readonly Thread[];

type Asker = { readonly resolve: () => void; readonly reject: (error: unknown) => void };

/** So many events are written at the latest, so that a machine that never waits cannot fill the memory. */
const EVENTS_PER_RECORD = 250;

/** One execution that has not ended. Its threads are always exactly what the journal says they are. */
export class Run {
  readonly head: RunHead;
  readonly threads = new Map<number, Thread>();
  first: Position | undefined;
  last: Position | undefined;
  end: RunEnd | undefined;
  lastEvent = 0;
  lastThread = -1;
  readonly #host: RunHost;
  #inbox: { readonly act: Signal; readonly asker: Asker | undefined }[] = [];
  #busy = false;
  #sleep: (() => void) | undefined;

  constructor(head: RunHead, host: RunHost) {
    this.head = head;
    this.#host = host;
  }

  start(): Promise<void> {
    return this.#ask((_, interpreter) => interpreter.start(this.head.input));
  }

  /** After a restart: enters what was about to be entered, calls again what was being called, sleeps again. */
  resume(): void {
    const moving = [...this.threads.values()].filter(({ doing }) => doing.kind === 'entering');
    if (moving.length > 0) this.#send((draft) => moving.map(({ id }) => draft.thread(id)));
    for (const thread of this.threads.values()) {
      if (thread.doing.kind === 'task' && !thread.doing.submitted) this.#callAgain(thread, thread.doing);
    }
    this.#armTimer();
  }

  /** Ends the execution from outside. */
  stop(error: string | undefined, cause: string | undefined): Promise<void> {
    return this.#ask((draft) => {
      const details = {
        ...(error === undefined ? {} : { error }),
        ...(cause === undefined ? {} : { cause }),
      };
      draft.event('ExecutionAborted', 0, details);
      draft.end = { status: 'ABORTED', stopDate: draft.now, ...details };
      return [];
    });
  }

  /** @throws {ApiError} TaskTimedOut when the task is no longer open. */
  taskSucceeded(token: TokenParts, output: string): Promise<void> {
    return this.#ask((draft, interpreter) => {
      const { thread } = this.#openTask(draft, token);
      return interpreter.succeeded(thread, output);
    });
  }

  taskFailed(token: TokenParts, error: string | undefined, cause: string | undefined): Promise<void> {
    return this.#ask((draft, interpreter) => {
      const { thread } = this.#openTask(draft, token);
      return interpreter.taskFailed(thread, new StatesError(error, cause));
    });
  }

  heartbeat(token: TokenParts): Promise<void> {
    return this.#ask((draft) => {
      const { thread, task } = this.#openTask(draft, token);
      if (task.heartbeatSeconds !== null) {
        thread.doing = { ...task, heartbeatDeadline: draft.now + task.heartbeatSeconds * 1000 };
      }
      return [];
    });
  }

  /** Forgets its timer and everything that has not been taken yet. */
  close(): void {
    this.#sleep?.();
    this.#sleep = undefined;
    this.#inbox = [];
  }

  #openTask(draft: Draft, token: TokenParts): { thread: Thread; task: PendingTask } {
    const task = this.threads.get(token.thread)?.doing;
    if (task?.kind !== 'task' || task.token !== token.text) throw closedToken();
    return { thread: draft.thread(token.thread), task };
  }

  /** Sends a signal and resolves when what it did is safe. */
  async #ask(act: Signal): Promise<void> {
    await new Promise<void>((resolve, reject) => this.#send(act, { resolve, reject }));
    await this.#host.journal.settled();
  }

  #send(act: Signal, asker?: Asker): void {
    this.#inbox.push({ act, asker });
    if (!this.#busy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#busy = true;
    for (let next = this.#inbox.shift(); next; next = this.#inbox.shift()) {
      try {
        if (this.end) throw closedToken();
        await this.#take(next.act);
        next.asker?.resolve();
      } catch (error) {
        // A refused request changes nothing; anything else that is thrown here leaves the engine in doubt.
        next.asker?.reject(error);
        if (!(error instanceof ApiError)) this.#host.broken(error);
      }
    }
    this.#busy = false;
  }

  async #take(signal: Signal): Promise<void> {
    let draft = this.#draft();
    let interpreter = new Interpreter(draft, this.#host.around(this.head));
    const ready = [...(await signal(draft, interpreter))].map(({ id }) => id);
    for (let id = ready.shift(); id !== undefined && !draft.end; id = ready.shift()) {
      if (draft.events.length >= EVENTS_PER_RECORD) {
        this.#commit(draft);
        await this.#host.journal.settled();
        draft = this.#draft();
        interpreter = new Interpreter(draft, this.#host.around(this.head));
      }
      // A thread may have been aborted by a sibling that moved before it.
      if (!draft.has(id)) continue;
      const next = await interpreter.enter(draft.thread(id));
      ready.unshift(...next.map((thread) => thread.id));
    }
    this.#commit(draft);
  }

  #draft(): Draft {
    return new Draft(this.threads, this.lastEvent, this.lastThread, this.#host.timers.now());
  }

  #commit(draft: Draft): void {
    if (draft.events.length === 0 && draft.changed.size === 0) return;
    const record: RunRecord = {
      type: 'run',
      run: this.head.executionArn,
      ...(this.last === undefined ? { head: this.head } : { before: this.last }),
      events: draft.events,
      threads: Object.fromEntries(draft.changed),
      ...(draft.end ? { end: draft.end } : {}),
    };
    this.last = this.#host.journal.append(record);
    this.first ??= this.last;
    this.apply(record);
    this.#host.committed(this, draft.events, draft.end);
    for (const thread of draft.changed.values()) {
      if (thread?.doing.kind === 'task' && thread.doing.scheduled > draft.before)
        this.#callWhenSafe(thread, thread.doing);
    }
    this.#armTimer();
  }

  /** Brings the run to where a record says it is. Also what a replay does. */
  apply(record: Pick<RunRecord, 'events' | 'threads' | 'end'>): void {
    this.lastEvent = record.events.at(-1)?.id ?? this.lastEvent;
    for (const [key, thread] of Object.entries(record.threads)) {
      const id = Number(key);
      this.lastThread = Math.max(this.lastThread, id);
      if (thread) this.threads.set(id, thread);
      else this.threads.delete(id);
    }
    this.end = record.end;
    if (record.end) this.threads.clear();
  }

  #callWhenSafe(thread: Thread, task: PendingTask): void {
    this.#host.journal.settled().then(
      () => this.#call(thread.id, task),
      () => undefined, // The engine hears of a broken journal from the step that broke it.
    );
  }

  async #call(id: number, task: PendingTask): Promise<void> {
    if (!this.#isOpen(id, task)) return;
    let answer: (interpreter: Interpreter, thread: Thread, task: PendingTask) => Promise<readonly Thread[]>;
    try {
      const result = await this.#host.invoke(task.functionName, eventFor(task));
      answer = (interpreter, thread, now) => interpreter.returned(thread, now, result);
    } catch (error) {
      const failure =
        error instanceof TaskFailure ? new StatesError(error.error, error.reason) : lambdaError(error);
      answer = (interpreter, thread) => interpreter.taskFailed(thread, failure);
    }
    this.#send((draft, interpreter) => {
      const now = this.#isOpen(id, task);
      return now ? answer(interpreter, draft.thread(id), now) : [];
    });
  }

  /** The same attempt of the same task, if it still waits for its function. */
  #isOpen(id: number, { scheduled }: PendingTask): PendingTask | undefined {
    const doing = this.threads.get(id)?.doing;
    return doing?.kind === 'task' && doing.scheduled === scheduled && !doing.submitted ? doing : undefined;
  }

  /**
   * A call that a crash cut off is made again, with the same payload and the same token, which may be in somebody's
   * hands. A plain call gets its whole time again, since the time the host was down says nothing about the function;
   * a callback keeps its deadline, since people were told it.
   */
  #callAgain(thread: Thread, task: PendingTask): void {
    if (task.token === null && task.timeoutSeconds !== null) {
      const deadline = this.#host.timers.now() + task.timeoutSeconds * 1000;
      this.threads.set(thread.id, { ...thread, doing: { ...task, deadline } });
    }
    void this.#call(thread.id, task);
  }

  /** One timer for the whole run: the earliest thing any of its threads waits for. */
  #armTimer(): void {
    this.#sleep?.();
    this.#sleep = undefined;
    if (this.end) return;
    const until = Math.min(this.#timeLimit(), ...[...this.threads.values()].map(wakeTime));
    if (until < Number.POSITIVE_INFINITY) this.#sleep = this.#host.timers.at(until, () => this.#woke());
  }

  #timeLimit(): number {
    const { timeoutSeconds } = this.#host.around(this.head).machine;
    return timeoutSeconds === undefined
      ? Number.POSITIVE_INFINITY
      : this.head.startDate + timeoutSeconds * 1000;
  }

  #woke(): void {
    this.#sleep = undefined;
    this.#send(async (draft, interpreter) => {
      if (draft.now >= this.#timeLimit()) {
        draft.event('ExecutionTimedOut', 0, { error: 'States.Timeout' });
        draft.end = { status: 'TIMED_OUT', stopDate: draft.now };
        return [];
      }
      const ready: Thread[] = [];
      for (const { id } of [...this.threads.values()].filter((thread) => wakeTime(thread) <= draft.now)) {
        if (draft.end || !draft.has(id)) continue;
        ready.push(...(await wake(interpreter, draft.thread(id))));
      }
      if (ready.length === 0 && draft.events.length === 0) this.#armTimer();
      return ready;
    });
  }
}

/** Infinity for a thread that no clock moves. */
function wakeTime({ doing }: Thread): number {
  if (doing.kind === 'waiting' || doing.kind === 'retrying') return doing.until;
  if (doing.kind !== 'task') return Number.POSITIVE_INFINITY;
  return Math.min(
    doing.deadline ?? Number.POSITIVE_INFINITY,
    doing.heartbeatDeadline ?? Number.POSITIVE_INFINITY,
  );
}

function wake(interpreter: Interpreter, thread: Thread): Promise<readonly Thread[]> {
  if (thread.doing.kind === 'waiting') return interpreter.waited(thread);
  if (thread.doing.kind === 'retrying') return interpreter.retry(thread);
  return interpreter.taskTimedOut(thread);
}

export type TokenParts = {
  readonly text: string;
  readonly executionArn: string;
  readonly thread: number;
  readonly scheduled: number;
};

function closedToken(): ApiError {
  return new ApiError('TaskTimedOut', "Task Timed Out: 'Provided task does not exist anymore'");
}
