/**
 * A failure inside an execution, in the words of the States Language.
 *
 * Retry and Catch match on `error`; both fields may be absent (a Fail state without fields, a bare SendTaskFailure).
 */
export class StatesError extends Error {
  override readonly name = 'StatesError';
  readonly error: string | undefined;
  readonly reason: string | undefined;

  constructor(error?: string, reason?: string) {
    super(`${error ?? 'no error'}: ${reason ?? 'no cause'}`);
    this.error = error;
    this.reason = reason;
  }
}

/** What the interpreter itself refuses to go on with: neither Retry nor Catch sees it. */
export class TerminalError extends StatesError {}

/** A JSONata expression or a computed field that gave nothing usable. `location` is the field as AWS writes it. */
export class QueryEvaluationError extends StatesError {
  readonly location: string | undefined;

  constructor(cause: string, location?: string) {
    super('States.QueryEvaluationError', cause);
    this.location = location;
  }
}

/** Thrown by an `invoke` that wants to choose Error and Cause itself, such as a service error with its own format. */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure';
  readonly error: string | undefined;
  readonly reason: string | undefined;

  constructor(error?: string, reason?: string) {
    super(reason ?? error ?? 'task failed');
    this.error = error;
    this.reason = reason;
  }
}

export type ApiErrorName =
  | 'ExecutionAlreadyExists'
  | 'ExecutionDoesNotExist'
  | 'InvalidArn'
  | 'InvalidDefinition'
  | 'InvalidExecutionInput'
  | 'InvalidName'
  | 'InvalidOutput'
  | 'InvalidToken'
  | 'MissingRequiredParameter'
  | 'StateMachineAlreadyExists'
  | 'StateMachineDoesNotExist'
  | 'StateMachineTypeNotSupported'
  | 'TaskTimedOut'
  | 'UnknownOperationException'
  | 'ValidationException';

/** A refused request, named as the Step Functions API names it. */
export class ApiError extends Error {
  override readonly name: ApiErrorName;

  constructor(name: ApiErrorName, message: string) {
    super(message);
    this.name = name;
  }
}

/** Asked of an engine after its `close`. */
export class EngineClosed extends Error {
  override readonly name = 'EngineClosed';

  constructor() {
    super('the engine is closed');
  }
}
