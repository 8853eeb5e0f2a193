import { Calls, type CallsHost } from './calls.ts';
import { type Committed, Draft } from './draft.ts';
import { ApiError, EngineClosed, StatesError } from './errors.ts';
import { shown } from './failure.ts';
import type { HistoryEvent } from './history.ts';
import { Interpreter, type Ready, type Surroundings } from './interpreter.ts';
import type { Position } from './journal.ts';
import { Mailbox } from './mailbox.ts';
import type { RunEnd, RunHead, RunRecord } from './records.ts';
import { type PendingTask, type Thread, wakeTime } from './thread.ts';
import type { Timers } from './timers.ts';
import type { Token } from './token.ts';

/** What a run needs from the engine around it. */
export type RunHost = CallsHost & {
  readonly timers: Timers;
  around(head: RunHead): Surroundings;
  /** A step is in the journal's queue; it is safe when `settled` resolves. */
  committed(run: Run, events: readonly HistoryEvent[]): void;
};

/** Something that happened to an execution. */
type Signal = (draft: Draft, interpreter: Interpreter) => Promise<Ready> | Ready;

/** So many events are written at the latest, so that a machine that never waits cannot fill the memory. */
const EVENTS_PER_RECORD = 250;

/** One execution that has not ended. It takes signals one at a time; its threads are what the journal says they are. */
export class Run implements Committed {
  readonly head: RunHead;
  readonly threads = new Map<number, Thread>();
  lastEvent = 0;
  lastThread = -1;
  /** Its first and its latest record. */
  first: Position | undefined;
  last: Position | undefined;
  end: RunEnd | undefined;
  readonly #host: RunHost;
  readonly #mailbox = new Mailbox<Signal>((signal) => this.#take(signal));
  readonly #calls: Calls;
  #closed = false;
  #cancelTimer: (() => void) | undefined;

