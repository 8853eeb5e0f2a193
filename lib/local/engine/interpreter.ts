import type { ContextMore } from './context.ts';
import type { Draft } from './draft.ts';
import { QueryEvaluationError, StatesError, TerminalError } from './errors.ts';
import { abortChildren, asStatesError, errorOutputOf, evaluationFailed, shown, tooLarge } from './failure.ts';
import { PAYLOAD_LIMIT_BYTES } from './history.ts';
import type { Json, JsonObject } from './json.ts';
import type { Leaving, Machine, State, StateOf } from './machine.ts';
import type { RunHead } from './records.ts';
import { catcherOf, nextRetry } from './retry.ts';
import { choose } from './states/choice.ts';
import { fail } from './states/fail.ts';
import { iterationDone, startMap } from './states/map.ts';
import { branchDone, startParallel } from './states/parallel.ts';
import { pass } from './states/pass.ts';
import type { Outcome, Seen, Step } from './states/state.ts';
import { schedule, settle, succeed, taskFailed, taskTimedOut } from './states/task.ts';
import { wait } from './states/wait.ts';
import { evaluate } from './template.ts';
import type { Thread } from './thread.ts';

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
export type Ready = readonly Thread[];

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

  start(): Ready {
    const { head, machine } = this.#around;
    this.#draft.event('ExecutionStarted', 0, { input: head.input, roleArn: head.roleArn });
    // Recorded: the first state's entering points to no event, not to the start.
    return [this.#draft.spawn(null, 0, machine.startAt, JSON.parse(head.input), 0)];
  }

  async enter(thread: Thread): Promise<Ready> {
    const state = this.#state(thread);
    thread.enteredAt = this.#draft.now;
    thread.enteredFrom = thread.previous;
    thread.retries = [];
    return this.#act(thread, async () => {
      const details = { name: state.name, input: JSON.stringify(thread.input) };
      thread.enteredEvent = this.#draft.emit(thread, `${state.type}StateEntered`, details);
      return this.#attempt(thread, state);
    });
  }

  /** A Wait is over. */
  waited(thread: Thread): Promise<Ready> {
    return this.#act(thread, async () => ({ leaving: this.#state(thread) as StateOf<'Wait'> }));
  }

  /** The delay before a retry is over. */
  retry(thread: Thread): Promise<Ready> {
    return this.#act(thread, () => this.#attempt(thread, this.#state(thread)));
  }

  /** A function returned. */
  returned(thread: Thread, result: Json): Promise<Ready> {
    return this.#act(thread, async () => settle(this.#step(thread), this.#task(thread), result));
  }

  /** SendTaskSuccess. */
  succeeded(thread: Thread, output: string): Promise<Ready> {
    return this.#act(thread, async () =>
      succeed(this.#step(thread), this.#task(thread), JSON.parse(output), output),
    );
  }

  /** A function threw, or SendTaskFailure. */
  taskFailed(thread: Thread, error: StatesError): Promise<Ready> {
    return this.#act(thread, async () => taskFailed(this.#step(thread), this.#task(thread), error));
  }

  taskTimedOut(thread: Thread): Promise<Ready> {
    return this.#act(thread, async () => taskTimedOut(this.#step(thread), this.#task(thread)));
  }

  async #attempt(thread: Thread, state: State): Promise<Outcome> {
    const step = this.#step(thread);
    switch (state.type) {
      case 'Pass':
      case 'Succeed':
        return pass(state);
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

  /** Does one thing for a thread and carries on with what comes of it, failure included. */
  async #act(thread: Thread, act: () => Promise<Outcome>): Promise<Ready> {
    try {
      const outcome = await act();
      if ('ready' in outcome) return outcome.ready;
      const { leaving, ...seen } = outcome;
      return await this.#leave(thread, leaving, seen.result === undefined ? thread.input : seen.result, seen);
    } catch (error) {
      return this.#failed(thread, asStatesError(error)).catch((limit) =>
        // The history had no room left to tell how it failed.
        this.#endFailed(thread.previous, asStatesError(limit)),
      );
    }
  }

  /** Output and Assign both see the variables as they were on entry. */
  async #leave(
    thread: Thread,
    { next, output, assign }: Leaving,
    otherwise: Json,
    seen: Seen,
  ): Promise<Ready> {
    const { type, name } = this.#state(thread);
    const { bindings, place } = this.#step(thread);
    const assigned = assign && ((await evaluate(assign, bindings(seen), place)) as JsonObject);
    const value = output ? await evaluate(output, bindings(seen), place) : otherwise;
    const text = JSON.stringify(value);
    if (Buffer.byteLength(text) > PAYLOAD_LIMIT_BYTES) {
      const { error, reason } = tooLarge(name);
      throw new TerminalError(error, reason);
    }
    if (thread.doing.kind === 'map' || thread.doing.kind === 'parallel') {
      for (const child of this.#draft.children(thread)) this.#draft.remove(child.id);
    }

    const details = { name, output: text, ...assignedVariables(assigned) };
    this.#draft.emit(thread, `${type}StateExited`, details);
    if (assigned) thread.variables = { ...thread.variables, ...assigned };
    if (next === undefined) return this.#finish(thread, value, text);
    thread.state = next;
    thread.input = value;
    thread.doing = { kind: 'entering' };
    return [thread];
  }

  /** A thread has come to the end of its scope. */
  async #finish(thread: Thread, output: Json, text: string): Promise<Ready> {
    if (thread.parent === null) {
      this.#draft.event('ExecutionSucceeded', thread.previous, { output: text });
      this.#draft.end = { status: 'SUCCEEDED', stopDate: this.#draft.now, output: text };
      return [];
    }
    Object.assign(thread, { input: null, variables: {}, doing: { kind: 'done', output } });
    const parent = this.#draft.thread(thread.parent);
    const state = this.#state(parent);
    return this.#act(parent, async () =>
      state.type === 'Map'
        ? iterationDone(this.#step(parent), state, thread)
        : branchDone(this.#step(parent), state as StateOf<'Parallel'>, thread.previous),
    );
  }

  /** Retry first, then Catch, then the scope around; what fails inside a Catch has neither. */
  async #failed(thread: Thread, error: StatesError, recovering = true): Promise<Ready> {
    if (error instanceof TerminalError) return this.#endFailed(thread.previous, error);
    const state = this.#state(thread);
    if (error instanceof QueryEvaluationError) evaluationFailed(this.#draft, thread, error);
    abortChildren(this.#draft, this.#around.machine, thread);
    if (!recovering || !('retry' in state)) return this.#giveUp(thread, error);

    const retry = nextRetry(state.retry, error, thread.retries, this.#around.random);
    if (retry) {
      thread.retries = retry.used;
      thread.doing = { kind: 'retrying', until: this.#draft.now + retry.delayMs };
      return [];
    }
    if (state.type !== 'Task') this.#draft.emit(thread, `${state.type}StateFailed`);
    const catcher = catcherOf(state.catch, error);
    if (!catcher) return this.#giveUp(thread, error);
    const errorOutput = errorOutputOf(error);
    try {
      return await this.#leave(thread, catcher, errorOutput, { errorOutput });
    } catch (failure) {
      return this.#failed(thread, asStatesError(failure), false);
    }
  }

  /** The failure goes on to the scope around, its error and cause unchanged. */
  #giveUp(thread: Thread, error: StatesError): Promise<Ready> | Ready {
    if (thread.parent === null) return this.#endFailed(thread.previous, error);
    const parent = this.#draft.thread(thread.parent);
    this.#draft.remove(thread.id);
    if (this.#state(parent).type === 'Map') {
      this.#draft.event('MapIterationFailed', thread.previous, { name: parent.state, index: thread.index });
    } else if (this.#state(thread).type === 'Task') {
      // Recorded: the very task that fails a branch is then told to stop; one that fails an iteration is not.
      this.#draft.emit(thread, 'TaskStateAborted');
    }
    parent.previous = thread.previous;
    return this.#failed(parent, new StatesError(error.error, error.reason));
  }

  #endFailed(previous: number, error: StatesError): Ready {
    this.#draft.event('ExecutionFailed', previous, shown(error));
    this.#draft.end = { status: 'FAILED', stopDate: this.#draft.now, ...shown(error) };
    return [];
  }

  #state(thread: Thread): State {
    const state = this.#around.machine.states.get(thread.state);
    if (!state) throw new Error(`the machine has no state '${thread.state}'`);
    return state;
  }

  #task(thread: Thread): StateOf<'Task'> {
    return this.#state(thread) as StateOf<'Task'>;
  }

  #step(thread: Thread): Step {
    const draft = this.#draft;
    const retries =
      'retry' in this.#state(thread) ? thread.retries.reduce((sum, count) => sum + count, 0) : undefined;
    const ownToken = thread.doing.kind === 'task' ? thread.doing.token : null;
    return {
      draft,
      thread,
      region: this.#around.region,
      place: { state: thread.state, enteredEvent: thread.enteredEvent },
      token: (scheduledEvent) => this.#around.token(thread.id, scheduledEvent),
      bindings: ({ token = ownToken, item = draft.item(thread), ...seen } = {}) => ({
        ...draft.variables(thread),
        states: {
          input: thread.input,
          context: this.#around.context(thread, { retryCount: retries, item, token }),
          ...seen,
        },
      }),
    };
  }
}

function assignedVariables(assigned: JsonObject | undefined) {
  const texts = Object.entries(assigned ?? {}).map(([name, value]) => [name, JSON.stringify(value)]);
  return texts.length === 0 ? {} : { assignedVariables: Object.fromEntries(texts) };
}
