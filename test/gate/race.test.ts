import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { writer } from '../../lambda/define/runner.ts';
import { defineTool } from '../../lambda/define/tool.ts';
import { readDecision } from '../../lambda/ledger/decision.ts';
import { type GateItem, proposalDigest } from '../../lambda/ledger/gate.ts';
import { ABSENT } from '../../lambda/ledger/items.ts';
import { propose, readWrite } from '../../lambda/ledger/write.ts';
import { write } from '../../lambda/states/write.ts';
import { approve, type Bench, bench, opened, reject } from './bench.ts';
import { openGate, task } from './fixture.ts';

let b: Bench;
/** The title of each act that happened, by its key. */
const happened = new Map<string, string[]>();
beforeAll(async () => {
  b = await bench();
});
afterAll(() => b.close());

const createReviewTask = writer(
  defineTool({
    name: 'create_review_task',
    description: 'as the fixture has it',
    effect: 'WRITE_CONFIRM',
    input: z.object({ title: z.string(), draft_id: z.string() }),
    output: z.object({ id: z.string(), at: z.string() }),
    preview: ({ title }) => ({ act: task.preview.act, title, texts: [] }),
    target: 'keyed',
    timeout: { seconds: 20 },
  }),
  {
    run: async ({ title }, { key, now }) => {
      happened.set(key, [...(happened.get(key) ?? []), title]);
      return { id: `T-${key.slice(0, 8)}`, at: now.toISOString() };
    },
    reconcile: async () => undefined,
  },
);

/** A gate of its own, with its act proposed in the ledger as `ask` leaves it. */
async function asked(
  turn: number,
  more: Partial<GateItem> = {},
): Promise<{ gate: GateItem; digest: string }> {
  const key = String(turn).padStart(64, '0');
  const act = { tool: task.tool, key, args: task.args, injected: {} };
  const digest = proposalDigest(act);
  const gate: GateItem = {
    ...openGate,
    ...more,
    turn,
    pk: `GATE#${openGate.run}#${String(turn).padStart(4, '0')}#CONFIRM`,
    proposals: [{ ...task, ...act, digest }],
  };
  await b.items.put(gate, ABSENT);
  await propose(b.items, {
    ...act,
    digest,
    gate: gate.pk,
    for: {
      run: gate.run,
      workflow: gate.workflow,
      businessDate: gate.businessDate,
      startedAt: gate.openedAt,
    },
    clockOffsetMs: 0,
    executeBy: gate.executeBy,
  });
  return { gate, digest };
}

/** What the machine does next, whatever the callback said: the write's own state reads the decision. */
const carryOut = (gate: GateItem) =>
  write(
    { run: gate.run, turn: gate.turn, index: 0, kind: 'CONFIRM' },
    {
      items: b.items,
      clock: { now: () => opened },
      writers: [createReviewTask],
      http: { text: () => Promise.reject(new Error('nothing is read here')) } as never,
      settings: {},
      deadline: () => new AbortController().signal,
    },
  );
const effects = (gate: GateItem) => happened.get(gate.proposals[0]?.key ?? '') ?? [];

describe('two approvers', () => {
  it('race fifty times, one to approve and one to reject: the effect is the decision’s, each time', async () => {
    const won = { APPROVED: 0, REJECTED: 0 };
    for (let round = 0; round < 50; round += 1) {
      const { gate, digest } = await asked(100 + round);
      const answers = [
        () => b.postTo(gate, approve(digest), round % 2),
        () => b.postTo(gate, reject(digest), 1 - (round % 2)),
      ];
      if (round % 3 === 0) answers.reverse();
      const statuses = (await Promise.all(answers.map((answer) => answer()))).map(({ status }) => status);
      expect(statuses.sort()).toEqual([303, 409]);
      await carryOut(gate);
      const ruling = (await readDecision(b.items, gate))?.rulings[0]?.ruling as 'APPROVED' | 'REJECTED';
      won[ruling] += 1;
      expect(effects(gate)).toEqual(ruling === 'APPROVED' ? ['Review the morning brief of 30 Nov 2026'] : []);
      expect((await readWrite(b.items, gate.proposals[0]?.key ?? ''))?.state).toBe(
        ruling === 'APPROVED' ? 'SUCCEEDED' : 'PROPOSED',
      );
    }
    // both ways were seen, or the race was none
    expect(won.APPROVED).toBeGreaterThan(0);
    expect(won.REJECTED).toBeGreaterThan(0);
  });

  it('are both needed for a quorum of two: one person twice, in two tabs, has no effect', async () => {
    const { gate, digest } = await asked(200, { quorum: 2 });
    const twice = await Promise.all([
      b.postTo(gate, approve(digest)),
      b.postTo(gate, approve(digest)),
      b.postTo(gate, approve(digest)),
    ]);
    expect(twice.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await readDecision(b.items, gate)).toBeUndefined();
    expect(await carryOut(gate)).toMatchObject({ outcome: 'REFUSED' });
    expect(effects(gate)).toEqual([]);
    expect((await b.postTo(gate, approve(digest), 1)).status).toBe(303);
    await carryOut(gate);
    await carryOut(gate);
    expect(effects(gate)).toEqual(['Review the morning brief of 30 Nov 2026']);
  });
});
