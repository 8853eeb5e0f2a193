import type { Draft } from '../draft.ts';
import type { Bindings } from '../expression.ts';
import type { Json } from '../json.ts';
import type { Leaving } from '../machine.ts';
import type { Place } from '../template.ts';
import type { Thread } from '../thread.ts';

/** What a state may see and use while it works. One file beside this one per kind of state. */
export type Step = {
  readonly draft: Draft;
  readonly thread: Thread;
  readonly place: Place;
  readonly region: string;
  bindings(more?: {
    readonly context?: Already;
    readonly result?: Json;
    readonly errorOutput?: Json;
  }): Bindings;
  /** A new task token for the attempt whose scheduled event will have this id. */
  token(scheduledEvent: number): string;
};

export type Already = { readonly token?: string | null; readonly item?: { Index: number; Value: Json } };

/** How an attempt at a state went. Failures are thrown, as StatesError. */
export type Outcome =
  /** Done: `leaving` says what to evaluate and where to go, `result` is the output when Output is absent. */
  | { readonly done: Leaving; readonly result: Json; readonly hasResult: boolean }
  /** The thread has been told what it waits for. */
  | 'parked'
  /** The thread has children that are ready to move. */
  | { readonly spawned: readonly Thread[] };
