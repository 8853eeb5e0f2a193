import { createHmac, timingSafeEqual } from 'node:crypto';
import { MAX_LOOKS } from '../define/machine-words.ts';
import { GATE_KINDS, type GateRef } from '../ledger/gate.ts';

/** What links are signed with, 32 bytes or more each; links made with the previous key still open. */
export type LinkKeys = { readonly current: Buffer; readonly previous?: Buffer };

/** Whose link it is, and to which gate. `approver` is the place in the gate's list. */
export type Link = { readonly ref: GateRef; readonly approver: number };

const MAC_BYTES = 16;
/** 66 characters hold every daily run's name (46 characters); 96 hold the longest name an execution can have (80). */
const PATH_PART = /^[A-Za-z0-9_-]{22,96}$/;

/**
 * The one link an approver is sent; every mail of a gate carries the same. Nothing about it is stored: it is the
 * gate's name and the approver's place, with an HMAC that only this system can make.
 *
 * @throws {RangeError} for a run, turn, gate or approver that has no place in a link, or a key that can be guessed
 */
export function gateLink(baseUrl: string, keys: LinkKeys, ref: GateRef, approver: number): string {
  const name = pack({ ref, approver });
  const part = Buffer.concat([name, mac(keys.current, name)]).toString('base64url');
  if (!PATH_PART.test(part))
    throw new RangeError(`a run id of at most 80 characters is wanted, "${ref.run}" was given`);
  return `${baseUrl.replace(/\/+$/, '')}/g/${part}`;
}

/** Reads the last part of a link's path; undefined for anything this system did not make. */
export function readLink(part: string, keys: LinkKeys): Link | undefined {
  if (!PATH_PART.test(part)) return undefined;
  const bytes = Buffer.from(part, 'base64url');
  // base64url has spare bits in its last character: only one spelling of a link is a link
  if (bytes.toString('base64url') !== part || bytes.length <= MAC_BYTES) return undefined;
  const name = bytes.subarray(0, -MAC_BYTES);
  const given = bytes.subarray(-MAC_BYTES);
  const known = [keys.current, ...(keys.previous ? [keys.previous] : [])];
  const genuine = known.map((key) => timingSafeEqual(mac(key, name), given)).includes(true);
  return genuine ? unpack(name) : undefined;
}

function mac(key: Buffer, name: Buffer): Buffer {
  if (key.length < 32)
    throw new RangeError(`a link key of 32 bytes or more is wanted, ${key.length} were given`);
  return createHmac('sha256', key)
    .update('holdpoint gate link 1\0')
    .update(name)
    .digest()
    .subarray(0, MAC_BYTES);
}

/**
 * A link's name is one whole number with mixed bases: five bits a letter, so that it stays short enough for mail
 * programs that break long links. A kind is named by its place among all.
 */
const KINDS = GATE_KINDS;
const APPROVERS = 16n;
const TURNS = 1000n;
const NTHS = BigInt(MAX_LOOKS);
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789-';
const BASE = BigInt(LETTERS.length);

function pack({ ref, approver }: Link): Buffer {
  let n = 0n;
  // digits from 1 to 37: no leading zero is lost, so every text has a number of its own
  for (const letter of ref.run)
    n = n * BASE + 1n + digitOf(LETTERS.indexOf(letter), BASE, `run "${ref.run}"`);
  n = n * BigInt(KINDS.length) + digitOf(KINDS.indexOf(ref.kind), BigInt(KINDS.length), 'kind');
  n = n * NTHS + digitOf((ref.nth ?? 1) - 1, NTHS, 'gate of one turn');
  n = n * TURNS + digitOf(ref.turn, TURNS, 'turn');
  n = n * APPROVERS + digitOf(approver, APPROVERS, 'approver');
  const hex = n.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}

function digitOf(digit: number, base: bigint, what: string): bigint {
  if (!Number.isInteger(digit) || digit < 0 || BigInt(digit) >= base)
    throw new RangeError(
      `a link cannot name this ${what}: a digit from 0 to ${base - 1n} is wanted, ${digit} was given`,
    );
  return BigInt(digit);
}

function unpack(name: Buffer): Link {
  let n = BigInt(`0x${name.toString('hex')}`);
  const take = (base: bigint): number => {
    const digit = Number(n % base);
    n /= base;
    return digit;
  };
  const approver = take(APPROVERS);
  const turn = take(TURNS);
  const nth = take(NTHS) + 1;
  const kind = KINDS[take(BigInt(KINDS.length))] ?? 'CONFIRM';
  let run = '';
  while (n > 0n) {
    n -= 1n;
    run = `${LETTERS[take(BASE)]}${run}`;
  }
  return { ref: { run, turn, kind, nth }, approver };
}
