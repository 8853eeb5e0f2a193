import {
  type Engine,
  type HistoryEvent,
  type Journal,
  memoryJournal,
  openEngine,
} from '../../../lib/local/engine/engine.ts';
import { detailsOf } from '../../../lib/local/engine/history.ts';
import { type VirtualTimers, virtualTimers } from '../../../lib/local/engine/virtual-timers.ts';

/** 2 March 2026, 09:00 in London. */
export const MORNING = Date.parse('2026-03-02T09:00:00Z');

export type Functions = Readonly<Record<string, (payload: never) => unknown>>;

export type Stage = {
  readonly engine: Engine;
  readonly timers: VirtualTimers;
  /** What each function received, in order. */
  readonly calls: { readonly name: string; readonly payload: unknown }[];
  start(definition: object, input?: unknown, name?: string): Promise<string>;
  /** Lets everything happen that needs no clock and nobody from outside. */
  quiet(): Promise<void>;
  /** Moves the clock to sleeper after sleeper until the execution has ended or only a person can go on. */
  play(executionArn: string): Promise<Played>;
};

export type Played = {
  /** The states in the order they were entered. */
  readonly path: readonly string[];
  readonly status: string;
  readonly output?: unknown;
  readonly error?: string;
  readonly cause?: string;
  readonly events: readonly HistoryEvent[];
  readonly seconds: number;
};

/** An engine with a clock that only moves when told to, and with functions that a test gives. */
export async function openStage(
  functions: Functions = {},
  {
    journal = memoryJournal(),
    timers = virtualTimers(MORNING),
    random = () => 0.5,
  }: Partial<StageParts> = {},
): Promise<Stage> {
  const calls: { name: string; payload: unknown }[] = [];
  const engine = await openEngine({
    journal,
    timers,
    random,
    account: '123456789012',
    async invoke(name, payload) {
      calls.push({ name, payload });
      const handler = functions[name];
      if (!handler) throw Object.assign(new Error(`no function ${name}`), { name: 'NoSuchFunction' });
      return handler(payload as never);
    },
  });

  const quiet = async () => {
    for (let turn = 0; turn < 5; turn++) {
      await new Promise(setImmediate);
      await engine.settled();
    }
  };
  return {
    engine,
    timers,
    calls,
    quiet,
    async start(definition, input = {}, name = 'run') {
      const { stateMachineArn } = engine.createStateMachine({
        name: 'machine',
        definition: JSON.stringify(definition),
      });
      return (await engine.startExecution({ stateMachineArn, name, input: JSON.stringify(input) }))
        .executionArn;
    },
    async play(executionArn) {
      const started = timers.now();
      await quiet();
      while ((await engine.describeExecution({ executionArn })).status === 'RUNNING' && timers.runNext())
        await quiet();
      const { status, output, error, cause } = await engine.describeExecution({ executionArn });
      const events = await engine.getExecutionHistory({ executionArn });
      return {
        path: pathOf(events),
        status,
        ...(output === undefined ? {} : { output: JSON.parse(output) }),
        ...(error === undefined ? {} : { error }),
        ...(cause === undefined ? {} : { cause }),
        events,
        seconds: (timers.now() - started) / 1000,
      };
    },
  };
}

type StageParts = {
  readonly journal: Journal;
  readonly timers: VirtualTimers;
  readonly random: () => number;
};

export function pathOf(events: readonly HistoryEvent[]): string[] {
  return events
    .filter(({ type }) => type.endsWith('StateEntered'))
    .map((event) => String(detailsOf(event).name));
}

/** A JSONata machine of these states that starts at the first of them. */
export function machine(states: Readonly<Record<string, object>>, more: object = {}): object {
  return { QueryLanguage: 'JSONata', StartAt: Object.keys(states)[0], States: states, ...more };
}

/** A Task that calls a function with the whole input, and ends the machine unless told otherwise. */
export function call(name: string, more: Readonly<Record<string, unknown>> = {}): object {
  return {
    Type: 'Task',
    Resource: `arn:aws:lambda:us-east-1:123456789012:function:${name}`,
    ...('Next' in more ? {} : { End: true }),
    ...more,
  };
}

/** A Task that hands a token to the function `ask` and waits for somebody to bring it back. */
export function ask(more: Readonly<Record<string, unknown>> = {}): object {
  return {
    Type: 'Task',
    Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
    Arguments: { FunctionName: 'ask', Payload: { token: '{% $states.context.Task.Token %}' } },
    ...('Next' in more ? {} : { End: true }),
    ...more,
  };
}

/** Plays one machine from its start to its end. */
export async function rehearse(
  definition: object,
  input?: unknown,
  functions?: Functions,
): Promise<Played & Pick<Stage, 'calls'>> {
  const stage = await openStage(functions);
  const played = await stage.play(await stage.start(definition, input));
  await stage.engine.close();
  return { ...played, calls: stage.calls };
}
