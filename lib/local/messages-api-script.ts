import type { Block, Message } from '../../lambda/agent/model.ts';
import type { Json } from '../../lambda/define/json.ts';
import type { JsonSchema } from '../../lambda/define/strict-schema.ts';

/** The body of one request, its messages' content always as blocks. */
export type MessagesRequestBody = {
  readonly model: string;
  readonly max_tokens: number;
  readonly system?: string | readonly Block[];
  readonly tools?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly input_schema: JsonSchema;
    readonly strict?: boolean;
  }[];
  readonly messages: readonly Message[];
  readonly output_config?: { readonly effort?: string; readonly format?: { readonly schema: JsonSchema } };
  readonly [parameter: string]: unknown;
};

/** What the scripted model does with one HTTP request. Plain data: a script may also live where this file is out of reach. */
export type Step =
  | {
      readonly kind: 'answer';
      readonly stopReason: string;
      /** A call without id and thinking without signature get theirs from the server. */
      readonly content: readonly Block[];
      readonly stopDetails?: Json;
    }
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** `error.details` of the body, such as `{ error_code: … }`. */
      readonly details?: Json;
      readonly message?: string;
    }
  | { readonly kind: 'raw'; readonly status: number; readonly contentType: string; readonly body: string }
  /** Says nothing more, or closes the socket: before any headers, or in the middle of the body. */
  | { readonly kind: 'stall' | 'hangup'; readonly at: 'headers' | 'body' };

/** Decides by the request, and by how many requests the server has had: 1 for the first. */
export type Script = (request: MessagesRequestBody, attempt: number) => Step | Promise<Step>;

type Said = Block | string;

export const text = (text: string): Block => ({ type: 'text', text });
export const thinking = (thinking: string): Block => ({ type: 'thinking', thinking });
export const call = (name: string, input: Json, id?: string): Block => ({
  type: 'tool_use',
  ...(id ? { id } : {}),
  name,
  input,
});

const answer = (stopReason: string, content: readonly Said[]): Step & { kind: 'answer' } => ({
  kind: 'answer',
  stopReason,
  content: content.map((said) => (typeof said === 'string' ? text(said) : said)),
});

export const toolUse = (...content: Said[]): Step => answer('tool_use', content);
export const endTurn = (...content: Said[]): Step => answer('end_turn', content);
export const maxTokens = (...content: Said[]): Step => answer('max_tokens', content);
export const pauseTurn = (...content: Said[]): Step => answer('pause_turn', content);
export const stopped = (stopReason: string, ...content: Said[]): Step => answer(stopReason, content);
export const refusal = (category: string | null, ...content: Said[]): Step => ({
  ...answer('refusal', content),
  stopDetails: { type: 'refusal', category, explanation: null },
});
export const error = (status: number, headers: Record<string, string> = {}, details?: Json): Step => ({
  kind: 'error',
  status,
  headers,
  ...(details === undefined ? {} : { details }),
});
export const raw = (status: number, contentType: string, body: string): Step => ({
  kind: 'raw',
  status,
  contentType,
  body,
});
export const stallHeaders = (): Step => ({ kind: 'stall', at: 'headers' });
export const stallBody = (): Step => ({ kind: 'stall', at: 'body' });
export const hangup = (): Step => ({ kind: 'hangup', at: 'headers' });
export const cutBody = (): Step => ({ kind: 'hangup', at: 'body' });

/** One step after another; a request beyond the last is an error that says so and that no client retries. */
export const inOrder = (...steps: readonly Step[]): Script => {
  const left = [...steps];
  return () => left.shift() ?? SCRIPT_OVER;
};

const SCRIPT_OVER: Step = {
  kind: 'error',
  status: 500,
  headers: { 'x-should-retry': 'false' },
  message: 'the script has no further step',
};
