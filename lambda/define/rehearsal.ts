import type { Json } from './json.ts';

/** What a scripted model has seen: its own turns so far, and the parsed results of its last calls, by tool. */
export type Heard = {
  readonly stage: string;
  readonly turns: number;
  /** The first user message of the thread. */
  readonly task: string;
  readonly results: readonly { readonly tool: string; readonly result: Json }[];
};

/** What it says next: calls, or last words. */
export type Said = {
  readonly text?: string;
  readonly calls?: readonly { readonly tool: string; readonly input: Json }[];
};

/** A workflow's dry run: a scripted model, a recorded world, and the hour the recording was made. */
export type Rehearsal = {
  readonly workflow: string;
  readonly input: Json;
  /** ISO 8601 with offset: the run's clock begins there. */
  readonly observedAt: string;
  readonly model: (heard: Heard) => Said;
  /** The settings by which its tools find their feeds; in a dry run they all lead to `feed`. */
  readonly feeds: readonly string[];
  /** What the recorded feeds answer to a GET; undefined is a 404. */
  readonly feed: (url: URL) => string | undefined;
  /** The files its workspace holds at first, by path. */
  readonly files?: { readonly [path: string]: string };
};
