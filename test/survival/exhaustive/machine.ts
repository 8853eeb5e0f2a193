import { contextObject } from '../../../lib/local/engine/context.ts';
import { parseDefinition } from '../../../lib/local/engine/definition/definition.ts';
import { Draft } from '../../../lib/local/engine/draft.ts';
import { StatesError } from '../../../lib/local/engine/errors.ts';
import { Interpreter, type Surroundings } from '../../../lib/local/engine/interpreter.ts';
import type { Json } from '../../../lib/local/engine/json.ts';
import type { RunEnd } from '../../../lib/local/engine/records.ts';
import type { Thread } from '../../../lib/local/engine/thread.ts';
import { virtualTimers } from '../../../lib/local/engine/virtual-timers.ts';
import type { StateMachine } from '../../../lib/machine/asl.ts';
import { substitute } from '../../../lib/machine/substitute.ts';

/** Where an execution stands between two things that happen to it. */
export type Standing = {
  readonly threads: ReadonlyMap<number, Thread>;
  readonly lastThread: number;
  readonly end: RunEnd | undefined;
  /** The states that were entered on the way here from the standing before. */
  readonly entered: readonly string[];
};

/** Something that happens to one thread. */
export type Happening =
  | { readonly is: 'answer' | 'callback'; readonly value: Json }
  | { readonly is: 'error' | 'failure'; readonly error: string }
  | { readonly is: 'time' };

const NOON = Date.UTC(2026, 10, 30, 4);
const ARN = 'arn:aws:states:us-east-1:000000000000';

export type Machine = ReturnType<typeof machineOf>;

/** A workflow's machine as the local engine runs it, one happening at a time, from wherever it stands. */
export function machineOf({ name, asl }: { readonly name: string; readonly asl: StateMachine }) {
  const timers = virtualTimers(NOON);
  const text = substitute(asl, (name) => name);
  const head: Surroundings['head'] = {
    executionArn: `${ARN}:execution:${name}:run`,
    stateMachineArn: `${ARN}:stateMachine:${name}`,
    name: 'run',
    definition: 'compiled',
    roleArn: 'role',
    startDate: NOON,
    input: '{}',
  };
  const around: Surroundings = {
    head,
    machine: parseDefinition(text, timers),
    region: 'us-east-1',
    random: () => 0.5,
    context: (thread, more) => contextObject(head, thread, more),
    token: () => 'token',
  };
  const step = async (
    from: Standing,
    move: (draft: Draft, by: Interpreter) => unknown,
  ): Promise<Standing> => {
    // events are counted from the beginning again, so that no number of a path is in what comes after it
    const draft = new Draft({ ...from, lastEvent: 0 }, NOON);
    const interpreter = new Interpreter(draft, around);
    const ready = [...((await move(draft, interpreter)) as readonly Thread[])].map(({ id }) => id);
    for (let id = ready.shift(); id !== undefined && !draft.end; id = ready.shift()) {
      if (!draft.has(id)) continue;
      ready.unshift(...(await interpreter.enter(draft.thread(id))).map((thread) => thread.id));
    }
    const threads = new Map(from.threads);
    for (const [id, thread] of draft.changes()) {
      if (thread) threads.set(id, thread);
      else threads.delete(id);
    }
    const entered = draft.events.flatMap((event) => {
      const details = event.stateEnteredEventDetails as { name: string } | undefined;
      return details ? [details.name] : [];
    });
    return {
      threads: draft.end ? new Map() : threads,
      lastThread: Math.max(from.lastThread, ...threads.keys()),
      end: draft.end,
      entered,
    };
  };
  const nowhere: Standing = { threads: new Map(), lastThread: -1, end: undefined, entered: [] };
  return {
    /** The variables that anything can still read once an execution is in this state. */
    reads: readable(JSON.parse(text)),
    begin: () => step(nowhere, (_, by) => by.start()),
    happen: (from: Standing, id: number, what: Happening) =>
      step(from, (draft, by) => {
        const thread = draft.thread(id);
        switch (what.is) {
          case 'answer':
            return by.returned(thread, what.value);
          case 'callback':
            return by.succeeded(thread, JSON.stringify(what.value));
          case 'error':
          case 'failure':
            return by.taskFailed(thread, new StatesError(what.error, 'as told'));
          case 'time':
            if (thread.doing.kind === 'waiting') return by.waited(thread);
            return thread.doing.kind === 'retrying' ? by.retry(thread) : by.taskTimedOut(thread);
        }
      }),
  };
}

type Text = { readonly States: { readonly [name: string]: { readonly [field: string]: unknown } } };

/** For each state, what it and every state that can come after it mention with a `$`; `input` for their own input. */
function readable({ States }: Text): (state: string) => ReadonlySet<string> {
  const textOf = (name: string) => JSON.stringify(States[name]);
  const known = new Map(
    Object.keys(States).map((from) => {
      const reach = new Set([from]);
      for (const name of reach) {
        for (const [, next = ''] of textOf(name).matchAll(/"(?:Next|Default)":"([^"]+)"/g))
          if (Object.hasOwn(States, next)) reach.add(next);
      }
      const text = [...reach].map(textOf).join();
      const names = new Set([...text.matchAll(/\$([A-Za-z]+)/g)].map(([, name = '']) => name));
      // an item's input is its own, made by its Map
      const own = [...reach].map((name) => JSON.stringify({ ...States[name], ItemProcessor: 0 })).join();
      return [from, own.includes('states.input') ? names.add('input') : names];
    }),
  );
  return (state) => known.get(state) ?? new Set();
}
