import { ApiError } from './errors.ts';

const DEFAULT_PAGE = 100;
const LARGEST_PAGE = 1000;

/** One page of a list. The token is the place to go on from; it outlives a restart, since the lists do. */
export function page<Item>(items: readonly Item[], request: Readonly<Record<string, unknown>>) {
  const end = startOf(request.nextToken) + sizeOf(request.maxResults);
  return {
    items: items.slice(startOf(request.nextToken), end),
    nextToken: end < items.length ? { nextToken: Buffer.from(`from ${end}`).toString('base64url') } : {},
  };
}

/** As the API reference has it, 0 means the default. */
function sizeOf(maxResults: unknown): number {
  if (typeof maxResults !== 'number' || maxResults === 0) return DEFAULT_PAGE;
  if (maxResults > 0 && maxResults <= LARGEST_PAGE) return maxResults;
  const bound = maxResults < 0 ? 'greater than or equal to 0' : `less than or equal to ${LARGEST_PAGE}`;
  throw new ApiError(
    'ValidationException',
    `1 validation error detected: Value '${maxResults}' at 'maxResults' failed to satisfy constraint: ` +
      `Member must have value ${bound}`,
  );
}

function startOf(token: unknown): number {
  if (token === undefined || token === null) return 0;
  const found = /^from (\d+)$/.exec(Buffer.from(String(token), 'base64url').toString());
  if (!found) throw new ApiError('InvalidToken', "Invalid Token: 'Invalid token'");
  return Number(found[1]);
}
