import { SFNClient } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digest } from '../../lambda/define/json.ts';
import { readDecision } from '../../lambda/ledger/decision.ts';
import { readWrite } from '../../lambda/ledger/write.ts';
import { cancel } from '../../lambda/states/control.ts';
import { sequence } from '../../lib/local/crash/plan.ts';
import {
  call,
  endTurn,
  error,
  maxTokens,
  refusal,
  type Script,
  type Step,
  toolUse,
} from '../../lib/local/messages-api.ts';
import { type Bench, openBench } from './bench.ts';
import { type Answer, hangUp, htmlPage, reportAt, status } from './observatory.ts';
import { decide } from './person.ts';

const RUNS = process.env.HOLDPOINT_FULL === '1' ? 400 : 25;
const SEED = Number(process.env.HOLDPOINT_SEED ?? 20_261_130);

let bench: Bench;
let sfn: SFNClient;
beforeAll(async () => {
  bench = await openBench();
  sfn = new SFNClient({
    region: 'local',
    endpoint: bench.host.stepFunctionsUrl,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
});
afterAll(async () => {
  sfn.destroy();
  await bench.close();
});

/** Draws that are the same for the same seed. */
function dice(seed: number) {
  const next = sequence(seed);
  return {
    chance: (part: number) => next() < part,
    one: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T,
    upTo: (most: number) => 1 + Math.floor(next() * most),
  };
}
type Dice = ReturnType<typeof dice>;

const TITLES = ['早晨簡報 Morning brief', 'Another brief', 'Brief: 27 °C', 'Brief: 31 °C', '明天有雨'];

function anyCall({ one }: Dice) {
  const turn = one([1, 2, 3, 4, 5]);
  const index = one([0, 0, 0, 1]);
  return one([
    () => call('get_hko_weather', { lang: one(['tc', 'sc', 'en']) }),
    () => call('get_hko_weather', { lang: one(['fr', '', 'tc']) }),
    () =>
      call('draft_bilingual_brief', {
        snapshot_id: `weather-000${turn}-${index}`,
        audience: one(['operations', '99 people']),
      }),
    () => call('create_review_task', { title: one(TITLES), draft_id: `draft-000${turn}-${index}` }),
    () => call('create_review_task', { title: one(TITLES), draft_id: `draft-000${turn}-0` }),
    () => call('send_email', { to: 'everybody' }),
  ])();
}

/** A model that works, and now and then does anything at all. */
const model =
  (dice: Dice): Script =>
  (body, attempt) => {
    const { chance, one, upTo } = dice;
    if (chance(0.6)) return bench.diligent(body, attempt);
    return one<() => Step>([
      () => toolUse(...Array.from({ length: upTo(4) }, () => anyCall(dice))),
      () => toolUse('Here is what I do.', ...Array.from({ length: upTo(2) }, () => anyCall(dice))),
      () => endTurn('Done. The task was created and it is 99 °C.'),
      () => endTurn(),
      () => maxTokens('Once upon', anyCall(dice)),
      () => refusal('cyber'),
      () => error(one([429, 529, 500])),
    ])();
  };

const feed =
  ({ chance, one }: Dice) =>
  (lang: 'en' | 'tc' | 'sc'): Answer => {
    const now = bench.time.timers.now();
    if (chance(0.7)) return reportAt(lang, now);
    return one<Answer>([
      reportAt(lang, now).replace('"value":27', '"value":31'),
      reportAt(lang, now - 4 * 3_600_000),
      status(503),
      htmlPage,
      hangUp,
    ]);
  };

/** What ends a run badly in these worlds; any other code is a fault of the machine. */
const KNOWN =
  /^(EVIDENCE_MISSING|BUDGET_TURNS|BUDGET_TOKENS|TRUNCATED|EMPTY_ANSWER|REFUSED|OVERLOADED|MODEL_UNAVAILABLE|STALE|TURN_ATTEMPTS)$/;

/** Milliseconds until the gate a run waits at may not be answered any more. */
async function leftOf({ run, steps }: { run: string; steps: number }): Promise<number> {
  const gate = await bench.gate(run, steps);
  return Date.parse(gate?.decideBy ?? '') - bench.time.timers.now();
}

async function liveThrough(seed: number) {
  const draws = dice(seed);
  const date = new Date(Date.UTC(2040, 0, 1 + (seed % 20_000))).toISOString().slice(0, 10);
  bench.feed.answers(feed(draws));
  let standing = await bench.run(date, model(draws));
  const said: string[] = [];
  while (standing.link) {
    const act = draws.one(['APPROVED', 'APPROVED', 'REJECTED', 'CHANGES', 'EXPIRES', 'CANCEL']);
    said.push(act);
    if (act === 'EXPIRES') bench.time.timers.advance((await leftOf(standing)) + 11 * 60_000);
    else if (act === 'CANCEL')
      await cancel({ items: bench.host.items, sfn, clock: bench.host.clock }, standing.run, 'ops');
    else {
      const { status } = await decide(standing.link, act as 'APPROVED', 'a few words');
      // changes may have been asked for too often: then somebody decides
      if (status !== 303) expect((await decide(standing.link, 'REJECTED', 'enough')).status).toBe(303);
    }
    standing = await bench.standing(standing.run);
  }
  const key = digest({ workflow: 'morning-brief', tool: 'create_review_task', identity: { brief: date } });
  const record = await bench.record(standing.run);
  const decisions = await Promise.all(
    record.turns.map(({ turn }) =>
      readDecision(bench.host.items, { run: standing.run, turn, kind: 'CONFIRM' }),
    ),
  );
  return {
    standing,
    said,
    record,
    write: await readWrite(bench.host.items, key),
    task: await bench.host.items.get({ pk: `TASK#${key}`, sk: 'TASK' }),
    approvals: decisions
      .flatMap((decision) => decision?.rulings ?? [])
      .filter(({ ruling }) => ruling === 'APPROVED').length,
    open: (await bench.host.items.list('GATE', { limit: 1_000 })).items.filter(
      ({ run }) => run === standing.run,
    ),
    mails: (await bench.mailsAbout(standing.run)).filter(({ subject }) => subject.startsWith('No ')).length,
    largest: Math.max(
      ...bench.time.events(standing.run).map((event) => Buffer.byteLength(JSON.stringify(event))),
    ),
  };
}

describe('whatever a model, a feed and a person do', () => {
  it.each(Array.from({ length: RUNS }, (_, n) => SEED + n))(
    'world %i keeps its promises',
    { timeout: 60_000 },
    async (seed) => {
      const { standing, said, record, write, task, approvals, open, mails, largest } =
        await liveThrough(seed);
      const { state, code = '' } = standing;
      const story = `${state} ${code} after ${said.join(', ') || 'no gate'} (${record.turns.length} turns): ${standing.message ?? ''}`;

      expect(['DONE', 'REJECTED', 'EXPIRED', 'CANCELLED', 'FAILED'], story).toContain(state);
      if (state === 'FAILED') expect(code, story).toMatch(KNOWN);
      // no effect without an approval, none twice, and none left hanging
      if (task) expect(approvals, story).toBe(1);
      expect(task !== undefined, story).toBe(write?.state === 'SUCCEEDED');
      expect([undefined, 'SUCCEEDED', 'CANCELLED', 'FAILED'], story).toContain(write?.state);
      if (state === 'DONE') expect(task, story).toBeDefined();
      if (state === 'REJECTED' || state === 'EXPIRED') expect(task, story).toBeUndefined();
      expect(open, story).toEqual([]);
      // whoever must know is told, once
      expect(mails, story).toBe(['FAILED', 'EXPIRED', 'CANCELLED'].includes(state) ? 2 : 0);
      expect(largest, story).toBeLessThan(16_000);
    },
  );
});