  constructor(head: RunHead, host: RunHost) {
    this.head = head;
    this.#host = host;
    this.#calls = new Calls(host, {
      awaits: (id, task) => this.#awaits(id, task),
      returned: (id, task, result) =>
        this.#answered(id, task, (draft, interpreter) => interpreter.returned(draft.thread(id), result)),
      threw: (id, task, failure) =>
        this.#answered(id, task, (draft, interpreter) => interpreter.taskFailed(draft.thread(id), failure)),
    });
  }

  /** Resolves when the execution's first step is safe. */
  start(): Promise<void> {
    return this.#ask((_, interpreter) => interpreter.start());
  }

  /** After a restart: enters what was about to be entered, calls again what was being called, sleeps again. */
  resume(): void {
    const entering = [...this.threads.values()].filter(({ doing }) => doing.kind === 'entering');
    if (entering.length > 0) this.#tell((draft) => entering.map(({ id }) => draft.thread(id)));
    for (const thread of this.threads.values()) {
      if (thread.doing.kind === 'task' && !thread.doing.submitted) this.#callAgain(thread, thread.doing);
    }
    this.#armTimer();
  }

  /** Ends the execution from outside; one that has ended meanwhile stays as it ended. */
  async stop(error: string | undefined, cause: string | undefined): Promise<void> {
    await this.#ask((draft) => {
      const details = shown(new StatesError(error, cause));
      draft.event('ExecutionAborted', 0, details);
      draft.end = { status: 'ABORTED', stopDate: draft.now, ...details };
      return [];
    }).catch((refused) => {
      if (!this.end) throw refused;
    });
  }

  /** @throws {ApiError} TaskTimedOut when the task is no longer open. */
  taskSucceeded(token: Token, output: string): Promise<void> {
    return this.#ask((draft, interpreter) => {
      this.#openTask(token);
      return interpreter.succeeded(draft.thread(token.thread), output);
    });
  }

  /** @throws {ApiError} TaskTimedOut when the task is no longer open. */
  taskFailed(token: Token, error: string | undefined, cause: string | undefined): Promise<void> {
    return this.#ask((draft, interpreter) => {
      this.#openTask(token);
      return interpreter.taskFailed(draft.thread(token.thread), new StatesError(error, cause));
    });
  }

  /** @throws {ApiError} TaskTimedOut when the task is no longer open. */
  heartbeat(token: Token): Promise<void> {
    return this.#ask((draft) => {
      const task = this.#openTask(token);
      if (task.heartbeatSeconds === null) return [];
      draft.thread(token.thread).doing = {
        ...task,
        heartbeatDeadline: draft.now + task.heartbeatSeconds * 1000,
      };
      return [];
    });
  }

  /** Brings the run to where a record says it is: after a commit, and in a replay. */
  apply(record: Pick<RunRecord, 'events' | 'threads' | 'end'>, position: Position): void {
    this.first ??= position;
    this.last = position;
    this.lastEvent = record.events.at(-1)?.id ?? this.lastEvent;
    for (const [key, thread] of Object.entries(record.threads)) {
      const id = Number(key);
      this.lastThread = Math.max(this.lastThread, id);
      if (thread) this.threads.set(id, thread);
      else this.threads.delete(id);
    }
    if (!record.end) return;
    this.end = record.end;
    this.threads.clear();
  }

  /** Refuses what waits and what will come; resolves when what is being done is done. */
  close(): Promise<void> {
    this.#closed = true;
    this.#cancelTimer?.();
    return this.#mailbox.close();
  }

  #openTask(token: Token): PendingTask {
    const doing = this.threads.get(token.thread)?.doing;
    if (doing?.kind !== 'task' || doing.token !== token.text) throw closedTask();
    return doing;
  }

  /** Sends a signal and resolves when what it did is safe. */
  async #ask(signal: Signal): Promise<void> {
    await this.#mailbox.send(signal);
    await this.#host.journal.settled();
  }

  /** Sends a signal that nobody waits for. */
  #tell(signal: Signal): void {
    this.#mailbox.send(signal).catch((refusal) => {
      // The run has ended meanwhile, or the engine is closing: the signal came too late to matter.
      if (!(refusal instanceof ApiError || refusal instanceof EngineClosed)) this.#host.broken(refusal);
    });
  }

  async #take(signal: Signal): Promise<void> {
    if (this.end) throw closedTask();
    let [draft, interpreter] = this.#draft();
    const ready = (await signal(draft, interpreter)).map(({ id }) => id);
    for (let id = ready.shift(); id !== undefined && !draft.end; id = ready.shift()) {
      if (draft.events.length >= EVENTS_PER_RECORD) {
        this.#commit(draft);
        await this.#host.journal.settled();
        [draft, interpreter] = this.#draft();
      }
      // It may have been aborted by a sibling that moved before it.
      if (!draft.has(id)) continue;
      const next = await interpreter.enter(draft.thread(id));
      ready.unshift(...next.map((thread) => thread.id));
    }
    this.#commit(draft);
  }

  #draft(): [Draft, Interpreter] {
    const draft = new Draft(this, this.#host.timers.now());
    return [draft, new Interpreter(draft, this.#host.around(this.head))];
  }

  #commit(draft: Draft): void {
    const { events, end } = draft;
    const changes = draft.changes();
    if (events.length > 0 || changes.size > 0) this.#record(events, changes, end);
    this.#armTimer();
  }

  #record(
    events: readonly HistoryEvent[],
    changes: ReadonlyMap<number, Thread | null>,
    end: RunEnd | undefined,
  ): void {
    const before = this.lastEvent;
    const record: RunRecord = {
      type: 'run',
      run: this.head.executionArn,
      ...(this.last === undefined ? { head: this.head } : { before: this.last }),
      events,
      threads: end ? {} : Object.fromEntries(changes),
      ...(end ? { end } : {}),
    };
    this.apply(record, this.#host.journal.append(record));
    this.#host.committed(this, events);
    for (const thread of this.threads.values()) {
      const { doing } = thread;
      if (doing.kind === 'task' && doing.scheduled > before) this.#calls.whenSafe(thread, doing);
    }
  }

  /** Whether the same attempt of the same task still waits for its function. */
  #awaits(id: number, { scheduled }: PendingTask): boolean {
    const doing = this.threads.get(id)?.doing;
    return !this.#closed && doing?.kind === 'task' && doing.scheduled === scheduled && !doing.submitted;
  }

  /** An answer that nobody waits for any more changes nothing. */
  #answered(id: number, task: PendingTask, signal: Signal): void {
    this.#tell((draft, interpreter) => (this.#awaits(id, task) ? signal(draft, interpreter) : []));
  }

  /**
   * A call that a crash cut off is made again, with the same payload and the same token, which may be in somebody's
   * hands. A plain call has its whole time again, since the time the host was down says nothing about the function;
   * a callback keeps its deadline, since people were told of it.
   */
  #callAgain(thread: Thread, task: PendingTask): void {
    if (task.token === null) {
      const now = this.#host.timers.now();
      const again = (seconds: number | null) => (seconds === null ? null : now + seconds * 1000);
      const [deadline, heartbeatDeadline] = [again(task.timeoutSeconds), again(task.heartbeatSeconds)];
      this.threads.set(thread.id, { ...thread, doing: { ...task, deadline, heartbeatDeadline } });
    }
    this.#calls.again(thread, task);
  }

  /** One timer for the whole run: the earliest thing that any of its threads waits for. */
  #armTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.end || this.#closed) return;
    const until = Math.min(this.#timeLimit(), ...[...this.threads.values()].map(wakeTime));
    if (until < Number.POSITIVE_INFINITY) this.#cancelTimer = this.#host.timers.at(until, () => this.#wake());
  }

  #timeLimit(): number {
    const { timeoutSeconds } = this.#host.around(this.head).machine;
    return timeoutSeconds === undefined
      ? Number.POSITIVE_INFINITY
      : this.head.startDate + timeoutSeconds * 1000;
  }

  #wake(): void {
    this.#tell(async (draft, interpreter) => {
      if (draft.now >= this.#timeLimit()) {
        draft.event('ExecutionTimedOut', 0, { error: 'States.Timeout' });
        draft.end = { status: 'TIMED_OUT', stopDate: draft.now };
        return [];
      }
      const ready: Thread[] = [];
      for (const { id } of [...this.threads.values()].filter((thread) => wakeTime(thread) <= draft.now)) {
        if (!draft.end && draft.has(id)) ready.push(...(await wake(interpreter, draft.thread(id))));
      }
      return ready;
    });
  }
}

function wake(interpreter: Interpreter, thread: Thread): Promise<Ready> {
  if (thread.doing.kind === 'waiting') return interpreter.waited(thread);
  if (thread.doing.kind === 'retrying') return interpreter.retry(thread);
  return interpreter.taskTimedOut(thread);
}

export function closedTask(): ApiError {
  return new ApiError('TaskTimedOut', "Task Timed Out: 'Provided task does not exist anymore'");
}
