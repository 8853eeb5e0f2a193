import { ApiError } from './errors.ts';

const LARGEST_PAGE = 1000;

/** One page of a list. The token is the place to go on from; it survives a restart, since the lists do. */
export function page<Item>(items: readonly Item[], request: Readonly<Record<string, unknown>>) {
  const { maxResults, nextToken } = request;
  const size = typeof maxResults === 'number' && maxResults > 0 ? Math.min(maxResults, LARGEST_PAGE) : 100;
  const start = nextToken === undefined || nextToken === null ? 0 : startOf(String(nextToken));
  const end = start + size;
  return {
    items: items.slice(start, end),
    nextToken: end < items.length ? { nextToken: Buffer.from(`from ${end}`).toString('base64url') } : {},
  };
}

function startOf(token: string): number {
  const found = /^from (\d+)$/.exec(Buffer.from(token, 'base64url').toString());
  if (!found) throw new ApiError('InvalidToken', "Invalid Token: 'Invalid token'");
  return Number(found[1]);
}
