/**
 * What went wrong with a call, by what may be done about it:
 * `parameter` (fix the arguments, never resend them unchanged), `business` (the world answered no),
 * `transient` (the machine tries again, a bounded number of times), `unknown` (it may have happened: look it up first).
 */
export type ErrorKind = 'parameter' | 'business' | 'transient' | 'unknown';

/** The error half of a tool result, as the model reads it. */
export type ToolFailure = {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly field?: string;
};

/** A tool's refusal or failure; it becomes the call's result, not the run's end. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly failure: ToolFailure;

  constructor(kind: ErrorKind, code: string, message: string, field?: string) {
    super(message);
    this.failure = { kind, code, message, retryable: kind === 'transient', ...(field ? { field } : {}) };
  }
}

/** What a call answers, ok or not; `key` is the hash of tool and arguments. */
export type ToolResult =
  | { readonly ok: true; readonly data: unknown; readonly key: string }
  | { readonly ok: false; readonly error: ToolFailure; readonly key: string };
