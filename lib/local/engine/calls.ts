import { StatesError, TaskFailure } from './errors.ts';
import type { Journal } from './journal.ts';
import { copyOf, type Json } from './json.ts';
import { eventFor, lambdaError } from './states/task.ts';
import type { PendingTask, Thread } from './thread.ts';

/**
 * Calls a function. Throws an Error whose `name` is the error type, as a Lambda function does, or a TaskFailure.
 *
 * A call that a crash cut off is made again with the same payload after the next start.
 */
export type Invoke = (functionName: string, payload: unknown, version?: string) => Promise<unknown>;

export type CallsHost = {
  readonly journal: Journal;
  readonly invoke: Invoke;
  /** The engine is in doubt: nothing of it may go on. */
  broken(error: unknown): void;
};

/** Where the answers of a run's calls go. */
export type Answers = {
  /** Whether this attempt still waits for its function. */
  awaits(thread: number, task: PendingTask): boolean;
  returned(thread: number, task: PendingTask, result: Json): void;
  threw(thread: number, task: PendingTask, failure: StatesError): void;
};

/** Makes the calls of one run, each when it is safe to. */
export class Calls {
  readonly #host: CallsHost;
  readonly #answers: Answers;

  constructor(host: CallsHost, answers: Answers) {
    this.#host = host;
    this.#answers = answers;
  }

  /** First the journal knows that the function is called, then it is called. */
  whenSafe({ id }: Thread, task: PendingTask): void {
    this.#host.journal.settled().then(
      () => this.#call(id, task),
      (error) => this.#host.broken(error),
    );
  }

  /** After a restart. Whoever is opening the engine gets it before its functions are called. */
  again({ id }: Thread, task: PendingTask): void {
    setImmediate(() => this.#call(id, task));
  }

  async #call(thread: number, task: PendingTask): Promise<void> {
    if (!this.#answers.awaits(thread, task)) return;
    let result: Json;
    try {
      result = copyOf(await this.#host.invoke(task.functionName, eventFor(task), task.version));
    } catch (thrown) {
      const isChosen = thrown instanceof TaskFailure;
      const failure = isChosen ? new StatesError(thrown.error, thrown.reason) : lambdaError(thrown);
      return this.#answers.threw(thread, task, failure);
    }
    this.#answers.returned(thread, task, result);
  }
}
