import { request } from 'node:http';
import { SFNClient } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDecision } from '../../lambda/ledger/decision.ts';
import { readGate } from '../../lambda/ledger/gate.ts';
import { ABSENT, type Item } from '../../lambda/ledger/items.ts';
import { readWrite } from '../../lambda/ledger/write.ts';
import { consoleSite } from '../../lib/local/console/console.tsx';
import { call, endTurn, inOrder, refusal, toolUse } from '../../lib/local/messages-api.ts';
import { dynamoTable, type Table } from '../gate/tables.ts';
import { type Bench, openBench } from './bench.ts';
import { decide, filled, formOf, send } from './person.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

let day = 0;
const freshDate = () => new Date(Date.UTC(2036, 0, ++day)).toISOString().slice(0, 10);
const get = (path: string) => fetch(`${bench.host.url}${path}`);
const page = async (path: string) => (await get(path)).text();
const act = (run: string, verb: string, headers: Record<string, string> = {}) =>
  fetch(`${bench.host.url}/console/runs/${run}/${verb}`, { method: 'POST', redirect: 'manual', headers });
const textOf = (html: string) =>
  html
    .replace(/<(style|script|title)>.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

describe('a thousand runs', () => {
  let table: Table;
  const machines = { definitionOf: async () => undefined, statesOf: async () => [] };
  const list = async (query = '') => {
    const before = table.requests();
    const clock = { now: () => new Date('2036-01-01T00:00:00Z') };
    const sfn = {} as SFNClient;
    const site = consoleSite({ items: table.items, sfn, clock, machines, watch: () => () => {}, dry: false });
    const answer = await site.request(`/${query}`);
    const html = await answer.text();
    return {
      status: answer.status,
      html,
      requests: table.requests() - before,
      runs: [...html.matchAll(/class="name">([^<]+)</g)].map(([, run]) => run),
      older: /href="([^"]+)">Older runs/.exec(html)?.[1]?.replaceAll('&amp;', '&').replace('/console', ''),
    };
  };
  beforeAll(async () => {
    table = await dynamoTable();
    const OUTCOMES = ['DONE', 'DONE', 'DONE', 'REJECTED', 'FAILED', 'EXPIRED', 'CANCELLED', 'SKIPPED'];
    const write = (n: number) => {
      const at = new Date(Date.UTC(2033, 0, 1, 23) + n * 86_400_000).toISOString();
      const date = new Date(Date.UTC(2033, 0, 2) + n * 86_400_000).toISOString().slice(0, 10);
      const run = `morning-brief-${date}`;
      const state = n >= 940 ? 'RUNNING' : OUTCOMES[n % 8];
      const item: Item = {
        ...{ pk: `RUN#${run}`, sk: 'RUN', run, workflow: 'morning-brief', businessDate: date, state, at },
        ...{
          startedAt: at,
          trigger: 'schedule',
          control: 'RUN',
          list: state === 'RUNNING' ? 'RUNNING' : 'RUN',
        },
        ...(state === 'FAILED' ? { code: 'EVIDENCE_MISSING', message: 'no receipt' } : {}),
      };
      return table.items.put(item, ABSENT);
    };
    for (let n = 0; n < 1000; n += 50) await Promise.all(Array.from({ length: 50 }, (_, i) => write(n + i)));
  });
  afterAll(() => table.close());

  it('are listed fifty at a time, running ones first, in one or two requests a page, none twice, none lost', async () => {
    const seen: (string | undefined)[] = [];
    let next: string | undefined = '';
    for (let pages = 0; next !== undefined && pages < 30; pages += 1) {
      const found = await list(next);
      expect(found.status).toBe(200);
      expect(found.requests).toBeLessThanOrEqual(2);
      expect(found.runs.length).toBeLessThanOrEqual(50);
      seen.push(...found.runs);
      next = found.older;
    }
    expect(seen).toHaveLength(1000);
    expect(new Set(seen).size).toBe(1000);
    expect((await list()).html).toContain('Friday, 28 September 2035');
    expect((await list()).runs[0]).toBe('morning-brief-2035-09-28');
  });

  it('are found by day, outcome and words, in a handful of requests', async () => {
    const day = await list('?day=2033-01-06');
    expect(day.runs).toEqual(['morning-brief-2033-01-06']);
    expect(day.requests).toBeLessThanOrEqual(7);
    const failed = await list('?outcome=FAILED&text=evidence_missing');
    expect(failed.runs.length).toBeGreaterThanOrEqual(50);
    expect(failed.html).toContain('EVIDENCE_MISSING: no receipt');
    expect(failed.html).not.toContain('badge DONE');
    expect(failed.requests).toBeLessThanOrEqual(5);
    expect(failed.older).toContain('outcome=FAILED');
    let all = failed.runs.length;
    for (let { older } = failed; older; ) {
      const page = await list(older);
      all += page.runs.length;
      older = page.older;
    }
    expect(all).toBe(117);
    expect((await list('?outcome=RUNNING')).runs).toHaveLength(60);
    expect((await list('?text=no-such-thing')).html).toContain('No run fits.');
  });

  it('have no page that none of their pages led to: a made-up place is told so', async () => {
    for (const after of ['x', 'RUN.eyJ', 'RUN.bm90IGpzb24']) {
      const answer = await list(`?after=${after}`);
      expect(answer.status).toBe(400);
      expect(answer.html).toContain('Not a page of this list');
    }
  });
});

