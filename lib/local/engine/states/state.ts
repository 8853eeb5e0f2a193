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
  bindings(seen?: Seen): Bindings;
  /** A new task token for the attempt whose scheduled event will have this id. */
  token(scheduledEvent: number): string;
};

/** What `$states` shows beside input and context, and what is not in the thread yet but in the context already. */
export type Seen = {
  readonly result?: Json;
  readonly errorOutput?: Json;
  readonly token?: string | null;
  readonly item?: { readonly Index: number; readonly Value: Json };
};

/** How an attempt at a state went. Failures are thrown, as StatesError. */
export type Outcome =
  /** Done: `leaving` says what to evaluate and where to go. Without a result the input is the output's default. */
  | { readonly leaving: Leaving; readonly result?: Json }
  /** The thread has been told what it waits for, or its children are ready to enter their states. */
  | { readonly ready: readonly Thread[] };

export const PARKED: Outcome = { ready: [] };
