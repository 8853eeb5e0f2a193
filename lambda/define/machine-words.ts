/**
 * The words that functions and machine share: a function answers with them, the machine routes on them.
 */

/** Every function a machine names; `${name}` in its text becomes an ARN. */
export const FUNCTIONS = [
  'admit',
  'turn',
  'read',
  'validate',
  'ask',
  'closeGate',
  'write',
  'finish',
] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

/** Where the machine goes next: the answer of admit, turn and validate. All fields are always there. */
export type Route = {
  readonly next: 'NEW' | 'SKIPPED' | 'READ' | 'GATE' | 'STAGE' | 'PAUSE' | 'THROTTLED' | 'FINISH';
  readonly stage: string;
  /** The last turn on record. */
  readonly turn: number;
  /** Indexes of the turn's calls that read or compute. */
  readonly reads: readonly number[];
  /** Tokens that turn used; for those who watch. */
  readonly tokens: number;
  /** Seconds the provider asked to wait. */
  readonly seconds: number;
  /** The gate that may come next: the how manyth of its kind after that turn, and its times; `seconds` is the state's timeout. */
  readonly gate: {
    readonly nth: number;
    readonly decideBy: string;
    readonly executeBy: string;
    readonly seconds: number;
  };
};

/** The answer of a gate and of closeGate. */
export type GateAnswer = {
  readonly verdict: 'WRITE' | 'CLOSE' | 'TURN' | 'END';
  /** Indexes of the turn's calls that may run. */
  readonly writes: readonly number[];
};

/** The answer of write, per act. REFUSED: it was not approved, or not any more. */
export type WriteAnswer = { readonly outcome: 'SUCCEEDED' | 'FAILED' | 'UNKNOWN' | 'REFUSED' };

/** The answer of finish. */
export type FinishAnswer = { readonly outcome: string; readonly code: string; readonly message: string };

/** Errors by which `ask` says that there is nothing to wait for. */
export const GATE_ERRORS = ['GateDecided', 'NothingToAsk'] as const;

/** Errors after which the same function is simply called again. */
export const TRANSIENT = [
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.TooManyRequestsException',
  'Lambda.ClientExecutionTimeoutException',
  'Lambda.Unknown',
  'Sandbox.Timedout',
  'Runtime.ExitError',
] as const;

/** Seconds a machine may take from start to end. */
export const MACHINE_SECONDS = 3 * 86_400;
/** Seconds a person has to settle an unknown outcome. */
export const SETTLE_SECONDS = 86_400;
/** How often a run is put up for a look before one and the same turn. */
export const MAX_LOOKS = 100;
/** Seconds one write may take, and how much longer its claim holds. */
export const WRITE_SECONDS = 60;
export const LEASE_MARGIN_SECONDS = 5;
/** How many reads of one turn run; more are answered with an error. */
export const MAX_READS = 16;