describe('the page of a run', () => {
  const drawn = (html: string) => /aria-label="([^"]*states taken: [^"]*)"/.exec(html)?.[1] ?? '';

  it('shows the machine, its path and where it is; and after the end the outcome, decision, receipt and cost', async () => {
    const { run, link = '' } = await bench.run(freshDate());
    const waiting = await page(`/console/runs/${run}`);
    expect(drawn(waiting)).toBe(
      'now in WAITING_CONFIRM; states taken: ADMIT, ADMITTED, PLANNING, PLANNING_TURN, READ_ONLY, VALIDATE, VALIDATED, PLANNING, PLANNING_TURN, READ_ONLY, VALIDATE, VALIDATED, PLANNING, PLANNING_TURN, WAITING_CONFIRM',
    );
    expect(waiting).toMatch(
      /<g class="state visited current RUNNING"><rect[^>]*><\/rect><text[^>]*>WAITING_CONFIRM/,
    );
    expect(textOf(waiting)).toContain('Waiting for a decision Approver');
    expect(textOf(waiting)).toMatch(/OPEN until 2 May 2030, 12:00/);

    expect((await decide(link, 'APPROVED')).status).toBe(303);
    expect((await bench.standing(run)).state).toBe('DONE');
    const html = await page(`/console/runs/${run}`);
    expect(drawn(html)).toMatch(/^ended DONE; states taken: ADMIT, .*WRITE, .*FINISH, ENDED, DONE$/);
    expect(html).toMatch(/<g class="state visited current DONE">/);
    const text = textOf(html);
    for (const words of [
      'Approver: APPROVED',
      'create_review_task was done',
      'create_review_task SUCCEEDED',
      'weather-0001-0 valid get_hko_weather',
      'Turn 4 PLANNING: last words',
      'Ended DONE',
      'cost not known',
    ])
      expect(text).toContain(words);
    expect(text).toMatch(
      /Turn 3, PLANNING .*A person was asked .*APPROVED .*was done .*Turn 4, PLANNING .*Ended DONE/,
    );
    expect(text).not.toContain('Cancel this run');
    // of the gate's secrets it has none
    const gate = await readGate(bench.host.items, { run, turn: 3, kind: 'CONFIRM' });
    expect(html).not.toContain(gate?.token ?? 'no gate');
    expect(html).not.toContain(link.split('/g/')[1] ?? 'no link');
  });

  it.each<[string, string, () => Promise<string>]>([
    [
      'REJECTED',
      'a person said no: not today',
      async () => {
        const { run, link = '' } = await bench.run(freshDate());
        await decide(link, 'REJECTED', 'not today');
        return run;
      },
    ],
    [
      'CANCELLED',
      'an operator cancelled it',
      async () => {
        const { run } = await bench.run(freshDate());
        await act(run, 'cancel');
        return run;
      },
    ],
    ['FAILED', 'EVIDENCE_MISSING', async () => (await bench.run(freshDate(), inOrder(endTurn('Done!')))).run],
    [
      'FAILED',
      'REFUSED: the model refused (cyber)',
      async () => (await bench.run(freshDate(), inOrder(refusal('cyber')))).run,
    ],
    [
      'SKIPPED',
      'STALE: it was meant for 2030-05-01, today is 2030-05-02',
      async () => (await bench.run('2030-05-01', undefined, { trigger: 'schedule' })).run,
    ],
  ])('says that it ended %s, and why: %s', async (state, why, make) => {
    const run = await make();
    expect((await bench.standing(run)).state).toBe(state);
    const html = await page(`/console/runs/${run}`);
    expect(html).toContain(`<span class="badge ${state}">${state}</span>`);
    expect(textOf(html)).toContain(why);
    expect(drawn(html)).toMatch(new RegExp(`^ended ${state}; .*, ${state}$`));
    expect(await page(`/console?outcome=${state}`)).toContain(run);
  });

  it('of a run that is not on record says so', async () => {
    const answer = await get('/console/runs/morning-brief-1999-01-01');
    expect(answer.status).toBe(404);
    expect(textOf(await answer.text())).toContain('No such run');
    expect((await act('morning-brief-1999-01-01', 'cancel')).status).toBe(404);
    expect((await act('morning-brief-1999-01-01', 'constructor')).status).toBe(404);
  });
});

