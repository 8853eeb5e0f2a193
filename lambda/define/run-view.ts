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
  /** How long a read took to be answered, its retries included. */
  readonly seconds?: number;
};

/** A model turn as the record has it. */
export type TurnView = {
  readonly turn: number;
  readonly visit: number;
  readonly stage: string;
  readonly text: string;
  /** Its structured output, as a person left it who looked at it. */
  readonly output?: unknown;
  readonly calls: readonly CallView[];
};

/** A fact on record: a value that code took from a call, with its verdict. */
export type FactView = {
  readonly name: string;
  readonly id: string;
  readonly value: unknown;
  readonly ok: boolean;
  /** The ids of the facts it was made from, by need. */
  readonly from: { readonly [need: string]: string };
};

/** What a person said when the run was parked after a turn. */
export type ReviewView = { readonly turn: number; readonly comment?: string };

/** The record as a workflow's own code may look at it: never the model's tone. */
export type RunView = {
  readonly run: RunIdentity;
  readonly input: Json;
  readonly stage: string;
  /** Visits of each stage so far, the current one included. */
  readonly visits: { readonly [stage: string]: number };
  readonly turns: readonly TurnView[];
  /** The structured output of the last turn, and of every stage's latest visit. */
  readonly output: unknown;
  readonly outputs: { readonly [stage: string]: unknown };
  readonly text: string;
  readonly calls: readonly CallView[];
  readonly facts: readonly FactView[];
  readonly reviews: readonly ReviewView[];
  /** How often the model failed to answer the turn that is due. */
  readonly failures: number;
};
