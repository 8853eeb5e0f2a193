import { ApiError } from './errors.ts';

const DEFAULT_PAGE = 100;
const LARGEST_PAGE = 1000;
const LONGEST_TOKEN = 1024;

/** One page of a list. The token is the place to go on from; it outlives a restart, since the lists do. */
export function page<Item>(
  items: readonly Item[],
  { maxResults, nextToken }: Readonly<Record<string, unknown>>,
) {
  const size = Number(maxResults ?? 0);
  const token = String(nextToken ?? '');
  check(size, token);
  const start = token === '' ? 0 : startOf(token);
  // As the API reference has it, 0 means the default.
  const end = start + (size || DEFAULT_PAGE);
  return {
    items: items.slice(start, end),
    nextToken: end < items.length ? { nextToken: Buffer.from(`from ${end}`).toString('base64url') } : {},
  };
}

function check(size: number, token: string): void {
  const problems: string[] = [];
  const problem = (value: unknown, field: string, bound: string) =>
    problems.push(`Value '${value}' at '${field}' failed to satisfy constraint: Member must have ${bound}`);
  if (size < 0) problem(size, 'maxResults', 'value greater than or equal to 0');
  if (size > LARGEST_PAGE) problem(size, 'maxResults', `value less than or equal to ${LARGEST_PAGE}`);
  if (token.length > LONGEST_TOKEN)
    problem(token, 'nextToken', `length less than or equal to ${LONGEST_TOKEN}`);
  if (problems.length === 0) return;
  const count = `${problems.length} validation error${problems.length > 1 ? 's' : ''} detected`;
  throw new ApiError('ValidationException', `${count}: ${problems.join('; ')}`);
}

function startOf(token: string): number {
  const found = /^from (\d+)$/.exec(Buffer.from(token, 'base64url').toString());
  if (!found) throw new ApiError('InvalidToken', "Invalid Token: 'Invalid token'");
  return Number(found[1]);
}
