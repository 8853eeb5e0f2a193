import { isPassing } from '../define/passing.ts';
import type { Handler, Host, Invocation } from './host.ts';
import { type Counts, observed } from './observed.ts';

/** Wires a function for the host it runs on; nothing is read or opened before its first call. */
export type Wire<E, A> = (host: Host) => Handler<E, A>;

/**
 * The function as Lambda calls it: wired once, from the process's own settings and clock.
 *
 * @param counts what of an answer is a metric
 */
export function deployed<E, A>(wire: Wire<E, A>, counts: Counts<A> = () => ({})): Handler<E, A> {
  let handler: Handler<E, A> | undefined;
  return (event: E, invocation: Invocation) => {
    handler ??= observed(named(wire({ env: process.env, clock: { now: () => new Date() } })), counts);
    return handler(event, invocation);
  };
}

/**
 * A dependency that failed for now, by a name the machine retries.
 * The names of AWS clients' own errors are many; what they have in common is who is at fault.
 */
export class DependencyUnavailable extends Error {
  override readonly name = 'DependencyUnavailable';
}

/** Errors leave a function under names the machine knows. */
export function named<E, A>(handler: Handler<E, A>): Handler<E, A> {
  return async (event, invocation) => {
    try {
      return await handler(event, invocation);
    } catch (error) {
      throw isPassing(error)
        ? new DependencyUnavailable(`${(error as Error).name}: ${(error as Error).message}`)
        : error;
    }
  };
}
