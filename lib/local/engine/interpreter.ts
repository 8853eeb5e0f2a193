import type { ContextMore } from './context.ts';
import type { Draft } from './draft.ts';
import { QueryEvaluationError, StatesError, TerminalError } from './errors.ts';
import { PAYLOAD_LIMIT_BYTES, payload } from './history.ts';
import type { Json, JsonObject } from './json.ts';
import type { Leaving, Machine, State } from './machine.ts';
import { catcherOf, nextRetry } from './retry.ts';
import { choose } from './states/choice.ts';
import { fail } from './states/fail.ts';
import { descendants } from './states/fan.ts';
import { iterationDone, startMap } from './states/map.ts';
import { branchDone, startParallel } from './states/parallel.ts';
import { pass } from './states/pass.ts';
import type { Outcome, Step } from './states/state.ts';
import { schedule, settle, succeed, taskFailed, taskTimedOut } from './states/task.ts';
import { wait } from './states/wait.ts';
import { evaluate } from './template.ts';
import type { PendingTask, RunHead, Thread } from './thread.ts';

export type Surroundings = {
  readonly head: RunHead;
  readonly machine: Machine;
  readonly region: string;
  readonly token: (thread: number, scheduledEvent: number) => string;
  readonly random: () => number;
  /** `$states.context` for a thread. */
  readonly context: (thread: Thread, more: ContextMore) => unknown;
};

/** Threads that are about to enter a state. */
type Ready = readonly Thread[];

/**
 * Moves threads through a machine until every one of them waits or has ended. All it changes is the draft.
 *
 * Each public method answers one thing that happened and returns the threads that can move on.
 */
export class Interpreter {
  readonly #draft: Draft;
  readonly #around: Surroundings;

  constructor(draft: Draft, around: Surroundings) {
    this.#draft = draft;
    this.#around = around;
  }

