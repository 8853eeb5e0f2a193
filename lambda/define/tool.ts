import type * as z from 'zod';
import type { Duration } from './duration.ts';
import { toSeconds } from './duration.ts';
import type { Exhibit, Preview } from './preview.ts';
import { strictSchema } from './strict-schema.ts';

/**
 * What a call does to the world. `PURE`: no I/O. `READ_ONLY`: looks. `WRITE_CONFIRM`: changes it, so it proposes
 * and never runs before a decision. `ASK_HUMAN`: a question to a person, answered at a gate.
 */
const EFFECTS = ['PURE', 'READ_ONLY', 'WRITE_CONFIRM', 'ASK_HUMAN'] as const;

/** The run as a tool may know it: fixed when the run begins. */
export type RunIdentity = {
  readonly run: string;
  readonly workflow: string;
  /** The local date the run is for, YYYY-MM-DD. */
  readonly businessDate: string;
  /** When it began (ISO 8601), by its own clock: what "tomorrow" is counted from, however long it waits for a person. */
  readonly startedAt: string;
};

/** A fact the engine injects: the input field `id` names it, `schema` says what it is; an optional one may be left out. */
export type Need<S extends z.ZodType = z.ZodType> = {
  readonly schema: S;
  readonly id: string;
  readonly optional?: true;
};
export type Needs = { readonly [fact: string]: Need };
export type Injected<N extends Needs> = {
  readonly [K in keyof N]:
    | z.output<N[K]['schema']>
    | (N[K] extends { readonly optional: true } ? undefined : never);
};

type Declaration<I extends z.ZodObject, O extends z.ZodType, N extends Needs> = {
  readonly name: string;
  readonly description: string;
  readonly input: I;
  /** The result's `data`. */
  readonly output: O;
  /** Facts injected from the record; the model passes ids only. */
  readonly needs?: N;
  /** Input fields of free text, checked for figures and promises no fact supports. */
  readonly claims?: readonly (keyof z.output<I> & string)[];
  /** Input fields of text in which every figure has to stand in a result on record, or in what the run was given. */
  readonly figures?: readonly (keyof z.output<I> & string)[];
  readonly timeout: Duration;
};

/** A tool that looks or computes. */
export type ReadDeclaration<I extends z.ZodObject, O extends z.ZodType, N extends Needs> = Declaration<
  I,
  O,
  N
> & {
  readonly effect: 'PURE' | 'READ_ONLY';
  /** The setting that turns it on: where a deployment does not have it, no model is offered the tool. */
  readonly setting?: string;
  /** The fact its output is recorded as, once validated. */
  readonly yields?: string;
  /** How that fact is shown to an approver. */
  readonly exhibit?: (output: z.output<O>) => Exhibit;
  /** `end`: data that is missing ends the run; it is not the model's to work around. @default 'tell' */
  readonly onBusinessError?: 'tell' | 'end';
};

/** A tool that changes the world once a person said yes. */
export type WriteDeclaration<I extends z.ZodObject, O extends z.ZodType, N extends Needs> = Declaration<
  I,
  O,
  N
> & {
  readonly effect: 'WRITE_CONFIRM';
  /** What makes two acts the same act. @default run and arguments */
  readonly identity?: (input: z.output<I>, run: RunIdentity) => unknown;
  readonly preview: (input: z.output<I>, needs: Injected<N>, run: RunIdentity) => Preview;
  /** `keyed`: the target itself refuses a second act with the same key, so a lost outcome may be run again. */
  readonly target: 'keyed' | 'unkeyed';
};

/** A question to a person; the answer is the call's result. */
export type AskDeclaration<I extends z.ZodObject> = {
  readonly effect: 'ASK_HUMAN';
  readonly name: string;
  readonly description: string;
  readonly input: I;
  readonly question: (input: z.output<I>) => {
    readonly question: string;
    readonly choices: readonly string[];
  };
};

// The engine holds tools of every shape in one list; each tool's own types end at its declaration and its runner.
// biome-ignore lint/suspicious/noExplicitAny: variance of the functions above needs it, in this one place
type Any = any;
export type ReadTool<
  I extends z.ZodObject = Any,
  O extends z.ZodType = Any,
  N extends Needs = Any,
> = ReadDeclaration<I, O, N>;
export type WriteTool<
  I extends z.ZodObject = Any,
  O extends z.ZodType = Any,
  N extends Needs = Any,
> = WriteDeclaration<I, O, N>;
export type AskTool<I extends z.ZodObject = Any> = AskDeclaration<I>;
export type Tool = ReadTool | WriteTool | AskTool;

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Declares a tool: data only, its runner stands in the file beside it.
 *
 * @throws {TypeError} naming the tool, when its name, schema, claims, needs or timeout cannot work
 */
export function defineTool<
  I extends z.ZodObject,
  O extends z.ZodType,
  const N extends Needs = Record<never, never>,
>(tool: ReadDeclaration<I, O, N>): ReadTool<I, O, N>;
export function defineTool<
  I extends z.ZodObject,
  O extends z.ZodType,
  const N extends Needs = Record<never, never>,
>(tool: WriteDeclaration<I, O, N>): WriteTool<I, O, N>;
export function defineTool<I extends z.ZodObject>(tool: AskDeclaration<I>): AskTool<I>;
export function defineTool(tool: Tool): Tool {
  const fault = (what: string) => new TypeError(`tool "${tool.name}": ${what}`);
  if (!NAME.test(tool.name)) throw fault('a name of 1 to 64 letters, digits, _ or - is wanted');
  if (!tool.description.trim()) throw fault('a description is wanted');
  // What is no known effect would pass for a read, and run unasked.
  if (!EFFECTS.includes(tool.effect))
    throw fault(`an effect of ${EFFECTS.join(', ')} is wanted, "${tool.effect}" was given`);
  strictSchema(tool.input, `tool "${tool.name}"`);
  if (tool.effect === 'ASK_HUMAN') return tool;
  const fields = Object.keys(tool.input.shape);
  for (const list of ['claims', 'figures'] as const) {
    const stranger = tool[list]?.find((field) => !fields.includes(field));
    if (stranger) throw fault(`${list} names "${stranger}", which is not one of ${fields.join(', ')}`);
  }
  for (const [fact, need] of Object.entries<Need>(tool.needs ?? {})) {
    if (!fields.includes(need.id))
      throw fault(`needs.${fact} is named by "${need.id}", which is not an input field`);
  }
  const seconds = toSeconds(tool.timeout);
  if (seconds < 1 || seconds > 840)
    throw fault(`a timeout of 1 to 840 seconds is wanted, ${seconds} was given`);
  if (tool.effect === 'WRITE_CONFIRM' && typeof tool.preview !== 'function')
    throw fault('a write needs a preview');
  return Object.freeze(tool);
}
