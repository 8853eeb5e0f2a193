import type { Json } from './json.ts';

/**
 * One event, in the shape GetExecutionHistory gives it: `id`, `previousEventId`, `type`, and under a key named after
 * the type its details. `timestamp` is in milliseconds here; the API divides by 1000.
 */
export type HistoryEvent = {
  readonly id: number;
  readonly previousEventId: number;
  readonly timestamp: number;
  readonly type: string;
  readonly [details: `${string}EventDetails`]: Details;
};

export type Details = { readonly [key: string]: Json | undefined };

/** The 25,000th event is always the one that ends the execution. */
export const EVENT_LIMIT = 25_000;

/** State input, state output and task results, as UTF-8 JSON. */
export const PAYLOAD_LIMIT_BYTES = 256 * 1024;

/** PassStateEntered and its like share one details key; every other type has its own. */
export function detailsKey(type: string): `${string}EventDetails` {
  const shared = /State(Entered|Exited)$/.exec(type);
  const name = shared ? shared[0] : type;
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}EventDetails`;
}

export function detailsOf(event: HistoryEvent): Details {
  return event[detailsKey(event.type)] ?? {};
}
