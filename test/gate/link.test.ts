import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { gateLink, readLink } from '../../lambda/gate/link.ts';
import type { GateRef } from '../../lambda/ledger/gate.ts';

const current = Buffer.alloc(32, 1);
const previous = Buffer.alloc(32, 2);
const ref: GateRef = { run: 'morning-brief-2026-11-30-r2', turn: 3, kind: 'CONFIRM', nth: 1 };
const partOf = (link: string) => link.slice(link.lastIndexOf('/') + 1);
const part = partOf(gateLink('https://gate.ops.example', { current }, ref, 1));

describe('a link', () => {
  it('names the gate and the approver, and nothing else is needed to read it', () => {
    expect(readLink(part, { current })).toEqual({
      ref: { run: 'morning-brief-2026-11-30-r2', turn: 3, kind: 'CONFIRM', nth: 1 },
      approver: 1,
    });
  });

  it('is short, with the secret in the path', () => {
    const link = gateLink('https://gate.ops.example/', { current }, ref, 1);
    expect(link).toMatch(/^https:\/\/gate\.ops\.example\/g\/[A-Za-z0-9_-]{22,66}$/);
    expect(link.length).toBeLessThan(200);
  });

  it('is the same whenever it is made, so that every mail of a gate carries one link', () => {
    // computed once with Python's hmac over the packed number
    expect(part).toBe('Ap1U-NCQVCq-dTJfOURdfTGtcw4xwhR2ELOZ_ddQtsqaE4dPYQ');
  });

  it.each<[string, GateRef, number]>([
    [
      'the longest workflow there may be',
      { run: `${'w'.repeat(32)}-2026-11-30-r9`, turn: 999, kind: 'REVIEW', nth: 100 },
      15,
    ],
    ['the shortest run', { run: 'a', turn: 0, kind: 'CONFIRM', nth: 1 }, 0],
    ['leading first letters', { run: 'aaa-2026-01-01', turn: 1, kind: 'SETTLE', nth: 1 }, 2],
    ['leading dashes and digits', { run: '--0-9', turn: 12, kind: 'REVIEW', nth: 2 }, 9],
  ])('names %s', (_, named, approver) => {
    const made = partOf(gateLink('http://127.0.0.1:4000', { current }, named, approver));
    expect(made).toMatch(/^[A-Za-z0-9_-]{22,66}$/);
    expect(readLink(made, { current })).toEqual({ ref: named, approver });
  });

  it('stays under 200 characters for the longest name an execution can have', () => {
    const longest: GateRef = { run: '9'.repeat(80), turn: 999, kind: 'REVIEW', nth: 100 };
    const host = 'https://abcdefghij.execute-api.ap-southeast-1.amazonaws.com';
    const link = gateLink(host, { current }, longest, 15);
    expect(link.length).toBeLessThan(200);
    expect(readLink(partOf(link), { current })).toEqual({ ref: longest, approver: 15 });
  });

  it('refuses to be made for what it cannot name, or with a key that can be guessed', () => {
    const make =
      (named: Partial<GateRef>, approver = 0, key = current) =>
      () =>
        gateLink('https://gate.ops.example', { current: key }, { ...ref, ...named }, approver);
    expect(make({ run: 'Morning_Brief' })).toThrow(RangeError);
    expect(make({ run: 'w'.repeat(90) })).toThrow('a run id of at most 80 characters is wanted');
    expect(make({ turn: 1000 })).toThrow(RangeError);
    expect(make({ nth: 101 })).toThrow(RangeError);
    expect(make({}, 16)).toThrow(RangeError);
    expect(make({}, 0, Buffer.alloc(0))).toThrow('a link key of 32 bytes or more is wanted, 0 were given');
  });

  it('opens with the previous key while keys are rotated, and not with a stranger’s', () => {
    expect(readLink(part, { current: previous, previous: current })).toEqual({ ref, approver: 1 });
    expect(readLink(part, { current: previous })).toBeUndefined();
  });

  it('is not opened when any one character of it is changed', () => {
    for (let at = 0; at < part.length; at += 1) {
      for (const letter of ['A', 'B', 'z', '0', '-', '_']) {
        if (part[at] === letter) continue;
        const changed = part.slice(0, at) + letter + part.slice(at + 1);
        expect(readLink(changed, { current }), changed).toBeUndefined();
      }
    }
  });

  it('has one spelling: spare bits of its last character are not ignored', () => {
    // 27 characters hold 20 bytes and 2 spare bits: four spellings of one reference
    const short = partOf(
      gateLink('https://g.example', { current }, { run: 'ab', turn: 1, kind: 'CONFIRM' }, 0),
    );
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const spellings = [...letters].map((letter) => short.slice(0, -1) + letter);
    expect(spellings.filter((spelling) => readLink(spelling, { current }))).toEqual([short]);
  });

  it('answers undefined, and never throws, for anything else', () => {
    const rubbish = [
      '',
      'x',
      'a'.repeat(21),
      'a'.repeat(97),
      '../../etc/passwd',
      '%00'.repeat(10),
      `${part}=`,
      ` ${part}`,
    ];
    for (let i = 0; i < 500; i += 1) rubbish.push(randomBytes(17 + (i % 31)).toString('base64url'));
    for (const text of rubbish) expect(readLink(text, { current }), text).toBeUndefined();
  });
});
