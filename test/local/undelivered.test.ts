import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localHandler } from '../../lib/local/functions.ts';
import { type Bench, openBench } from './bench.ts';
import { decide } from './person.ts';

/** SES's own simulator: what is sent there comes to what the name says. */
const simulated = (name: string) => `${name}@simulator.amazonses.com`;
const person = (id: string, email: string, deputyOf?: string) => ({
  ...{ id, name: id, email, lang: 'en' },
  ...(deputyOf ? { deputyOf } : {}),
});

type People = readonly ReturnType<typeof person>[];
let bench: Bench;
let date = '2030-05-02';

/** A parked run that asked these people. */
async function asked(people: People) {
  bench = await openBench({ env: { APPROVERS: JSON.stringify(people) }, at: `${date}T09:05:00+08:00` });
  const parked = await bench.run(date);
  const { run } = parked;
  const handler = (name: string) => localHandler(name, bench.host);
  const call = (name: string, event: unknown) =>
    handler(name)?.(event, { getRemainingTimeInMillis: () => 60_000 });
  const gate = async () => bench.gate(run, 3);
  return {
    parked,
    run,
    gate,
    call,
    tick: () => call('sweep', {}),
    /** Resolves when the gate is marked for so many. */
    async marked(count: number) {
      for (;;) {
        const { undelivered = [] } = (await gate()) ?? {};
        if (undelivered.length >= count) return undelivered;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    letters: async () =>
      (await bench.mailsAbout(run)).map(({ destination, subject }) => `${destination.to[0]}: ${subject}`),
    linkTo: async (email: string) => {
      const letter = (await bench.mailsAbout(run)).findLast(({ destination }) => destination.to[0] === email);
      return /http\S+\/g\/\S+/.exec(letter?.body.text ?? '')?.[0] ?? '';
    },
  };
}

describe('a letter that bounces', () => {
  it('marks the gate for that person alone, and goes to the deputy at the next tick, once', async () => {
    const people = [
      person('mei', simulated('bounce+mei')),
      person('dan', 'dan@ops.example', 'mei'),
      person('kim', 'kim@ops.example'),
    ];
    const { marked, tick, letters, linkTo, run, call, gate } = await asked(people);
    const [mark, ...more] = await marked(1);
    expect(more).toEqual([]);
    expect(mark).toMatchObject({ to: 'mei', why: 'BOUNCED', detail: 'Permanent/General', lasting: true });
    expect(await tick()).toMatchObject({ expired: 0 });
    await tick();
    const act = 'Create 1 review task for 2 May 2030';
    expect(await letters()).toEqual([
      `${simulated('bounce+mei')}: Please decide by 12:00: ${act}`,
      `kim@ops.example: Please decide by 12:00: ${act}`,
      `dan@ops.example: For mei, please decide by 12:00: ${act}`,
    ]);
    expect((await bench.mailsAbout(run)).at(-1)?.body.text).toContain(
      'The e-mail to mei could not be delivered',
    );
    expect((await decide(await linkTo('dan@ops.example'), 'APPROVED')).status).toBe(303);
    expect((await bench.standing(run)).state).toBe('DONE');

    const before = await gate();
    const late = { run: [run], turn: ['3'], gate: ['CONFIRM'], approver: ['kim'] };
    const complaint = { eventType: 'Complaint', mail: { tags: late } };
    expect(await call('undelivered', { detail: complaint })).toEqual({ lost: true, marked: false });
    expect(await gate()).toEqual(before);
    const receipts = (await bench.mailsAbout(run)).filter(({ subject }) =>
      subject.startsWith('What came of it'),
    );
    expect(receipts.map(({ destination }) => destination.to[0])).toEqual([
      'dan@ops.example',
      'kim@ops.example',
    ]);
    await bench.close();
  });

  it('to the deputy too: the owner hears of it once, and others may still decide', async () => {
    date = '2030-05-03';
    const people = [
      person('mei', simulated('complaint')),
      person('dan', simulated('bounce+dan'), 'mei'),
      person('kim', 'kim@ops.example'),
    ];
    const { marked, tick, letters, linkTo, run } = await asked(people);
    expect(await marked(1)).toMatchObject([{ to: 'mei', why: 'COMPLAINED', detail: 'abuse', lasting: true }]);
    await tick();
    expect(await marked(2)).toMatchObject([{ to: 'mei' }, { to: 'dan', why: 'BOUNCED' }]);
    await tick();
    await tick();
    const told = (await letters()).filter((line) => line.startsWith('owner@'));
    expect(told).toEqual([
      'owner@holdpoint.example: mei cannot be asked: Create 1 review task for 3 May 2030',
    ]);
    const [letter] = (await bench.mailsAbout(run)).filter(({ subject }) => subject.startsWith('mei cannot'));
    expect(letter?.body.text).not.toContain('/g/');
    expect((await decide(await linkTo('kim@ops.example'), 'APPROVED')).status).toBe(303);
    expect((await bench.standing(run)).state).toBe('DONE');
    await bench.close();
  });

  it('softly: the deputy is asked, and the one who may only be away is still reminded', async () => {
    date = '2030-05-06';
    const people = [person('mei', simulated('ooto')), person('dan', 'dan@ops.example', 'mei')];
    const { marked, tick, letters, run } = await asked(people);
    expect(await marked(1)).toMatchObject([{ to: 'mei', detail: 'Transient/General', lasting: false }]);
    await tick();
    bench.time.setClock(new Date(`${date}T10:30:00+08:00`));
    await tick();
    expect((await letters()).map((line) => line.replace(/,? .*/, ''))).toEqual([
      `${simulated('ooto')}:`,
      'dan@ops.example:',
      `${simulated('ooto')}:`,
    ]);
    expect((await bench.gate(run, 3))?.mails.map(({ to, kind }) => `${kind} ${to}`)).toEqual([
      'ask mei',
      'deputy dan',
      'reminder mei',
    ]);
    await bench.close();
  });

  it('is never sent: the deputy of a refused address is asked at once', async () => {
    date = '2030-05-07';
    const people = [
      person('gone', `${'gone'.repeat(17)}@ops.example`),
      person('dan', 'dan@ops.example', 'gone'),
    ];
    const { parked, letters, marked } = await asked(people);
    expect(parked.state).toBe('WAITING_CONFIRM');
    expect(await marked(1)).toMatchObject([{ to: 'gone', why: 'REFUSED', lasting: true }]);
    expect(await letters()).toEqual([
      'dan@ops.example: For gone, please decide by 12:00: Create 1 review task for 7 May 2030',
    ]);
    await bench.close();
  });
});

describe('what SES says besides', () => {
  let call: Awaited<ReturnType<typeof asked>>['call'];
  let run: string;
  beforeAll(async () => {
    date = '2030-05-08';
    ({ call, run } = await asked([person('mei', 'mei@ops.example')]));
  });
  afterAll(() => bench.close());
  const told = (event: object, approver = 'mei') => {
    const tags = { run: [run], turn: ['3'], gate: ['CONFIRM'], approver: [approver] };
    return call('undelivered', { detail: { mail: { tags }, ...event } });
  };

  it.each(['DeliveryDelay', 'Delivery', 'Send', 'Open'])('%s changes nothing', async (eventType) => {
    expect(await told({ eventType })).toEqual({ lost: false, marked: false });
  });

  it('a letter that asked nobody, of no known gate, or to a stranger is counted and marks nothing', async () => {
    const eventType = 'Bounce';
    expect(await told({ eventType, mail: {} })).toEqual({ lost: true, marked: false });
    const tags = { run: ['../x'], turn: ['-1'], gate: ['CONFIRM'], approver: ['mei'] };
    expect(await told({ eventType, mail: { tags } })).toEqual({ lost: true, marked: false });
    expect(await told({ eventType }, 'stranger')).toEqual({ lost: true, marked: false });
  });

  it('twenty events at once mark it once for each reason', async () => {
    const events = Array.from({ length: 20 }, (_, n) => told({ eventType: n % 2 ? 'Complaint' : 'Reject' }));
    const marks = (await Promise.allSettled(events)).filter(
      (one) => one.status === 'fulfilled' && (one.value as { marked: boolean }).marked,
    );
    expect(marks).toHaveLength(2);
    const { undelivered = [] } = (await bench.gate(run, 3)) ?? {};
    expect(undelivered.map(({ why }) => why).sort()).toEqual(['COMPLAINED', 'REJECTED']);
  });
});
