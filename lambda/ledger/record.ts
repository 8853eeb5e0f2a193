import type { Verdict } from '../define/evidence.ts';
import type { Json } from '../define/json.ts';
import type { Pause } from '../define/pauses.ts';
import type { ToolResult } from '../define/tool-error.ts';
import type { Item, Items, Key } from './items.ts';

export { SCHEMA } from './schema.ts';

/** How a run ends; never a success that is not one. */
export type Outcome = 'DONE' | 'REJECTED' | 'EXPIRED' | 'CANCELLED' | 'SKIPPED' | 'FAILED';
export type Control = 'RUN' | 'PAUSE' | 'CANCEL';
export type Usage = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
};

/** A replayed observation: when it was made; the run's clock stands that far from the host's. */
export type Recording = { readonly observedAt: string };

export type Failure = { readonly code: string; readonly message: string };

/** RUN#id / RUN: absent -> RUNNING -> one outcome. */
export type RunItem = Key & {
  readonly run: string;
  readonly workflow: string;
  readonly businessDate: string;
  readonly state: 'RUNNING' | Outcome;
  readonly code?: string;
  readonly message?: string;
  readonly text?: string;
  readonly error?: string;
  readonly executionArn: string;
  /** `unknown`: its execution ended before it was on record. */
  readonly trigger: 'schedule' | 'manual' | 'event' | 'unknown';
  readonly input: Json;
  /** The model's id, fixed for the run: its reasoning is bound to it. */
  readonly model: string;
  readonly startedAt: string;
  readonly endedAt?: string;
  /** Milliseconds the run's clock is ahead of the host's (0 but for recordings). */
  readonly clockOffsetMs: number;
  readonly recording?: Recording;
  /** What people are told besides: "not in the calendar", "started by hand". */
  readonly banner?: string;
  readonly control: Control;
  /** The turn that is claimed, and how often it was. */
  readonly turn: number;
  readonly attempt: number;
  /** Tokens used by recorded turns, as of the last claim. */
  readonly spent: number;
  /** Why the run will end FAILED, once that is certain. */
  readonly failure?: Failure;
  /** The ids of those who were told of the end; all of them at `toldAt`, which takes it off the list of running ones. */
  readonly told?: readonly string[];
  readonly toldAt?: string;
  /** Epoch milliseconds by the host's clock until which somebody is telling them. */
  readonly tellUntil?: number;
};

/** One call of a turn, as classified before anything ran. */
export type Call = {
  readonly index: number;
  /** The tool_use id. */
  readonly id: string;
  readonly tool: string;
  readonly args: Json;
  /** Hash of tool and arguments. */
  readonly key: string;
  /** The ids of the facts it is given, by need. */
  readonly facts: { readonly [need: string]: string };
} & (
  | { readonly standing: 'read' | 'propose' | 'ask' }
  | { readonly standing: 'refused'; readonly result: ToolResult }
);

/** Where the machine goes after a turn. */
export type Next =
  | { readonly to: 'READ' | 'GATE' }
  /** A person looks first, or answers (`why` is absent); then code decides again. */
  | { readonly to: 'PAUSE'; readonly why?: Pause }
  | { readonly to: 'STAGE'; readonly stage: string; readonly via: string }
  | { readonly to: 'FINISH'; readonly via: string; readonly failed: boolean; readonly message: string };

/** RUN#id / TURN#visit#turn: absent -> recorded, verbatim. */
export type TurnItem = Key & {
  readonly turn: number;
  readonly visit: number;
  readonly stage: string;
  /** The user message that was sent, and the assistant content that came back: JSON texts, byte for byte. */
  readonly sent: string;
  readonly content: string;
  readonly stopReason: string;
  readonly usage: Usage;
  readonly text: string;
  readonly output?: Json;
  /** What was wrong with its last words; the model is told. */
  readonly outputFault?: Failure;
  readonly calls: readonly Call[];
  /** The transition that led to this visit. */
  readonly via: string;
  readonly next: Next;
  readonly at: string;
};

