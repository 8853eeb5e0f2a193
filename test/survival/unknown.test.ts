import { afterEach, describe, expect, it } from 'vitest';
import { experiment } from '../../lib/local/crash/enumerate.ts';
import type { Person } from '../../lib/local/crash/person.ts';
import { type Mood, shopAt, startShop } from './order/http-target.ts';
import { settling, truthful } from './order/person.ts';
import { orders } from './order/subject.ts';
import type { Kind, Target } from './order/target.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const shop of open.splice(0)) await shop.close();
});

const NOBODY = 'http://127.0.0.1:1';

/** One run that orders at a shop over HTTP; a shop that is gone comes back when a person is asked. */
async function order(
  kind: Kind,
  moods: readonly Mood[],
  { person, gone = false }: { person?: Person; gone?: boolean } = {},
) {
  let giveUp = () => {};
  const shop = await startShop(kind, moods, () => giveUp());
  open.push(shop);
  let there: Target = gone ? shopAt(NOBODY) : shop.target;
  const target: Target = {
    place: (...order) => there.place(...order),
    find: (...asked) => there.find(...asked),
  };
  const deadline = () => {
    const patience = new AbortController();
    giveUp = () => patience.abort(new DOMException('too slow', 'TimeoutError'));
    return patience.signal;
  };
  const asked = person ?? truthful(shop.placed);
  const { finding } = await experiment(
    orders({ kind, target, deadline }),
    {
      ...asked,
      say(offered, before) {
        if (offered.includes('HAPPENED')) there = shop.target;
        return asked.say(offered, before);
      },
    },
    [],
  );
  const { outcome, code, mails, violations } = finding;
  return { outcome, code, placed: shop.placed.length, mails, violations };
}

const PLACED: Mood[] = [
  'never answers, having placed it',
  'hangs up, having placed it',
  'answers 500, having placed it',
];
const NOT_PLACED: Mood[] = [
  'never answers, not having placed it',
  'hangs up, not having placed it',
  'answers 500, not having placed it',
];
const once = { outcome: 'DONE', placed: 1, violations: [] };
// the letter that asked for the act, and the one that says what came of it
const asksNobody = { ...once, mails: 2 };
const asksAPerson = { ...once, mails: 3 };

describe('a shop that knows its keys', () => {
  const kind: Kind = { keyed: true, answers: true };
  it.each([...PLACED, ...NOT_PLACED, 'answers', 'answers twice'] as Mood[])(
    'has one order when it %s, and nobody is asked',
    async (mood) => {
      expect(await order(kind, [mood])).toMatchObject(asksNobody);
    },
  );

  it('has one order when it is gone for a while: a person sees the doubt and has it done', async () => {
    expect(await order(kind, [], { gone: true })).toMatchObject(asksAPerson);
  });

  it('has one order though a person has it done again that was done', async () => {
    const deaf: Kind = { keyed: true, answers: false };
    expect(await order(deaf, ['hangs up, having placed it'], { person: settling('REDO') })).toMatchObject(
      asksAPerson,
    );
  });
});

describe('a shop that takes every order as a new one', () => {
  const kind: Kind = { keyed: false, answers: true };
  it.each(PLACED)('has one order when it %s: it is asked, and says so', async (mood) => {
    expect(await order(kind, [mood])).toMatchObject(asksNobody);
  });

  it.each(NOT_PLACED)('has one order when it %s: that may still come, so a person is asked', async (mood) => {
    expect(await order(kind, [mood])).toMatchObject(asksAPerson);
  });

  it('has one order when it is gone for a while', async () => {
    expect(await order(kind, [], { gone: true })).toMatchObject(asksAPerson);
  });
});

describe('a shop that cannot be asked either', () => {
  const kind: Kind = { keyed: false, answers: false };
  it.each([...PLACED, ...NOT_PLACED])(
    'has one order when it %s: a person says which it was',
    async (mood) => {
      expect(await order(kind, [mood])).toMatchObject(asksAPerson);
    },
  );

  it.each([
    { said: 'STOP', moods: PLACED.slice(0, 1), placed: 1 },
    { said: 'STOP', moods: NOT_PLACED.slice(1, 2), placed: 0 },
    { said: 'REDO', moods: NOT_PLACED.slice(1), placed: 0 },
  ] as const)('is not tried again blindly: a person says $said, and the run ends in doubt', async (given) => {
    const ended = await order(kind, given.moods, { person: settling(given.said) });
    expect(ended).toMatchObject({
      outcome: 'FAILED',
      code: 'OUTCOME_UNKNOWN',
      placed: given.placed,
      violations: [],
    });
  });

  it('ends the run in doubt when nobody settles it', async () => {
    const silent: Person = {
      thinksMinutes: 7,
      say: (offered) => (offered.includes('HAPPENED') ? { choice: 'none' } : { choice: 'APPROVED' }),
    };
    expect(await order(kind, ['hangs up, having placed it'], { person: silent })).toMatchObject({
      outcome: 'FAILED',
      code: 'OUTCOME_UNKNOWN',
      placed: 1,
    });
  });
});
