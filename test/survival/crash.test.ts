import { expect, it } from 'vitest';
import { enumerate } from '../../lib/local/crash/enumerate.ts';
import { loopbackParts } from '../../lib/local/crash/loopback-parts.ts';
import { PEOPLE } from '../../lib/local/crash/person.ts';
import { distinct, everyPoint, pairs } from '../../lib/local/crash/plan.ts';
import { subjectNamed } from '../../lib/local/crash/subject.ts';
import { violations } from '../../lib/local/crash/table.ts';

const brief = subjectNamed('morning-brief');
const LONG = 120_000;

it(
  'a brief that is approved is done once, whichever request its process dies before or after',
  async () => {
    const all = await enumerate(brief, PEOPLE.approves, distinct(everyPoint(['process'])));
    expect(violations(all)).toEqual([]);
    expect(all.points.length).toBeGreaterThan(50);
    expect(all.experiments.length).toBeGreaterThan(all.points.length);
    for (const { finding } of all.experiments) expect(finding).toMatchObject({ outcome: 'DONE', effects: 1 });
  },
  LONG,
);

it(
  'the whole host may die at the gate and at the write',
  async () => {
    const places = ['ask', 'site POST', 'write'];
    const there = everyPoint(['host'], ({ process }) => places.includes(process));
    const all = await enumerate(brief, PEOPLE.approves, distinct(there));
    expect(violations(all)).toEqual([]);
    expect(all.experiments.length).toBeGreaterThan(16);
  },
  LONG,
);

it(
  'over HTTP, against DynamoDB, SES and a Messages API on loopback, a death at the write changes nothing',
  async () => {
    const there = everyPoint(['process'], ({ process }) => process === 'write');
    const all = await enumerate(brief, PEOPLE.approves, distinct(there), { parts: loopbackParts });
    expect(violations(all)).toEqual([]);
    expect(all.experiments.length).toBeGreaterThan(6);
  },
  LONG,
);

it(
  'two deaths in one run change no more than one does',
  async () => {
    expect(violations(await enumerate(brief, PEOPLE.approves, pairs(12, 7)))).toEqual([]);
  },
  LONG,
);

it(
  'each of those who are told of a bad end gets at most one letter more for a death',
  async () => {
    const ending = everyPoint(['process'], ({ process }) =>
      ['finish', 'watch', 'operator'].includes(process),
    );
    const all = await enumerate(brief, PEOPLE.cancelled, distinct(ending));
    expect(violations(all)).toEqual([]);
    for (const { finding } of all.experiments)
      expect(finding).toMatchObject({ outcome: 'CANCELLED', effects: 0 });
    expect(Math.max(...all.experiments.map(({ finding }) => finding.mails))).toBe(4);
  },
  LONG,
);
