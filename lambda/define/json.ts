import { createHash } from 'node:crypto';

/** A JSON value: all that crosses a state, an item or a wire. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * One text for equal values: keys sorted by UTF-16 code unit, array order and string bytes kept, undefined
 * members dropped (RFC 8785 but for its number rendering, which is ECMAScript's in both).
 *
 * @throws {TypeError} for NaN, infinities, functions, and whatever else JSON cannot carry
 */
export function canonical(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`a number is wanted, ${value} was given`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    members.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`;
  }
  throw new TypeError(`a JSON value is wanted, a ${typeof value} was given`);
}

/** SHA-256 of the canonical JSON, in lower-case hex (64 characters). */
export const digest = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex');
