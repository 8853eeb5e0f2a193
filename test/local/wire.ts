import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

const CHANNEL = 'http.server.request.start';

/**
 * Every request that reaches a DynamoDB of this process, as it is on the wire: its operation and its key, with the run's name and
 * hashes left out. Retries count as what they are: requests.
 */
export function tapDynamo() {
  const requests: string[] = [];
  const listener = (message: unknown) => {
    const { request } = message as { request: IncomingMessage };
    const target = String(request.headers['x-amz-target'] ?? '');
    if (!target.startsWith('DynamoDB_')) return;
    const at = requests.push('?') - 1;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests[at] = named(target.replace(/^.*\./, ''), JSON.parse(Buffer.concat(chunks).toString()));
    });
  };
  subscribe(CHANNEL, listener);
  return {
    /** What came since the last time this was asked. */
    take: () => requests.splice(0),
    close: () => void unsubscribe(CHANNEL, listener),
  };
}

type Text = { readonly S?: string };
type Body = {
  readonly Key?: Record<string, Text>;
  readonly Item?: Record<string, Text>;
  readonly ExpressionAttributeValues?: Record<string, Text>;
};

function named(operation: string, { Key, Item, ExpressionAttributeValues: values }: Body): string {
  const pk = (Key ?? Item)?.pk?.S ?? values?.[':pk']?.S ?? values?.[':list']?.S ?? '';
  const sk = (Key ?? Item)?.sk?.S ?? values?.[':sk']?.S ?? '*';
  const [room] = pk.split('#');
  return `${operation.replace('Item', '')} ${room} ${sk}`;
}
