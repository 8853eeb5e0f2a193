import type { Template } from './template.ts';

/**
 * A definition that has been checked and whose expressions are parsed.
 *
 * State names are unique in a whole machine, so nested states stand in the same map as the outer ones.
 */
export type Machine = {
  readonly startAt: string;
  readonly timeoutSeconds: number | undefined;
  readonly states: ReadonlyMap<string, State>;
};

export type State = Pass | Task | Choice | Wait | Succeed | Fail | MapState | Parallel;

export type StateOf<Type extends State['type']> = Extract<State, { type: Type }>;

type Named<Type extends string> = { readonly type: Type; readonly name: string };

/** What a state leaves behind when it is done; `next` is absent where the state ends its scope. */
export type Leaving = {
  readonly next: string | undefined;
  readonly output: Template | undefined;
  readonly assign: Template | undefined;
};

type Recovering = { readonly retry: readonly Retrier[]; readonly catch: readonly Catcher[] };

export type Retrier = {
  readonly errors: readonly string[];
  readonly intervalSeconds: number;
  readonly maxAttempts: number;
  readonly backoffRate: number;
  readonly maxDelaySeconds: number;
  readonly jitter: boolean;
};

export type Catcher = Leaving & { readonly errors: readonly string[]; readonly next: string };

type Pass = Named<'Pass'> & Leaving;

type Task = Named<'Task'> &
  Leaving &
  Recovering & {
    readonly resource: Resource;
    readonly arguments: Template | undefined;
    readonly timeoutSeconds: Template | undefined;
    readonly heartbeatSeconds: Template | undefined;
  };

export type Resource =
  | { readonly kind: 'function'; readonly arn: string }
  | { readonly kind: 'invoke'; readonly waitForTaskToken: boolean };

type Choice = Named<'Choice'> & { readonly rules: readonly Rule[]; readonly otherwise: Leaving | undefined };

export type Rule = Leaving & { readonly condition: Template };

type Wait = Named<'Wait'> &
  Leaving & { readonly until: { readonly field: 'Seconds' | 'Timestamp'; readonly value: Template } };

type Succeed = Named<'Succeed'> & Leaving;

type Fail = Named<'Fail'> & { readonly error: Template | undefined; readonly cause: Template | undefined };

type MapState = Named<'Map'> &
  Leaving &
  Recovering & {
    readonly items: Template | undefined;
    readonly itemSelector: Template | undefined;
    readonly maxConcurrency: Template;
    /** Checked and computed, then without effect: in INLINE mode one failed iteration fails the state. */
    readonly tolerated: readonly Template[];
    readonly startAt: string;
  };

type Parallel = Named<'Parallel'> &
  Leaving &
  Recovering & { readonly arguments: Template | undefined; readonly branches: readonly string[] };
