import type * as z from 'zod';
import type { Json } from './json.ts';
import type { Injected, Needs, ReadTool, RunIdentity, WriteTool } from './tool.ts';

/** The outside world as a tool sees it; every reach is bounded by `signal`. */
export type World = {
  readonly run: RunIdentity;
  /** The run's own clock. */
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Deployment settings a tool may read, such as a base URL. */
  readonly settings: { readonly [name: string]: string };
  readonly http: Http;
};

/** GET over HTTP; the body as text whatever the status says, since feeds answer 200 with an error text. */
export type Http = {
  get(url: string, signal: AbortSignal): Promise<{ readonly status: number; readonly text: string }>;
};

/** Where review tasks are kept; creation is conditional on the key, so a second call finds the first one's task. */
export type Tasks = {
  createOnce(
    key: string,
    task: { readonly title: string; readonly body: unknown },
    now: Date,
  ): Promise<Receipt>;
  find(key: string): Promise<Receipt | undefined>;
};

/** What a target says of an act that happened. */
export type Receipt = { readonly id: string; readonly at: string; readonly [field: string]: unknown };

/** What a writer has besides: the idempotency key. Its targets it is given where it is wired. */
export type WriteWorld = World & { readonly key: string };

/** What a reader has besides: what the run was given. */
export type ReadWorld = World & { readonly given: Json };

export type Runner = {
  readonly tool: ReadTool;
  run(input: unknown, needs: unknown, world: ReadWorld): Promise<unknown>;
};

export type Writer = {
  readonly tool: WriteTool;
  run(input: unknown, needs: unknown, world: WriteWorld): Promise<Receipt>;
  /** Asks the target whether the act with this key happened: its receipt, or undefined when it surely did not. */
  reconcile(key: string, world: WriteWorld, input: unknown): Promise<Receipt | undefined>;
};

/** Binds a read tool's declaration to the code that runs it. */
export function runner<I extends z.ZodObject, O extends z.ZodType, N extends Needs>(
  tool: ReadTool<I, O, N>,
  run: (input: z.output<I>, world: ReadWorld & { readonly needs: Injected<N> }) => Promise<z.input<O>>,
): Runner {
  return {
    tool,
    run: (input, needs, world) => run(input as z.output<I>, { ...world, needs: needs as Injected<N> }),
  };
}

/** Binds a write tool's declaration to the code that acts and the code that finds out whether it has acted. */
export function writer<I extends z.ZodObject, O extends z.ZodType, N extends Needs>(
  tool: WriteTool<I, O, N>,
  code: {
    run: (input: z.output<I>, world: WriteWorld & { readonly needs: Injected<N> }) => Promise<Receipt>;
    /** A target that keeps no keys may be looked at by what the act would have made of it. */
    reconcile: (key: string, world: WriteWorld, input: z.output<I>) => Promise<Receipt | undefined>;
  },
): Writer {
  if (typeof code.reconcile !== 'function')
    throw new TypeError(`tool "${tool.name}": a write needs a reconcile`);
  return {
    tool,
    run: (input, needs, world) => code.run(input as z.output<I>, { ...world, needs: needs as Injected<N> }),
    reconcile: (key, world, input) => code.reconcile(key, world, input as z.output<I>),
  };
}
