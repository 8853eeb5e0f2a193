import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

const CHANNEL = 'http.server.request.start';

/** One request to a DynamoDB and what it answered, as both were on the wire. */
export type Exchange = {
  readonly operation: string;
  readonly request: WireRequest;
  readonly response: WireResponse;
};
/** An attribute as it is on the wire, such as `{"S":"text"}`. */
export type Wire = { readonly [type: string]: unknown };
export type WireItem = { readonly [name: string]: Wire };
export type WireRequest = {
  readonly Key?: WireItem;
  readonly Item?: WireItem;
  readonly IndexName?: string;
  readonly ExpressionAttributeValues?: WireItem;
};
export type WireResponse = {
  readonly Item?: WireItem;
  readonly Items?: readonly WireItem[];
  readonly Attributes?: WireItem;
};

/**
 * Every request that reaches a DynamoDB of this process, as it is on the wire: its operation and its key, with the run's name and
 * hashes left out. Retries count as what they are: requests.
 */
export function tapDynamo() {
  const exchanges: { operation: string; request: WireRequest; response: WireResponse }[] = [];
  const listener = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const target = String(request.headers['x-amz-target'] ?? '');
    if (!target.startsWith('DynamoDB_')) return;
    const exchange = { operation: target.replace(/^.*\./, ''), request: {}, response: {} };
    exchanges.push(exchange);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      exchange.request = JSON.parse(Buffer.concat(chunks).toString());
    });
    const { end } = response;
    response.end = ((body?: unknown, ...more: never[]) => {
      if (body) exchange.response = JSON.parse(String(body));
      return (end as (...all: unknown[]) => ServerResponse).call(response, body, ...more);
    }) as typeof response.end;
  };
  subscribe(CHANNEL, listener);
  return {
    /** What came since the last time this was asked. */
    take: (): string[] => exchanges.splice(0).map(named),
    takeWhole: (): Exchange[] => exchanges.splice(0),
    close: () => void unsubscribe(CHANNEL, listener),
  };
}

export function named({ operation, request }: Exchange): string {
  const { Key, Item, ExpressionAttributeValues: values } = request;
  const text = (item: WireItem | undefined, name: string) => item?.[name]?.S as string | undefined;
  const pk = text(Key ?? Item, 'pk') ?? text(values, ':pk') ?? text(values, ':list') ?? '';
  const sk = text(Key ?? Item, 'sk') ?? text(values, ':sk') ?? '*';
  const [room] = pk.split('#');
  return `${operation.replace('Item', '')} ${room} ${sk}`;
}
