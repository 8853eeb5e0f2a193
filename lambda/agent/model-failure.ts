import { APIConnectionTimeoutError, APIError, APIUserAbortError } from '@anthropic-ai/sdk/core/error';
import { ModelRefusedRequest, ModelUnavailable, type Throttled } from './model.ts';

/** Waits where the provider names none, in seconds: a rate limit refills within a minute, overload takes longer. */
const RATE_LIMITED_SECONDS = 30;
const OVERLOADED_SECONDS = 60;
/** The longest wait passed on, in seconds; the machine has its own, lower limits. */
const LONGEST_SECONDS = 86_400;

/** Limits that waiting does not lift. */
const SPENT = /^(enforced|contract)_spend_limit_reached$|^linked_organization_/;
/** Statuses that pass; 501 does not, it says the feature does not exist. */
const PASSES = (status: number) => status === 408 || status === 409 || (status >= 500 && status !== 501);

/**
 * What a failed call means: wait, try again, or stop. Only the provider's own words and codes go into the message, no
 * header, no body and no `cause`, and `hide` has the last word.
 */
export function modelFailure(
  error: unknown,
  hide: (text: string) => string,
): Throttled | ModelUnavailable | ModelRefusedRequest {
  const say = (text: string) => hide(text).slice(0, 500);
  if (isLate(error)) return new ModelUnavailable('no complete answer within the time this call had');
  if (!(error instanceof APIError) || error.status === undefined)
    return new ModelUnavailable(say(reason(error)));
  const { status, headers } = error as APIError<number, Headers>;
  const message = say(
    `${status} ${error.type ?? 'error'}: ${error.apiMessage ?? 'no message'}${where(error)}`,
  );
  if (status === 429 && SPENT.test(error.errorCode ?? '')) return new ModelRefusedRequest(message, status);
  if (status === 429) return throttled('RATE_LIMITED', headers, RATE_LIMITED_SECONDS);
  if (status === 529) return throttled('OVERLOADED', headers, OVERLOADED_SECONDS);
  return PASSES(status) ? new ModelUnavailable(message) : new ModelRefusedRequest(message, status);
}

/** The body can stall after its headers arrived; the abort then surfaces as the platform's own AbortError. */
const isLate = (error: unknown): boolean =>
  error instanceof APIUserAbortError ||
  error instanceof APIConnectionTimeoutError ||
  (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError'));

const where = (error: APIError): string => (error.requestID ? ` (request ${error.requestID})` : '');

/** The names and codes down the chain of causes, "APIConnectionError: Connection error. <- ECONNRESET". */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return `a ${typeof error} was thrown`;
  if (error instanceof SyntaxError) return 'the answer is not JSON'; // its own message quotes the body
  const codes: string[] = [];
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause) codes.push(String(cause.code));
  }
  return [`${error.name}: ${error.message}`, ...codes].join(' <- ');
}

function throttled(code: Throttled['code'], headers: Headers, fallback: number): Throttled {
  const asked = secondsIn(headers);
  // Rounded up, since asking a moment early costs another wait.
  const seconds = asked !== undefined && asked > 0 ? Math.ceil(asked) : fallback;
  return { kind: 'throttled', code, retryAfterSeconds: Math.min(seconds, LONGEST_SECONDS) };
}

/** The wait the headers ask for, in seconds. A date is read against the `date` of the same answer: no clock but theirs. */
function secondsIn(headers: Headers): number | undefined {
  const number = (text: string | null) =>
    text && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
  const exact = number(headers.get('retry-after-ms'));
  if (exact !== undefined) return exact / 1000;
  const after = headers.get('retry-after');
  const apart = Date.parse(after ?? '') - Date.parse(headers.get('date') ?? '');
  return number(after) ?? (Number.isNaN(apart) ? undefined : apart / 1000);
}
