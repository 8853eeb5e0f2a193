import { TerminalError } from './errors.ts';
import { type Details, detailsKey, EVENT_LIMIT, type HistoryEvent } from './history.ts';
import type { Json, JsonObject } from './json.ts';
import type { RunEnd, Thread } from './thread.ts';

/**
 * One step of an execution in the making: what will be written to the journal together.
 *
 * Threads are copied on their first change, so that until the draft is committed the execution stays as journaled.
 */
export class Draft {
  readonly events: HistoryEvent[] = [];
  readonly changed = new Map<number, Thread | null>();
  end: RunEnd | undefined;
  readonly now: number;
  readonly #committed: ReadonlyMap<number, Thread>;
  #lastEvent: number;
  #lastThread: number;

  constructor(committed: ReadonlyMap<number, Thread>, lastEvent: number, lastThread: number, now: number) {
    this.#committed = committed;
    this.before = lastEvent;
    this.#lastEvent = lastEvent;
    this.#lastThread = lastThread;
    this.now = now;
  }

  /** The last event before this draft. */
  readonly before: number;

  get lastEvent(): number {
    return this.#lastEvent;
  }

  has(id: number): boolean {
    return this.changed.has(id) ? this.changed.get(id) !== null : this.#committed.has(id);
  }

  /** A thread to read and to change. */
  thread(id: number): Thread {
    const changed = this.changed.get(id);
    if (changed) return changed;
    const committed = this.#committed.get(id);
    if (!committed || changed === null) throw new Error(`thread ${id} has ended`);
    const copy = { ...committed };
    this.changed.set(id, copy);
    return copy;
  }

  /** Every thread that is still alive, oldest first, to read. */
  *alive(): Iterable<Thread> {
    for (const [id, thread] of this.#committed) if (!this.changed.has(id)) yield thread;
    for (const thread of this.changed.values()) if (thread) yield thread;
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
    this.changed.set(thread.id, thread);
    return thread;
  }

  remove(id: number): void {
    this.changed.set(id, null);
  }

  /** The variables a thread sees: its own over those of the scopes around it. */
  variables(thread: Thread): JsonObject {
    if (thread.parent === null) return thread.variables;
    return { ...this.variables(this.#peek(thread.parent)), ...thread.variables };
  }

  /** The item of the innermost Map around a thread. */
  item(thread: Thread): { Index: number; Value: Json } | undefined {
    if (thread.parent === null) return undefined;
    const parent = this.#peek(thread.parent);
    if (parent.doing.kind === 'fan' && parent.doing.over === 'items') {
      return { Index: thread.index, Value: parent.doing.items[thread.index] ?? null };
    }
    return this.item(parent);
  }

  #peek(id: number): Thread {
    const thread = this.changed.get(id) ?? this.#committed.get(id);
    if (!thread) throw new Error(`thread ${id} has ended`);
    return thread;
  }

  /** Adds an event and returns its id. @throws {TerminalError} when only the ending event still fits. */
  event(type: string, previousEventId: number, details?: Details): number {
    const ends = type.startsWith('Execution') && type !== 'ExecutionStarted';
    if (!ends && this.#lastEvent >= EVENT_LIMIT - 1) {
      throw new TerminalError(
        'States.Runtime',
        `The execution reached the maximum number of history events (${EVENT_LIMIT}).`,
      );
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
}
