import type { Json } from './json.ts';
import type { RunIdentity } from './tool.ts';
import type { ToolResult } from './tool-error.ts';

/** A call as the record has it: asked for in a turn, answered or not yet. */
export type CallView = {
  readonly turn: number;
  readonly index: number;
  readonly tool: string;
  readonly args: Json;
  readonly result?: ToolResult;
};

/** A fact on record: a value that code took from a call, with its verdict. */
export type FactView = {
  readonly name: string;
  readonly id: string;
  readonly value: unknown;
  readonly ok: boolean;
};

/** What a stage's `decide` may look at: the record, never the model's tone. */
export type RunView = {
  readonly run: RunIdentity;
  readonly input: Json;
  readonly stage: string;
  /** Visits of each stage so far, the current one included. */
  readonly visits: { readonly [stage: string]: number };
  /** The structured output of the visit that just ended, and of every stage's latest visit. */
  readonly output: unknown;
  readonly outputs: { readonly [stage: string]: unknown };
  readonly text: string;
  readonly calls: readonly CallView[];
  readonly facts: readonly FactView[];
};
