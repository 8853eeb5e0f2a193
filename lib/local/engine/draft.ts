import { TerminalError } from './errors.ts';
import { type Details, detailsKey, EVENT_LIMIT, type HistoryEvent } from './history.ts';
import type { Json, JsonObject } from './json.ts';
import type { RunEnd } from './records.ts';
import type { Thread } from './thread.ts';

export type Committed = {
  readonly threads: ReadonlyMap<number, Thread>;
  readonly lastEvent: number;
  readonly lastThread: number;
};

/**
 * One step of an execution in the making: what will be written to the journal together.
 *
 * Threads are copied before they are changed, so that until then the execution stays as the journal has it.
 */
export class Draft {
  readonly now: number;
  readonly events: HistoryEvent[] = [];
  end: RunEnd | undefined;
  readonly #committed: Committed;
  readonly #touched = new Map<number, Thread | null>();
  #lastEvent: number;
  #lastThread: number;

  constructor(committed: Committed, now: number) {
    this.#committed = committed;
    this.#lastEvent = committed.lastEvent;
    this.#lastThread = committed.lastThread;
    this.now = now;
  }

  get nextEvent(): number {
    return this.#lastEvent + 1;
  }

  /** Adds an event and returns its id. @throws {TerminalError} when only the ending event still fits. */
  event(type: string, previousEventId: number, details?: Details): number {
    const ends = type.startsWith('Execution') && type !== 'ExecutionStarted';
    if (!ends && this.nextEvent >= EVENT_LIMIT) {
      const cause = `The execution reached the maximum number of history events (${EVENT_LIMIT}).`;
      throw new TerminalError('States.Runtime', cause);
    }
    const event = { id: ++this.#lastEvent, previousEventId, timestamp: this.now, type };
    this.events.push(details ? { ...event, [detailsKey(type)]: details } : event);
    return event.id;
  }

  /** Adds the thread's next event: it points to the one before and is pointed to by the one after. */
  emit(thread: Thread, type: string, details?: Details): number {
    thread.previous = this.event(type, thread.previous, details);
    return thread.previous;
  }

  has(id: number): boolean {
    return this.#touched.has(id) ? this.#touched.get(id) !== null : this.#committed.threads.has(id);
  }

  /** A thread to read and to change. */
  thread(id: number): Thread {
    const touched = this.#touched.get(id);
    if (touched) return touched;
    const committed = this.#committed.threads.get(id);
    if (!committed || touched === null) throw new Error(`thread ${id} has ended`);
    const copy = { ...committed };
    this.#touched.set(id, copy);
    return copy;
  }

  spawn(parent: Thread | null, index: number, state: string, input: Json, previous: number): Thread {
    const thread: Thread = {
      id: ++this.#lastThread,
      parent: parent?.id ?? null,
      index,
      state,
      input,
      variables: {},
      previous,
      enteredAt: this.now,
      enteredEvent: 0,
      enteredFrom: 0,
      retries: [],
      doing: { kind: 'entering' },
    };
    this.#touched.set(thread.id, thread);
    return thread;
  }

  remove(id: number): void {
    this.#touched.set(id, null);
  }

  /** The iterations or branches of a thread's state, in the order they were started. */
  children(parent: Thread): Thread[] {
    const children: Thread[] = [];
    for (const [id, thread] of this.#committed.threads) {
      if (thread.parent === parent.id && !this.#touched.has(id)) children.push(thread);
    }
    for (const thread of this.#touched.values()) if (thread?.parent === parent.id) children.push(thread);
    return children.sort((a, b) => a.id - b.id);
  }

  /** The variables a thread sees: its own over those of the scopes around it. */
  variables(thread: Thread): JsonObject {
    if (thread.parent === null) return thread.variables;
    return { ...this.variables(this.thread(thread.parent)), ...thread.variables };
  }

  /** The item of the innermost Map around a thread. */
  item(thread: Thread): { Index: number; Value: Json } | undefined {
    if (thread.parent === null) return undefined;
    const parent = this.thread(thread.parent);
    if (parent.doing.kind !== 'map') return this.item(parent);
    return { Index: thread.index, Value: parent.doing.items[thread.index] ?? null };
  }

  /** The threads that are not as they were; those that were only looked at are left out. */
  changes(): Map<number, Thread | null> {
    const changes = new Map<number, Thread | null>();
    for (const [id, thread] of this.#touched) {
      const before = this.#committed.threads.get(id);
      if (thread === null ? before : !isSame(thread, before)) changes.set(id, thread);
    }
    return changes;
  }
}

function isSame(thread: Thread, before: Thread | undefined): boolean {
  return (
    before !== undefined &&
    (Object.keys(thread) as (keyof Thread)[]).every((key) => thread[key] === before[key])
  );
}