describe('an operator at the console', () => {
  it('cancels: link and proposal are dead before the machine is told; a late approval is refused', async () => {
    const { run, link = '' } = await bench.run(freshDate());
    const ref = { run, turn: 3, kind: 'CONFIRM' as const };
    const key = (await readGate(bench.host.items, ref))?.proposals[0]?.key ?? '';
    const approval = filled(await formOf(link), 'APPROVED');
    const sfn = new SFNClient({
      region: 'local',
      endpoint: bench.host.stepFunctionsUrl,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
    let asItWas: unknown;
    sfn.middlewareStack.add(
      (next) => async (args) => {
        const [decision, write] = await Promise.all([
          readDecision(bench.host.items, ref),
          readWrite(bench.host.items, key),
        ]);
        asItWas = [
          decision?.outcome,
          write?.state,
          (await fetch(link, { method: 'POST', body: new URLSearchParams(approval) })).status,
        ];
        return next(args);
      },
      { step: 'initialize', name: 'look' },
    );
    const { items, clock } = bench.host;
    const machines = { definitionOf: async () => undefined, statesOf: async () => [] };
    const site = consoleSite({ items, sfn, clock, machines, watch: () => () => {}, dry: false });
    const answer = await site.request(`/runs/${run}/cancel`, { method: 'POST' });
    expect(answer.headers.get('location')).toBe(`/console/runs/${run}`);
    expect(asItWas).toEqual(['CANCELLED', 'CANCELLED', 410]);
    expect((await bench.standing(run)).state).toBe('CANCELLED');
    expect((await send(link, approval)).status).toBe(410);
    const again = await act(run, 'cancel');
    expect(again.headers.get('location')).toBe(`/console/runs/${run}?not=cancel`);
    expect(textOf(await page(`/console/runs/${run}?not=cancel`))).toContain('It was not cancelled:');
    sfn.destroy();
  });

  it('pauses and resumes: between an approval and its write nothing stops, before the next turn it does', async () => {
    const { run, link = '' } = await bench.run(freshDate());
    expect((await act(run, 'pause')).status).toBe(303);
    expect(await page(`/console/runs/${run}`)).toContain('>Resume<');
    await decide(link, 'APPROVED');
    expect((await bench.standing(run)).state).toBe('PAUSED_FOR_REVIEW');
    expect(textOf(await page('/console/gates'))).toContain('Let morning-brief go on');
    expect((await act(run, 'resume')).status).toBe(303);
    expect((await bench.standing(run)).state).toBe('DONE');
  });

  it('sees open gates, the longest waiting first, and no link to decide by', async () => {
    const first = await bench.run(freshDate());
    bench.time.timers.advance(61_000);
    const second = await bench.run(freshDate());
    const html = await page('/console/gates');
    expect(html.indexOf(first.run)).toBeGreaterThan(0);
    expect(html.indexOf(second.run)).toBeGreaterThan(html.indexOf(first.run));
    expect(textOf(html)).toMatch(/waiting 1 min , since 2 May 2030, 09:0\d/);
    expect(html).not.toContain('/g/');
    for (const { run } of [first, second]) {
      await act(run, 'cancel');
      await bench.standing(run);
    }
  });

  it('is told of every change as it happens', async () => {
    const { run, link = '' } = await bench.run(freshDate());
    const events = await get('/console/events');
    const reader = events.body?.getReader();
    const heard = reader?.read();
    await decide(link, 'REJECTED', 'not today');
    await bench.standing(run);
    expect(new TextDecoder().decode((await heard)?.value)).toContain('data: changed');
    await reader?.cancel();
  });
});

describe('another site', () => {
  it('presses no button here', async () => {
    const { run } = await bench.run(freshDate());
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'null' },
    ] as Record<string, string>[])
      expect((await act(run, 'cancel', headers)).status).toBe(403);
    expect((await bench.record(run)).run.control).toBe('RUN');
    expect((await get(`/console/runs/${run}/cancel`)).status).toBe(404);
    expect((await act(run, 'cancel', { origin: bench.host.url })).status).toBe(303);
    await bench.standing(run);
  });

  it('that made its name resolve to this machine gets nothing', async () => {
    const { port } = new URL(bench.host.url);
    const status = await new Promise((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port, path: '/console', headers: { host: 'evil.example' } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      asked.on('error', reject).end();
    });
    expect(status).toBe(421);
  });

  it('frames, scripts and keeps none of the pages', async () => {
    for (const path of ['/console', '/console/gates', '/mailbox', '/tasks', '/console/runs/none']) {
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^ ]+'; script-src 'sha256-[^ ]+';/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });
});

describe('words that are not harmless', () => {
  it('of run input, model and person are words in the console: no tag, no escape, no turned text', async () => {
    const nasty = '"><script>alert(1)</script>\u001b[31mred\u001b]0;t\u0007\u202egnp.exe';
    const date = freshDate();
    const { run, link = '' } = await bench.run(
      date,
      inOrder(
        toolUse(nasty, call('get_hko_weather', { lang: 'tc' })),
        toolUse(call('draft_bilingual_brief', { snapshot_id: 'weather-0001-0', audience: nasty })),
        toolUse(call('create_review_task', { title: nasty, draft_id: 'draft-0002-0' })),
      ),
      { input: { lang: 'tc', audience: nasty } },
    );
    if (link) await decide(link, 'REJECTED', nasty);
    await bench.standing(run);
    for (const path of [`/console/runs/${run}`, '/console', '/console/gates', '/mailbox', '/tasks']) {
      const html = await page(path);
      expect(html).not.toContain('<script>alert');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
      expect(html).not.toMatch(/[\u001b\u0007\u202e]/);
    }
    const shown = await page(`/console/runs/${run}`);
    expect(shown).toContain('<mark>U+001B</mark>[31mred<mark>U+001B</mark>]0;t<mark>U+0007</mark>');
    expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});

describe('a letter in the mailbox', () => {
  it('is shown as it looks, in a frame that can run nothing, and leads to the gate', async () => {
    const { run, link = '' } = await bench.run(freshDate());
    const list = await page('/mailbox');
    const [, first = ''] = /href="(\/mailbox\/[^"]+)"/.exec(list) ?? [];
    const read = await page(first);
    expect(read).toContain(`<a href="${link}">${link}</a>`);
    const letter = await get(`${first}/letter`);
    expect(letter.headers.get('content-security-policy')).toMatch(
      /^sandbox allow-top-navigation-by-user-activation; default-src 'none'/,
    );
    expect(await letter.text()).toContain('<base target="_top">');
    expect((await get('/mailbox/none')).status).toBe(404);
    await act(run, 'cancel');
    await bench.standing(run);
  });
});

// Last, for here time moves for every run that still waits.
describe('time', () => {
  it('runs out: the run page says EXPIRED, and nobody is waited for any more', async () => {
    const { run } = await bench.run(freshDate());
    expect(textOf(await page('/console/gates'))).toContain('Create 1 review task');
    bench.time.timers.advance(4 * 3_600_000);
    expect((await bench.standing(run)).state).toBe('EXPIRED');
    const html = await page(`/console/runs/${run}`);
    expect(html).toContain('<span class="badge EXPIRED">EXPIRED</span>');
    expect(html).toMatch(/aria-label="ended EXPIRED; states taken: [^"]*, EXPIRED"/);
    expect(textOf(html)).toContain('EXPIRED by the clock,');
    expect(textOf(await page('/console/gates'))).toContain('Nobody is being waited for.');
    expect(await page('/console?outcome=EXPIRED')).toContain(run);
  });
});
