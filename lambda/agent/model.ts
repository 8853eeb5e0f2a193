/** One model turn: the port, its adapters are anthropic.ts and bedrock.ts. */
import type { Json } from '../define/json.ts';
import type { JsonSchema } from '../define/strict-schema.ts';

/**
 * A content block. What the model sent is kept as it came, unknown kinds and fields included: thinking is signed over
 * everything before it, so a block that was tidied up is a block the provider refuses.
 */
export type Block = { readonly type: string; readonly [field: string]: Json };

export type Message = { readonly role: 'user' | 'assistant'; readonly content: readonly Block[] };

export type ToolSpec = {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
  readonly strict: boolean;
};

export type ModelRequest = {
  readonly model: string;
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  readonly messages: readonly Message[];
  readonly maxTokens: number;
  readonly effort?: 'low' | 'medium' | 'high';
  /** Structured output: the last words of the answer are JSON of this schema. */
  readonly outputSchema?: JsonSchema;
};

/** Tokens of one answer; the prompt's size is input + cacheRead + cacheWrite. */
export type Usage = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
};

export type Answer = {
  readonly kind: 'answer';
  readonly content: Block[];
  /** An open set: a reason this code does not know passes through and is judged by `readAnswer`. */
  readonly stopReason: string;
  readonly stopDetails?: Json;
  readonly usage: Usage;
  /** The model that answered, as the provider names it. */
  readonly model: string;
  readonly requestId?: string;
};

/** The provider asks for patience. Data, not an error, since Retry in the machine cannot read the seconds. */
export type Throttled = {
  readonly kind: 'throttled';
  readonly retryAfterSeconds: number;
  readonly code: 'RATE_LIMITED' | 'OVERLOADED';
};

export type ModelAnswer = Answer | Throttled;

/** How long the caller can still wait, in milliseconds. */
export type Deadline = { remainingMs(): number };

export type Model = {
  /**
   * Asks the model once.
   *
   * @throws {ModelUnavailable} when asking again may help
   * @throws {ModelRefusedRequest} when it cannot
   */
  turn(request: ModelRequest, deadline: Deadline): Promise<ModelAnswer>;
};

/** The provider failed, was out of reach, too slow, or answered something that is not a message: the machine may retry. */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable';
}

/** The request, the key or the account is refused: trying again cannot help. */
export class ModelRefusedRequest extends Error {
  override readonly name = 'ModelRefusedRequest';
  /** The HTTP status, where the provider was asked at all. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}