  start(input: string): Ready {
    this.#draft.event('ExecutionStarted', 0, {
      ...payload('input', input),
      roleArn: this.#around.head.roleArn,
    });
    return [this.#draft.spawn(null, 0, this.#around.machine.startAt, JSON.parse(input), 0)];
  }

  async enter(thread: Thread): Promise<Ready> {
    const state = this.#state(thread);
    thread.enteredAt = this.#draft.now;
    thread.enteredFrom = thread.previous;
    thread.retries = [];
    return this.#guarded(thread, async () => {
      const details = { name: state.name, ...payload('input', JSON.stringify(thread.input)) };
      thread.enteredEvent = this.#draft.emit(thread, `${state.type}StateEntered`, details);
      return this.#attempt(this.#step(thread), state);
    });
  }

  /** A Wait is over. */
  waited(thread: Thread): Promise<Ready> {
    const state = this.#state(thread);
    return this.#guarded(thread, async () => ({
      done: state as Leaving,
      result: thread.input,
      hasResult: false,
    }));
  }

  /** The delay before a retry is over. */
  retry(thread: Thread): Promise<Ready> {
    return this.#guarded(thread, () => this.#attempt(this.#step(thread), this.#state(thread)));
  }

  /** A function returned. */
  returned(thread: Thread, task: PendingTask, result: unknown): Promise<Ready> {
    return this.#guarded(thread, async () =>
      settle(this.#step(thread), this.#taskState(thread), task, result),
    );
  }

  /** SendTaskSuccess. */
  succeeded(thread: Thread, output: string): Promise<Ready> {
    return this.#guarded(thread, async () =>
      succeed(this.#step(thread), this.#taskState(thread), JSON.parse(output), output),
    );
  }

  /** A function threw, or SendTaskFailure. */
  taskFailed(thread: Thread, error: StatesError): Promise<Ready> {
    return this.#guarded(thread, async () => {
      taskFailed(this.#step(thread), this.#taskState(thread), error);
      throw error;
    });
  }

  taskTimedOut(thread: Thread): Promise<Ready> {
    return this.#guarded(thread, async () => {
      throw taskTimedOut(this.#step(thread), this.#taskState(thread));
    });
  }

  async #attempt(step: Step, state: State): Promise<Outcome> {
    switch (state.type) {
      case 'Pass':
      case 'Succeed':
        return pass(step, state);
      case 'Fail':
        return fail(step, state);
      case 'Wait':
        return wait(step, state);
      case 'Choice':
        return choose(step, state);
      case 'Task':
        return schedule(step, state);
      case 'Map':
        return startMap(step, state);
      case 'Parallel':
        return startParallel(step, state);
    }
  }

  /** Does one thing for a thread and carries on with what came of it, failure included. */
  async #guarded(thread: Thread, act: () => Promise<Outcome>): Promise<Ready> {
    try {
      const outcome = await act();
      if (outcome === 'parked') return [];
      if ('spawned' in outcome) return outcome.spawned;
      const { done, result, hasResult } = outcome;
      return await this.#leave(thread, done, result, hasResult ? { result } : {});
    } catch (error) {
      return this.#failed(thread, asStatesError(error)).catch((limit) =>
        // Telling of the failure did not fit into the history either.
        this.#endFailed(thread.previous, asStatesError(limit)),
      );
    }
  }

  /** Output and Assign both see the variables as they were on entry. */
  async #leave(
    thread: Thread,
    { next, output, assign }: Leaving,
    fallback: Json,
    seen: { readonly result?: Json; readonly errorOutput?: Json },
  ): Promise<Ready> {
    const { type, name } = this.#state(thread);
    const step = this.#step(thread);
    const assigned = assign && ((await evaluate(assign, step.bindings(seen), step.place)) as JsonObject);
    const value = output ? await evaluate(output, step.bindings(seen), step.place) : fallback;
    const text = JSON.stringify(value);
    if (Buffer.byteLength(text) > PAYLOAD_LIMIT_BYTES) throw tooLarge(name);

    this.#draft.emit(thread, `${type}StateExited`, {
      name,
      ...payload('output', text),
      ...(assigned && Object.keys(assigned).length > 0 ? assignedVariables(assigned) : {}),
    });
    if (assigned) thread.variables = { ...thread.variables, ...assigned };
    if (next === undefined) return this.#finish(thread, value, text);
    thread.state = next;
    thread.input = value;
    thread.doing = { kind: 'entering' };
    return [thread];
  }

  /** A thread has come to the end of its scope. */
  async #finish(thread: Thread, output: Json, text: string): Promise<Ready> {
    this.#draft.remove(thread.id);
    if (thread.parent === null) {
      this.#draft.event('ExecutionSucceeded', thread.previous, payload('output', text));
      this.#draft.end = { status: 'SUCCEEDED', stopDate: this.#draft.now, output: text };
      return [];
    }
    const parent = this.#draft.thread(thread.parent);
    const state = this.#state(parent);
    return this.#guarded(parent, async () =>
      state.type === 'Map'
        ? iterationDone(this.#step(parent), state, thread, output)
        : branchDone(this.#step(parent), state as Extract<State, { type: 'Parallel' }>, thread, output),
    );
  }

  /** Retry first, then Catch, then the scope around; a failed Catch has neither. */
  async #failed(thread: Thread, error: StatesError, recovering = true): Promise<Ready> {
    if (error instanceof TerminalError) return this.#endFailed(thread.previous, error);
    const state = this.#state(thread);
    if (error instanceof QueryEvaluationError) this.#evaluationFailed(thread, error);
    this.#abortChildren(thread);
    if ('retry' in state && recovering) {
      const retry = nextRetry(state.retry, error, thread.retries, this.#around.random);
      if (retry) return this.#retryLater(thread, retry.index, retry.delayMs);
    }
    if ((state.type === 'Map' || state.type === 'Parallel') && recovering) {
      this.#draft.emit(thread, `${state.type}StateFailed`);
    }
    const catcher = 'catch' in state && recovering ? catcherOf(state.catch, error) : undefined;
    if (catcher) {
      const errorOutput = errorOutputOf(error);
      try {
        return await this.#leave(thread, catcher, errorOutput, { errorOutput });
      } catch (failure) {
        return this.#failed(thread, asStatesError(failure), false);
      }
    }
    return this.#giveUp(thread, error);
  }

  #retryLater(thread: Thread, index: number, delayMs: number): Ready {
    thread.retries = Object.assign([], thread.retries, { [index]: (thread.retries[index] ?? 0) + 1 });
    thread.retries = Array.from(thread.retries, (count) => count ?? 0);
    thread.doing = { kind: 'retrying', until: this.#draft.now + delayMs };
    return [];
  }

  #giveUp(thread: Thread, error: StatesError): Promise<Ready> | Ready {
    if (thread.parent === null) return this.#endFailed(thread.previous, error);
    const parent = this.#draft.thread(thread.parent);
    this.#draft.remove(thread.id);
    if (this.#state(parent).type === 'Parallel' && this.#state(thread).type === 'Task') {
      // Recorded: the very task that fails a branch is then reported as aborted; one that fails an iteration is not.
      this.#draft.emit(thread, 'TaskStateAborted');
    }
    if (this.#state(parent).type === 'Map') {
      this.#draft.event('MapIterationFailed', thread.previous, { name: parent.state, index: thread.index });
    }
    parent.previous = thread.previous;
    // The error crosses the border unchanged, but its EvaluationFailed event stays inside.
    return this.#failed(parent, new StatesError(error.error, error.reason));
  }

  /** Whatever still runs below a failed Map or Parallel stops; tokens that were handed out die with it. */
  #abortChildren(thread: Thread): void {
    for (const child of descendants({ draft: this.#draft }, thread)) {
      const { type } = this.#state(child);
      if (child.doing.kind !== 'entering' && ABORTABLE.has(type))
        this.#draft.event(`${type}StateAborted`, child.previous);
      const parent = this.#draft.thread(child.parent ?? 0);
      if (this.#state(parent).type === 'Map') {
        this.#draft.event('MapIterationAborted', child.previous, { name: parent.state, index: child.index });
      }
      this.#draft.remove(child.id);
    }
  }

  #evaluationFailed(thread: Thread, error: QueryEvaluationError): void {
    const { location } = error;
    // Recorded: this event points past the one that entered the state, to the one before.
    thread.previous = this.#draft.event('EvaluationFailed', thread.enteredFrom, {
      error: error.error,
      cause: error.reason,
      ...(location === undefined ? {} : { location }),
      state: thread.state,
    });
  }

  #endFailed(previous: number, { error, reason: cause }: StatesError): Ready {
    const details = { ...(error === undefined ? {} : { error }), ...(cause === undefined ? {} : { cause }) };
    this.#draft.event('ExecutionFailed', previous, details);
    this.#draft.end = { status: 'FAILED', stopDate: this.#draft.now, ...details };
    return [];
  }

  #state(thread: Thread): State {
    const state = this.#around.machine.states.get(thread.state);
    if (!state) throw new Error(`the machine has no state '${thread.state}'`);
    return state;
  }

  #taskState(thread: Thread): Extract<State, { type: 'Task' }> {
    return this.#state(thread) as Extract<State, { type: 'Task' }>;
  }

  #step(thread: Thread): Step {
    const { region, token } = this.#around;
    const state = this.#state(thread);
    const draft = this.#draft;
    return {
      draft,
      thread,
      region,
      place: { state: thread.state, enteredEvent: thread.enteredEvent },
      token: (scheduledEvent) => token(thread.id, scheduledEvent),
      bindings: ({ context, ...seen } = {}) => ({
        ...draft.variables(thread),
        states: {
          input: thread.input,
          context: this.#around.context(thread, {
            retryCount: 'retry' in state ? thread.retries.reduce((sum, count) => sum + count, 0) : undefined,
            item: context?.item ?? draft.item(thread),
            token: context?.token ?? (thread.doing.kind === 'task' ? thread.doing.token : null),
          }),
          ...seen,
        },
      }),
    };
  }
}

/** The states that can be at work for a while, and so can be told to stop. */
const ABORTABLE: ReadonlySet<string> = new Set(['Task', 'Wait', 'Map', 'Parallel']);

/** A fault of the interpreter itself must end the execution too: silence would be worse. */
function asStatesError(error: unknown): StatesError {
  if (error instanceof StatesError) return error;
  return new TerminalError(
    'States.Runtime',
    `Internal error: ${error instanceof Error ? error.message : error}`,
  );
}

function tooLarge(name: string): StatesError {
  return new TerminalError(
    'States.DataLimitExceeded',
    `The state/task '${name}' returned a result with a size exceeding the maximum number of bytes service limit.`,
  );
}

/** Recorded: a timeout has no cause and shows an empty one; a failure that says nothing at all shows nulls. */
function errorOutputOf({ error, reason }: StatesError): Json {
  return { Error: error ?? null, Cause: reason ?? (error === undefined ? null : '') };
}

function assignedVariables(assigned: JsonObject) {
  const texts = Object.entries(assigned).map(([name, value]) => [name, JSON.stringify(value)]);
  return { assignedVariables: Object.fromEntries(texts), assignedVariablesDetails: { truncated: false } };
}
