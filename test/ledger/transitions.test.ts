import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordCall, recordFact } from '../../lambda/ledger/call.ts';
import { callbackOf, decide, readDecision } from '../../lambda/ledger/decision.ts';
import { type GateItem, noteGate, openGate, readGate } from '../../lambda/ledger/gate.ts';
import { ABSENT, type Items } from '../../lambda/ledger/items.ts';
import { type RunItem, readRecord, runKey } from '../../lambda/ledger/record.ts';
import {
  beginRun,
  claimFirstTurn,
  claimTurn,
  condemn,
  endRun,
  type NewRun,
  recordTurn,
  setControl,
  skipRun,
} from '../../lambda/ledger/run.ts';
import { ledgerTasks, reviewTask } from '../../lambda/ledger/tasks.ts';
import {
  claimWrite,
  propose,
  readWrite,
  reclaimWrite,
  recordWrite,
  settleWrite,
  type WriteItem,
  withdraw,
  writeKey,
} from '../../lambda/ledger/write.ts';
import { TABLES, type Table } from './tables.ts';

describe.each(TABLES)('the ledger over %s', (_, open) => {
  let table: Table;
  let items: Items;
  let last = 0;
  let run = '';
  let key = '';
  beforeAll(async () => {
    table = await open();
  });
  afterAll(() => table.close());
  beforeEach(() => {
    items = table.connect();
    last += 1;
    run = `morning-brief-${last}`;
    key = `key-${last}`;
  });

  describe('a run', () => {
    const fresh = (executionArn = 'arn:mine'): NewRun => ({
      run,
      workflow: 'morning-brief',
      businessDate: '2026-11-30',
      executionArn,
      trigger: 'manual',
      input: {},
      model: 'scripted-model',
      startedAt: '2026-11-29T23:00:00.000Z',
      clockOffsetMs: 0,
    });
    const stands = async () => (await items.get(runKey(run))) as RunItem;
    const begun = async () => (await beginRun(items, fresh())).run;
    const claim = (from: RunItem, n: number, more: object = {}) =>
      claimTurn(items, from, { n, spent: 0, reserve: 10, budget: 100, ...more });

    it('begins once; the execution that began it finds it its own, another does not', async () => {
      const all = await Promise.all(['arn:a', 'arn:b', 'arn:c'].map((arn) => beginRun(items, fresh(arn))));
      const winner = (await stands()).executionArn;
      expect(all.map(({ mine }) => mine)).toEqual(['arn:a', 'arn:b', 'arn:c'].map((arn) => arn === winner));
      expect((await beginRun(items, fresh(winner))).mine).toBe(true);
      expect((await beginRun(items, fresh('arn:d'))).mine).toBe(false);
    });

    it('is skipped only where there is none', async () => {
      await skipRun(items, fresh(), 'STALE', 'too late');
      expect(await stands()).toMatchObject({ state: 'SKIPPED', code: 'STALE' });
      expect((await beginRun(items, fresh('arn:other'))).mine).toBe(false);
      await skipRun(items, fresh(), 'OTHER', 'again');
      expect(await stands()).toMatchObject({ code: 'STALE' });
    });

    it('claims turns one after another, each again after a crash, up to eight times', async () => {
      let at = (await claimFirstTurn(items, run).then(() => begun())) as RunItem;
      expect(at).toMatchObject({ turn: 0, attempt: 0 });
      at = (await claimFirstTurn(items, run)) ?? at;
      expect(at).toMatchObject({ turn: 1, attempt: 1 });
      expect(await claimFirstTurn(items, run)).toBeUndefined();
      for (const attempt of [2, 3, 4, 5, 6, 7, 8]) {
        const again = await claim(at, 1);
        expect(again).toMatchObject({ claimed: true, run: { turn: 1, attempt } });
        at = again.claimed ? again.run : at;
      }
      expect(await claim(at, 1)).toEqual({ claimed: false, why: 'TURN_ATTEMPTS' });
      expect(await claim(at, 2)).toMatchObject({ claimed: true, run: { turn: 2, attempt: 1 } });
    });

    it('gives a turn to one of many who want it at once, and leaves none out or back', async () => {
      const at = await begun();
      const claims = await Promise.allSettled(Array.from({ length: 8 }, () => claim(at, 1)));
      expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const refused = claims.flatMap((each) => (each.status === 'rejected' ? [each.reason.name] : []));
      expect(refused).toEqual(Array(7).fill('TurnInFlight'));
      await expect(claim(await stands(), 3)).rejects.toMatchObject({ name: 'TurnInFlight' });
      await expect(claim(await stands(), 0)).rejects.toMatchObject({ name: 'TurnInFlight' });
      expect(await stands()).toMatchObject({ turn: 1, attempt: 1 });
    });

    it('claims no turn that its tokens do not pay for', async () => {
      const at = await begun();
      expect(await claim(at, 1, { spent: 91, reserve: 10 })).toEqual({
        claimed: false,
        why: 'BUDGET_TOKENS',
      });
      expect(await claim(at, 1, { spent: 90, reserve: 10 })).toMatchObject({
        claimed: true,
        run: { spent: 90 },
      });
    });

    it('claims no turn while it is paused, being cancelled, or over', async () => {
      const at = await begun();
      expect(await setControl(items, run, 'PAUSE')).toBe(true);
      expect(await claim(at, 1)).toEqual({ claimed: false, why: 'PAUSED' });
      expect(await claimFirstTurn(items, run)).toBeUndefined();
      expect(await setControl(items, run, 'RUN')).toBe(true);
      expect(await setControl(items, run, 'CANCEL')).toBe(true);
      expect(await claim(at, 1)).toEqual({ claimed: false, why: 'CANCELLED' });
      expect(await setControl(items, run, 'RUN')).toBe(false);
      expect(await setControl(items, run, 'PAUSE')).toBe(false);
      expect(await setControl(items, run, 'CANCEL')).toBe(true);
      await endRun(items, at, { state: 'CANCELLED', endedAt: '2026-11-30T00:00:00.000Z' });
      expect(await claim(at, 1)).toEqual({ claimed: false, why: 'NOT_RUNNING' });
      expect(await setControl(items, run, 'CANCEL')).toBe(false);
    });

    it('ends once, by its own execution', async () => {
      const at = await begun();
      const end = (state: 'DONE' | 'FAILED', item = at) =>
        endRun(items, item, { state, endedAt: '2026-11-30T00:00:00.000Z' });
      expect(await end('FAILED', { ...at, executionArn: 'arn:other' })).toMatchObject({ state: 'RUNNING' });
      const ends = await Promise.all([end('DONE'), end('FAILED'), end('DONE')]);
      const { state } = await stands();
      expect(ends.map((each) => each.state)).toEqual([state, state, state]);
      await end(state === 'DONE' ? 'FAILED' : 'DONE');
      expect((await stands()).state).toBe(state);
    });

    it('is condemned once, for the first reason, and not when it is over', async () => {
      const at = await begun();
      await condemn(items, run, { code: 'STALE', message: 'old' });
      await condemn(items, run, { code: 'REFUSED', message: 'no' });
      expect((await stands()).failure).toEqual({ code: 'STALE', message: 'old' });
      await endRun(items, at, { state: 'FAILED', code: 'STALE', endedAt: '2026-11-30T00:00:00.000Z' });
      await condemn(items, run, { code: 'LATE', message: 'late' });
      expect((await stands()).failure).toEqual({ code: 'STALE', message: 'old' });
    });

    it('keeps the first answer of a turn, to the byte', async () => {
      await begun();
      const turn = {
        turn: 1,
        visit: 1,
        stage: 'PLANNING',
        sent: '[{"type":"text","text":"雨 \u2028"}]',
        content: '[ {"type":"text","text":"e\u0301"} ]',
        stopReason: 'end_turn',
        usage: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
        text: 'é',
        calls: [],
        next: { to: 'READ' as const },
        ended: false,
        via: 'read',
        at: '2026-11-29T23:00:01.000Z',
      };
      expect(await recordTurn(items, run, turn)).toMatchObject(turn);
      expect(await recordTurn(items, run, { ...turn, text: 'another' })).toMatchObject(turn);
      const { turns } = await readRecord(items, run);
      expect(turns).toHaveLength(1);
      expect(turns[0]).toMatchObject(turn);
    });

    it('keeps the first final answer of a call; one that may come again gives way', async () => {
      await begun();
      const at = '2026-11-29T23:00:02.000Z';
      const passing = { kind: 'transient', code: 'HTTP_503', message: 'busy', retryable: true } as const;
      const record = (result: Parameters<typeof recordCall>[2]['result'], index = 0) =>
        recordCall(items, run, { turn: 1, index, result, at });
      expect(await record({ ok: false, key: 'k', error: passing })).toMatchObject({ standing: 'transient' });
      expect(await record({ ok: true, key: 'k', data: { n: 1 } })).toMatchObject({ standing: 'final' });
      expect(await record({ ok: true, key: 'k', data: { n: 2 } })).toMatchObject({
        result: { data: { n: 1 } },
      });
      expect(await record({ ok: false, key: 'k', error: passing })).toMatchObject({
        result: { data: { n: 1 } },
      });
      const { calls } = await readRecord(items, run);
      expect(calls).toHaveLength(1);
    });

    it('keeps a result of 600 KB out, in bytes and not in characters, and says so in its place', async () => {
      await begun();
      const data = '雨'.repeat(200_000);
      const kept = await recordCall(items, run, {
        turn: 1,
        index: 0,
        result: { ok: true, key: 'k', data },
        at: 'now',
      });
      expect(kept.result).toMatchObject({
        ok: false,
        key: 'k',
        error: { kind: 'parameter', code: 'RESULT_TOO_LARGE' },
      });
    });

    it('judges a fact once', async () => {
      await begun();
      const fact = {
        name: 'weather',
        id: 'weather-0001-0',
        value: { temperatureC: 27 },
        tool: 'get_hko_weather',
        turn: 1,
        index: 0,
        callKey: 'k',
        from: {},
        verdict: { ok: true } as const,
        at: 'now',
      };
      await recordFact(items, run, fact);
      const late = { ...fact, verdict: { ok: false, code: 'STALE', message: 'old by now' } as const };
      expect((await recordFact(items, run, late)).verdict).toEqual({ ok: true });
    });
  });

  describe('a gate', () => {
    const gate = (token: string): Parameters<typeof openGate>[1] => ({
      run,
      turn: 3,
      kind: 'CONFIRM',
      workflow: 'morning-brief',
      businessDate: '2026-11-30',
      openedAt: '2026-11-29T23:04:00.000Z',
      decideBy: '2026-11-30T04:00:00.000Z',
      executeBy: '2026-11-30T04:30:00.000Z',
      clockOffsetMs: 0,
      approvers: [{ id: 'mei', name: 'Mei', email: 'mei@ops.example', lang: 'tc' }],
      quorum: 1,
      roundsLeft: 2,
      proposals: [
        {
          index: 0,
          tool: 'create_review_task',
          key,
          digest: 'd'.repeat(64),
          args: { title: token },
          injected: {},
          preview: { act: { en: 'Create', tc: '建立', sc: '创建' }, title: 'T', texts: [] },
          editable: {},
          standing: 'open',
        },
      ],
      exhibit: { figures: [], notices: [] },
      moments: [],
      model: 'scripted-model',
      token,
    });
    const ref = () => ({ run, turn: 3, kind: 'CONFIRM' as const });
    const by = (approver: string) => ({ approver, name: approver, how: 'link' as const });
    const ruling = (ruled: 'APPROVED' | 'REJECTED') => ({ index: 0, ruling: ruled, shown: 'd', digest: 'd' });

    it('is frozen by the first who opens it; whoever comes again brings a token, nothing else', async () => {
      expect(await openGate(items, gate('AQC+/first=='))).toMatchObject({ asked: 1, mails: [] });
      const again = await openGate(items, gate('AQC+/second=='));
      expect(again).toMatchObject({
        asked: 2,
        token: 'AQC+/second==',
        proposals: [{ args: { title: 'AQC+/first==' } }],
      });
      expect(await readGate(items, ref())).toMatchObject({ token: 'AQC+/second==' });
    });

    it('stands on the open list until the machine is told', async () => {
      const opened = await openGate(items, gate('t'));
      const listed = async () =>
        (await items.list('GATE', { limit: 1_000 })).items.filter((item) => item.run === run);
      expect(await listed()).toHaveLength(1);
      await noteGate(items, opened, { mails: [{ to: 'mei', kind: 'ask', at: 'now', messageId: 'm' }] });
      expect(await listed()).toHaveLength(1);
      await noteGate(items, opened, { resumedAt: '2026-11-29T23:06:00.000Z' });
      expect(await listed()).toEqual([]);
      expect(await readGate(items, ref())).toMatchObject({
        mails: [{ to: 'mei' }],
        resumedAt: '2026-11-29T23:06:00.000Z',
      });
    });

    it('is not made by noting something about it', async () => {
      await noteGate(items, ref(), { resumedAt: 'now' });
      expect(await readGate(items, ref())).toBeUndefined();
    });

    it('is decided once, for good: of many who decide at once all are told the same', async () => {
      const opened: GateItem = await openGate(items, gate('t'));
      const put = (approver: string, ruled: 'APPROVED' | 'REJECTED') =>
        decide(items, opened, { outcome: 'DECIDED', rulings: [ruling(ruled)], by: by(approver), at: 'now' });
      const all = await Promise.all([
        put('a', 'APPROVED'),
        put('b', 'REJECTED'),
        put('c', 'APPROVED'),
        decide(items, opened, { outcome: 'EXPIRED', rulings: [], by: by('clock'), at: 'now' }),
      ]);
      expect(all.filter(({ mine }) => mine)).toHaveLength(1);
      const stands = await readDecision(items, ref());
      expect(all.map(({ decision }) => decision.by.approver)).toEqual(Array(4).fill(stands?.by.approver));
      await put('d', 'REJECTED');
      expect(await readDecision(items, ref())).toEqual(stands);
    });

    it('lets run what was approved and nothing else', async () => {
      const opened = await openGate(items, gate('t'));
      const put = { outcome: 'DECIDED', rulings: [ruling('APPROVED')], by: by('a'), at: 'now' } as const;
      const { decision } = await decide(items, opened, put);
      const of = (ruled: 'APPROVED' | 'REJECTED') =>
        callbackOf({ ...decision, rulings: [ruling(ruled)] }, opened);
      expect(of('APPROVED')).toEqual({ verdict: 'WRITE', writes: [0] });
      expect(of('REJECTED')).toEqual({ verdict: 'CLOSE', writes: [] });
    });
  });

  describe('a write', () => {
    const mine = 'GATE#mine';
    const act = (key: string, gate = mine): Parameters<typeof propose>[1] => ({
      key,
      tool: 'create_review_task',
      digest: 'shown',
      args: { title: 'T' },
      injected: {},
      gate,
      for: {
        run,
        workflow: 'morning-brief',
        businessDate: '2026-11-30',
        startedAt: '2026-11-29T23:00:00.000Z',
      },
      clockOffsetMs: 0,
      executeBy: '2026-11-30T04:30:00.000Z',
    });
    const LEASE = 1_000;
    const receipt = { id: 'T-1', at: 'now' };
    const failure = { code: 'NO', message: 'no' };
    const claim = { gate: mine, shown: 'shown', digest: 'shown', leaseUntil: LEASE };
    const held = (key: string, leaseUntil = LEASE) =>
      ({ ...act(key), ...writeKey(key), state: 'EXECUTING', leaseUntil }) as WriteItem;

    type State = WriteItem['state'] | 'ABSENT' | 'ANOTHERS';
    const STATES: readonly State[] = [
      'ABSENT',
      'PROPOSED',
      'ANOTHERS',
      'EXECUTING',
      'SUCCEEDED',
      'FAILED',
      'UNKNOWN',
      'CANCELLED',
    ];
    /** Brings the write of this test into a state; ANOTHERS is proposed by another gate. */
    const put = async (key: string, state: State) => {
      if (state === 'ABSENT') return;
      const gate = state === 'ANOTHERS' ? 'GATE#other' : mine;
      const extra = ['EXECUTING', 'UNKNOWN'].includes(state) ? { leaseUntil: LEASE } : {};
      const item = {
        ...act(key, gate),
        ...writeKey(key),
        ...extra,
        state: state === 'ANOTHERS' ? 'PROPOSED' : state,
      };
      await items.put(item, ABSENT);
    };
    const stands = async (key: string): Promise<State> => {
      const write = await readWrite(items, key);
      if (!write) return 'ABSENT';
      return write.state === 'PROPOSED' && write.gate !== mine ? 'ANOTHERS' : write.state;
    };

    /** What each transition leaves behind, for every state it may find, in the order of STATES. Same: it changes nothing. */
    const MOVES: readonly (readonly [
      name: string,
      move: (key: string) => Promise<unknown>,
      becomes: Partial<Record<State, State>>,
    ])[] = [
      [
        'proposing it',
        (key) => propose(items, act(key)),
        { ABSENT: 'PROPOSED', FAILED: 'PROPOSED', CANCELLED: 'PROPOSED' },
      ],
      [
        "proposing it over another gate's",
        (key) => propose(items, act(key), { ...held(key), state: 'PROPOSED', gate: 'GATE#other' }),
        { ANOTHERS: 'PROPOSED' },
      ],
      ['claiming it', (key) => claimWrite(items, { key, ...claim }), { PROPOSED: 'EXECUTING' }],
      ['claiming it by another digest', (key) => claimWrite(items, { key, ...claim, shown: 'edited' }), {}],
      ['claiming it by another gate', (key) => claimWrite(items, { key, ...claim, gate: 'GATE#third' }), {}],
      [
        'claiming it again with the lease that was seen',
        (key) => reclaimWrite(items, held(key), { leaseUntil: 2 * LEASE }),
        { UNKNOWN: 'EXECUTING' },
      ],
      [
        'claiming it again with another lease',
        (key) => reclaimWrite(items, held(key, LEASE + 1), { leaseUntil: 2 * LEASE }),
        {},
      ],
      [
        'recording that it happened',
        (key) => recordWrite(items, held(key), { state: 'SUCCEEDED', receipt }),
        { EXECUTING: 'SUCCEEDED', UNKNOWN: 'SUCCEEDED' },
      ],
      [
        'recording that it failed',
        (key) => recordWrite(items, held(key), { state: 'FAILED', failure }),
        { EXECUTING: 'FAILED' },
      ],
      [
        'recording that nobody knows',
        (key) => recordWrite(items, held(key), { state: 'UNKNOWN', failure }),
        { EXECUTING: 'UNKNOWN' },
      ],
      [
        'recording that it failed, by one whose claim is over',
        (key) => recordWrite(items, held(key, LEASE - 1), { state: 'FAILED', failure }),
        {},
      ],
      [
        'settling it',
        (key) => settleWrite(items, key, receipt),
        { EXECUTING: 'SUCCEEDED', UNKNOWN: 'SUCCEEDED' },
      ],
      ['withdrawing it', (key) => withdraw(items, key, mine), { PROPOSED: 'CANCELLED' }],
      ['withdrawing it for another gate', (key) => withdraw(items, key, 'GATE#third'), {}],
    ];
    it.each(MOVES)('%s moves what it may, and nothing else', async (_name, move, becomes) => {
      const seen = await Promise.all(
        STATES.map(async (state) => {
          const own = `${key}-${state}`;
          await put(own, state);
          await move(own);
          return [state, await stands(own)] as const;
        }),
      );
      const moved = seen.filter(([before, after]) => before !== after);
      expect(Object.fromEntries(moved)).toEqual(becomes);
    });

    it('is claimed by one of many, and keeps its lease and its edit', async () => {
      await propose(items, act(key));
      const edited = { key, ...claim, digest: 'edited', args: { title: 'Edited' } };
      const claims = await Promise.all(
        Array.from({ length: 8 }, (_, n) => claimWrite(items, { ...edited, leaseUntil: LEASE + n })),
      );
      expect(claims.filter(({ won }) => won)).toHaveLength(1);
      const write = await readWrite(items, key);
      expect(write).toMatchObject({ state: 'EXECUTING', digest: 'edited', args: { title: 'Edited' } });
      expect(claims.map((each) => each.write?.leaseUntil)).toEqual(Array(8).fill(write?.leaseUntil));
    });

    it('is claimed or withdrawn, never both', async () => {
      for (let round = 0; round < 6; round++) {
        key = `${key}.`;
        await propose(items, act(key));
        const moves = [claimWrite(items, { key, ...claim }), withdraw(items, key, mine)] as const;
        const [claimed] = await Promise.all(moves);
        expect(await stands(key)).toBe(claimed.won ? 'EXECUTING' : 'CANCELLED');
      }
    });

    it('that an edit changed is not changed back by being proposed again by its own gate', async () => {
      await propose(items, act(key));
      await claimWrite(items, { key, ...claim, digest: 'edited', args: { title: 'Edited' } });
      expect((await propose(items, act(key))).write).toMatchObject({ state: 'EXECUTING', digest: 'edited' });
    });
  });

  describe('a review task', () => {
    it('is created once for a key, whatever its title, and marked as reviewed once', async () => {
      const tasks = ledgerTasks(items);
      const at = (minute: number) => new Date(Date.UTC(2026, 10, 29, 23, minute));
      const long = `${'a1b2c3d4'.repeat(7)}${String(last).padStart(8, '0')}`;
      expect(await tasks.find(long)).toBeUndefined();
      const made = await Promise.all(
        [1, 2, 3].map((n) => tasks.createOnce(long, { title: `title ${n}`, body: {} }, at(n))),
      );
      expect(new Set(made.map((receipt) => JSON.stringify(receipt))).size).toBe(1);
      expect(await tasks.createOnce(long, { title: 'later', body: {} }, at(9))).toEqual(made[0]);
      expect(await tasks.find(long)).toEqual(made[0]);
      expect(await reviewTask(items, long, 'first')).toMatchObject({ reviewedAt: 'first' });
      expect(await reviewTask(items, long, 'second')).toMatchObject({ reviewedAt: 'first' });
      expect(await reviewTask(items, 'no such key', 'now')).toBeUndefined();
    });
  });
});
