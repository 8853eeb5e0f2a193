import type { HistoryEvent, StatusChange } from './engine/engine.ts';
import { detailsOf } from './engine/history.ts';

type Seen = { readonly execution: string; readonly event: HistoryEvent };

/** Prints states as they are entered, and lets a command wait until a run is parked or has ended. */
export class Progress {
  readonly #print: (line: string) => void;
  readonly #ended = new Set<string>();
  readonly #parked = new Set<string>();
  readonly #waiting = new Map<string, (how: 'parked' | 'ended') => void>();
  #begun: number | undefined;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  readonly onEvent = (execution: string, event: HistoryEvent): void => {
    const run = execution.split(':').at(-1) ?? execution;
    this.#report({ execution: run, event });
    if (event.type === 'TaskSubmitted') {
      this.#parked.add(run);
      this.#waiting.get(run)?.('parked');
    } else if (event.type.endsWith('StateEntered')) this.#parked.delete(run);
  };

  readonly onStatusChange = ({ name, status }: StatusChange): void => {
    if (status === 'RUNNING') return;
    this.#ended.add(name);
    this.#waiting.get(name)?.('ended');
  };

  readonly onFault = (error: unknown): void => {
    const { name, message } = error instanceof Error ? error : new TypeError('it threw no error');
    this.#print(`The gate's page could not answer: ${name}: ${message}`);
  };

  /** Resolves when the run waits for a person, or has ended. */
  async settled(run: string): Promise<'parked' | 'ended'> {
    if (this.#ended.has(run)) return 'ended';
    if (this.#parked.has(run)) return 'parked';
    const how = await new Promise<'parked' | 'ended'>((resolve) => this.#waiting.set(run, resolve));
    this.#waiting.delete(run);
    return how;
  }

  /** Resolves when the run has ended. */
  async end(run: string): Promise<void> {
    while (!this.#ended.has(run)) {
      this.leaves(run);
      await this.settled(run);
    }
  }

  /** The run is about to be sent on: `settled` then means where it comes to next. */
  leaves(run: string): void {
    this.#parked.delete(run);
  }

  #report({ execution, event }: Seen): void {
    const details = detailsOf(event);
    const line = (text: string) => this.#print(`${this.#seconds(event.timestamp)}s  ${execution}  ${text}`);
    if (event.type.endsWith('StateEntered')) line(String(details.name));
    else if (event.type === 'TaskStateExited') {
      const tokens = tokensOf(details.output);
      if (tokens > 0) line(`  ${tokens} tokens`);
    } else if (event.type === 'EvaluationFailed' || event.type === 'ExecutionFailed') {
      line(`${event.type} ${details.error ?? ''} ${details.cause ?? ''}`);
    }
  }

  #seconds(at: number): string {
    this.#begun ??= at;
    return ((at - this.#begun) / 1000).toFixed(2).padStart(7);
  }
}

/** Tokens a turn says it used; other states say nothing of the kind. */
function tokensOf(output: unknown): number {
  const answer = typeof output === 'string' ? JSON.parse(output) : undefined;
  return typeof answer?.tokens === 'number' ? answer.tokens : 0;
}
