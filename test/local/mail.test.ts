import { MessageRejected, SESv2Client } from '@aws-sdk/client-sesv2';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readWrite } from '../../lambda/ledger/write.ts';
import { type Bench, openBench } from './bench.ts';
import { decide } from './person.ts';

const person = (id: string, email: string) => ({ id, name: id, email, lang: 'en' });

let bench: Bench;
beforeAll(async () => {
  // Of the form of an address, and longer before the @ than any mail service takes.
  const approvers = [person('mei', 'mei@ops.example'), person('gone', `${'gone'.repeat(17)}@ops.example`)];
  bench = await openBench({ env: { APPROVERS: JSON.stringify(approvers) } });
});
afterAll(() => bench.close());
afterEach(() => vi.restoreAllMocks());

/** The service fails so many requests before it works. */
function sesFails(times: number, failure: () => Error): { readonly asked: () => number } {
  let asked = 0;
  const real = SESv2Client.prototype.send as (...args: unknown[]) => unknown;
  vi.spyOn(SESv2Client.prototype, 'send').mockImplementation(async function (
    this: SESv2Client,
    ...args: unknown[]
  ) {
    asked += 1;
    if (asked <= times) throw failure();
    return real.apply(this, args);
  } as never);
  return { asked: () => asked };
}
const failing = (name: string, $fault: string) => () => Object.assign(new Error('as told'), { name, $fault });

describe('the mail that asks', () => {
  it('reaches one approver though another has an address nobody can write to', async () => {
    const parked = await bench.run('2030-05-02');
    expect(parked.state).toBe('WAITING_CONFIRM');
    expect((await bench.mailsAbout(parked.run)).map(({ destination }) => destination.to)).toEqual([
      ['mei@ops.example'],
    ]);
    expect((await decide(parked.link ?? '', 'APPROVED')).status).toBe(303);
    expect((await bench.standing(parked.run)).state).toBe('DONE');
  });

  it.each([
    ['is at its rate', 'TooManyRequestsException', 'client'],
    ['has trouble of its own', 'InternalFailure', 'server'],
  ] as const)('goes out later when the service %s: one gate, one mail', async (_, name, $fault) => {
    const service = sesFails(4, failing(name, $fault));
    const parked = await bench.run(name === 'InternalFailure' ? '2030-05-03' : '2030-05-06');
    expect(parked).toMatchObject({ state: 'WAITING_CONFIRM', steps: 3 });
    expect(service.asked()).toBeGreaterThan(4);
    expect(await bench.mailsAbout(parked.run)).toHaveLength(1);
  });

  it('never goes out: the run ends and says so, nothing is left proposed, and the date can be run again', async () => {
    const before = (await bench.tasks()).length;
    sesFails(100, () => new MessageRejected({ $metadata: {}, message: 'not verified' }));
    const end = await bench.run('2030-05-07');
    expect(end).toMatchObject({ state: 'FAILED', code: 'MAIL_REFUSED', steps: 3, text: '' });
    const gate = await bench.gate(end.run, 3);
    expect(await readWrite(bench.host.items, gate?.proposals[0]?.key ?? '')).toMatchObject({
      state: 'CANCELLED',
    });
    expect(await bench.decision(end.run, 3)).toMatchObject({ outcome: 'CANCELLED' });

    vi.restoreAllMocks();
    const again = await bench.run('2030-05-07', undefined, { rerun: 2 });
    expect(again).toMatchObject({ state: 'WAITING_CONFIRM', steps: 3 });
    expect((await decide(again.link ?? '', 'APPROVED')).status).toBe(303);
    expect((await bench.standing(again.run)).state).toBe('DONE');
    expect(await bench.tasks()).toHaveLength(before + 1);
  });
});
