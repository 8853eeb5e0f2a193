import { createHash, randomUUID } from 'node:crypto';
import jsonata from 'jsonata';
import type { Timers } from './timers.ts';

/**
 * What Step Functions adds to JSONata's own functions, and what it takes away.
 *
 * @see https://docs.aws.amazon.com/step-functions/latest/dg/transforming-data.html#jsonata-functions-provided-by-aws-sfn
 */
export function addFunctions(expression: jsonata.Expression, timers: Timers): void {
  // A missing binding, as in AWS: `$eval(...)` then fails with T1006 like any unknown function.
  expression.assign('eval', undefined);

  const register: jsonata.Expression['registerFunction'] = (...args) => expression.registerFunction(...args);
  register('partition', partition, '<an:a>');
  register('range', range, '<nnn:a>');
  register('hash', hash, '<xs:s>');
  register('random', random, '<n?:n>');
  register('uuid', () => randomUUID(), '<:s>');
  register('parse', (text: string) => (text === undefined ? undefined : JSON.parse(text)), '<s-:x>');

  // JSONata reads the machine's clock; the engine has one of its own.
  register('millis', () => timers.now(), '<:n>');
  register('now', (picture?: string, zone?: string) => formatted(timers.now(), picture, zone), '<s?s?:s>');
}

function partition(items: unknown[] | undefined, size: number): unknown[][] | undefined {
  if (items === undefined) return undefined;
  if (!(size >= 1)) throw new Error(`the chunk size must be a positive number but was: ${size}`);
  const parts: unknown[][] = [];
  for (let at = 0; at < items.length; at += Math.trunc(size))
    parts.push(items.slice(at, at + Math.trunc(size)));
  return parts;
}

/** A JSONata sequence, so that one element comes back as itself: recorded, `$range(1, 9, 9)` is `1`. */
function range(this: jsonata.Focus, first: number, last: number, step: number): unknown {
  const numbers: number[] & { sequence?: boolean } = [];
  if (step === 0) throw new Error('the step of a range must not be 0');
  for (let n = first; step > 0 ? n <= last : n >= last; n += step) {
    if (numbers.length === RANGE_LIMIT) throw new Error(`a range has at most ${RANGE_LIMIT} items`);
    numbers.push(n);
  }
  Object.defineProperty(numbers, 'sequence', { value: true, enumerable: false });
  return numbers;
}
const RANGE_LIMIT = 1000;

const ALGORITHMS: Readonly<Record<string, string>> = {
  MD5: 'md5',
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
};

function hash(data: unknown, algorithm: string): string | undefined {
  if (data === undefined) return undefined;
  const name = Object.hasOwn(ALGORITHMS, algorithm) ? ALGORITHMS[algorithm] : undefined;
  if (!name) throw new Error(`unknown hash algorithm: ${algorithm}`);
  return createHash(name)
    .update(typeof data === 'string' ? data : JSON.stringify(data))
    .digest('hex');
}

/** With a seed the same number every time (mulberry32), which AWS promises too, though not which number. */
function random(seed?: number): number {
  if (seed === undefined) return Math.random();
  let state = (Math.trunc(seed) + 0x6d2b79f5) | 0;
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32;
}

const formatter = jsonata('$fromMillis($at, $picture, $zone)');

function formatted(at: number, picture?: string, zone?: string): Promise<string> {
  return formatter.evaluate(undefined, { at, picture, zone });
}
