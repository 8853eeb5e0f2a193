import { describe, expect, it } from 'vitest';
import type { Mail } from '../../lambda/gate/mail.ts';
import { readGate } from '../../lambda/ledger/gate.ts';
import { memoryItems } from '../../lambda/ledger/memory-items.ts';
import { beginRun } from '../../lambda/ledger/run.ts';
import { ask } from '../../lambda/states/ask.ts';
import { workflowNamed } from '../../lambda/workflows/registry.ts';

const RUN = 'morning-brief-2026-11-30';
const NOW = '2026-11-29T23:00:00.000Z';

/** Puts the run up for its nth look before its first turn; what was mailed. */
async function look(nth: number) {
  const items = memoryItems();
  const mails: Mail[] = [];
  await beginRun(items, {
    run: RUN,
    workflow: 'morning-brief',
    businessDate: '2026-11-30',
    executionArn: 'arn:1',
    trigger: 'manual',
    input: { lang: 'tc', audience: 'operations' },
    model: 'scripted',
    startedAt: NOW,
    clockOffsetMs: 0,
  });
  const asked = ask(
    {
      run: RUN,
      turn: 0,
      kind: 'REVIEW',
      nth,
      times: {
        nth,
        decideBy: '2026-11-30T04:00:00.000Z',
        executeBy: '2026-11-30T04:30:00.000Z',
        seconds: 60,
      },
      token: 'token',
    },
    {
      items,
      clock: { now: () => new Date(NOW) },
      workflow: workflowNamed,
      mailer: {
        send: async (mail) => {
          mails.push(mail);
          return { messageId: 'm-1' };
        },
      },
      baseUrl: 'https://gate.example.com',
      keys: { current: Buffer.alloc(32, 7) },
      approvers: [{ id: 'mei', name: 'Mei', email: 'mei@ops.example', lang: 'en' }],
    },
  );
  return { asked, mails, gate: () => readGate(items, { run: RUN, turn: 0, kind: 'REVIEW', nth }) };
}

describe('a run that is stopped for a look before one and the same turn', () => {
  it('is put up the hundredth time', async () => {
    const { asked, mails, gate } = await look(100);
    await asked;
    expect(mails.map(({ to }) => to)).toEqual(['mei@ops.example']);
    expect(await gate()).toMatchObject({ nth: 100, token: 'token' });
  });

  it('is put up no more after that: it fails by name, and nobody is written to', async () => {
    const { asked, mails, gate } = await look(101);
    await expect(asked).rejects.toMatchObject({ name: 'TooManyLooks' });
    expect(mails).toEqual([]);
    expect(await gate()).toBeUndefined();
  });
});
