import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { stepFunctionsApi } from '../../lib/local/engine/api.ts';
import {
  type Engine,
  memoryJournal,
  openEngine,
  type StatusChange,
  systemTimers,
} from '../../lib/local/engine/engine.ts';
import { listen } from '../../lib/local/listen.ts';

type Invoke = (name: string, event: unknown, version?: string) => Promise<unknown>;

/** lib/local/engine behind its API, for machines whose functions are deployed elsewhere. */
export async function openMachines(region: string) {
  /** Every call there was, by the run it was for: `function:version`. */
  const calls = new Map<string, string[]>();
  let invoke: Invoke | undefined;
  let engine: Engine | undefined;
  let ended: (change: StatusChange) => Promise<unknown> = async () => undefined;
  const api = await listen((request: IncomingMessage, response: ServerResponse) => {
    if (engine) void stepFunctionsApi(engine)(request, response);
  });
  engine = await openEngine({
    journal: memoryJournal(),
    timers: systemTimers,
    region,
    invoke: async (name, event, version) => {
      const { run = '' } = event as { run?: string };
      calls.set(run, [...(calls.get(run) ?? []), `${name}:${version}`]);
      if (!invoke) throw new Error('nothing is deployed yet');
      return invoke(name, event, version);
    },
    onStatusChange: (change) => void ended(change).catch(() => undefined),
  });
  const opened = engine;
  return {
    url: api.url,
    calls,
    /** From now on functions are called this way, and this is told of every change of status. */
    use(how: Invoke, told: (change: StatusChange) => Promise<unknown>) {
      invoke = how;
      ended = told;
    },
    put: (name: string, definition: string) => opened.createStateMachine({ name, definition }),
    stop: (executionArn: string) =>
      opened.stopExecution({ executionArn, error: 'Stopped', cause: 'by an operator' }),
    /** The states an execution entered, those inside a Map too. */
    async path(executionArn: string): Promise<string[]> {
      const events = await opened.getExecutionHistory({ executionArn });
      return events.flatMap((event) => {
        const { stateEnteredEventDetails: entered } = event as {
          stateEnteredEventDetails?: { name: string };
        };
        return entered ? [entered.name] : [];
      });
    },
    async close() {
      await opened.close();
      await api.close();
    },
  };
}

/** Looks until there is something to see. Processes of others are waited for: no clock here is ours to move. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined>,
  seconds = 60,
): Promise<T> {
  for (let attempt = 0; attempt < seconds * 4; attempt++) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await sleep(250);
  }
  throw new Error(`${what} did not happen in ${seconds} seconds`);
}