/** RUN#id / CALL#turn#index: absent -> result. */
export type CallItem = Key & {
  readonly turn: number;
  readonly index: number;
  readonly result: ToolResult;
  /** A transient failure gives way to the next attempt's answer. */
  readonly standing: 'final' | 'transient';
  readonly at: string;
};

/** RUN#id / FACT#name#turn#index: absent -> a value with its source and its verdict. */
export type FactItem = Key & {
  readonly name: string;
  readonly id: string;
  readonly value: unknown;
  readonly tool: string;
  readonly turn: number;
  readonly index: number;
  readonly callKey: string;
  /** The facts it was computed from, by need. */
  readonly from: { readonly [need: string]: string };
  readonly verdict: Verdict;
  readonly at: string;
};

/** RUN#id / PAUSE#turn[#nth]: absent -> why code parked the run after this turn (0: before the first). */
export type PauseItem = Key & Pause & { readonly turn: number; readonly nth: number; readonly at: string };

/** RUN#id / REVIEW#turn[#nth]: absent -> what a person said when the run was parked for a look, other than about a call. */
export type ReviewItem = Key & {
  readonly turn: number;
  /** The how manyth look after that turn it was. */
  readonly nth: number;
  readonly ruling: 'CONTINUE' | 'STOP';
  /** What was put up for review, as the person left it. */
  readonly edited?: Json;
  readonly comment?: string;
  /** STOP because nobody answered in time, or because a person or operator said so. */
  readonly by: 'person' | 'clock' | 'operator';
  readonly at: string;
};

/** All that is on record of one run, in order. */
export type RunRecord = {
  readonly run: RunItem;
  readonly turns: readonly TurnItem[];
  readonly calls: readonly CallItem[];
  readonly facts: readonly FactItem[];
  readonly pauses: readonly PauseItem[];
  readonly reviews: readonly ReviewItem[];
};

export const runKey = (run: string) => ({ pk: `RUN#${run}`, sk: 'RUN' });

/** Whole numbers in keys sort as text: zero-padded to four digits. */
export const pad = (n: number): string => String(n).padStart(4, '0');

/** What tells a later one of the same name from the first, which goes without. */
export const ordinal = (nth = 1): string => (nth > 1 ? `#${pad(nth)}` : '');

/**
 * Reads the run's partition.
 *
 * @throws {RunUnknown} when there is no such run
 */
export async function readRecord(items: Items, run: string): Promise<RunRecord> {
  const all = await items.query(runKey(run).pk);
  const of = <I extends Key>(prefix: string) =>
    all.filter((item) => item.sk.startsWith(prefix)) as (Item & I)[];
  const [head] = all.filter((item) => item.sk === 'RUN') as RunItem[];
  if (!head) throw new RunUnknown(run);
  const turns = of<TurnItem>('TURN#').sort((a, b) => a.turn - b.turn);
  const facts = of<FactItem>('FACT#').sort((a, b) => a.turn - b.turn || a.index - b.index);
  return {
    run: head,
    turns,
    calls: of<CallItem>('CALL#'),
    facts,
    pauses: of<PauseItem>('PAUSE#'),
    reviews: of<ReviewItem>('REVIEW#'),
  };
}

/** The same; undefined when there is no such run. */
export const findRecord = (items: Items, run: string): Promise<RunRecord | undefined> =>
  readRecord(items, run).catch((error: unknown) => {
    if (error instanceof RunUnknown) return undefined;
    throw error;
  });

/** The head of a run alone. */
export const readRun = async (items: Items, run: string) =>
  (await items.get(runKey(run))) as RunItem | undefined;

export class RunUnknown extends Error {
  override readonly name = 'RunUnknown';
  constructor(run: string) {
    super(`no run "${run}" is on record`);
  }
}
