import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide as putDecision, readDecision } from '../../lambda/ledger/decision.ts';
import { gateKey, readGate } from '../../lambda/ledger/gate.ts';
import { readWrite, writeKey } from '../../lambda/ledger/write.ts';
import { call, inOrder, toolUse } from '../../lib/local/messages-api.ts';
import { type Bench, openBench } from './bench.ts';
import { reportAt } from './observatory.ts';
import { decide, filled, formOf, send } from './person.ts';

const FULL = process.env.HOLDPOINT_FULL === '1';
const CHROMIUM = '/usr/bin/chromium';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

let day = 0;
const freshDate = () => new Date(Date.UTC(2032, 0, ++day)).toISOString().slice(0, 10);
/** A run that waits at its gate, whose only link is in its one mail. */
const parked = async (
  ...args: Parameters<typeof bench.run> extends [string, ...infer Rest] ? Rest : never
) => {
  const { run, link = '' } = await bench.run(freshDate(), ...args);
  return { run, link, ref: { run, turn: 3, kind: 'CONFIRM' as const } };
};
const effects = async () => (await bench.tasks()).length;
const textOf = (page: string) => page.replace(/<style>.*?<\/style>/gs, '').replace(/<[^>]+>/g, ' ');

describe('looking', () => {
  it('changes nothing: ten GETs, HEAD, OPTIONS, PUT, PATCH and DELETE', async () => {
    const { run, link, ref } = await parked();
    const before = [
      await readGate(bench.host.items, ref),
      await bench.record(run),
      bench.time.events(run).length,
    ];
    for (const agent of [
      'Mozilla/5.0',
      'Microsoft Office',
      'Googlebot',
      'Barracuda',
      'Slackbot-LinkExpanding',
    ]) {
      for (const query of ['', '?choice=APPROVED'])
        expect((await fetch(link + query, { headers: { 'user-agent': agent } })).status).toBe(200);
    }
    expect((await fetch(link, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(link, { method: 'OPTIONS' })).status).toBe(204);
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const answer = await fetch(link, {
        method,
        body: new URLSearchParams(filled(await formOf(link), 'APPROVED')),
      });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
    }
    expect([
      await readGate(bench.host.items, ref),
      await bench.record(run),
      bench.time.events(run).length,
    ]).toEqual(before);
    expect(await readDecision(bench.host.items, ref)).toBeUndefined();
    expect((await decide(link, 'APPROVED')).status).toBe(303);
    expect((await bench.standing(run)).state).toBe('DONE');
  });
});

describe('deciding', () => {
  it('happens once of twenty approvals sent at once: one decision, one task, no error', async () => {
    const { run, link } = await parked();
    const before = await effects();
    const form = filled(await formOf(link), 'APPROVED');
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(link, form)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(303));
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
    expect((await bench.standing(run)).state).toBe('DONE');
    expect(await effects()).toBe(before + 1);
    expect((await send(link, form)).status).toBe(303);
    expect(await effects()).toBe(before + 1);
  });

  it('has one winner between an approval and a rejection, and the effect follows the record', {
    timeout: 60_000,
  }, async () => {
    const rounds = FULL ? 50 : 6;
    const won = { APPROVED: 0, REJECTED: 0 };
    for (let round = 0; round < rounds; round++) {
      const { run, link, ref } = await parked();
      const before = await effects();
      const form = await formOf(link);
      const forms = [filled(form, 'APPROVED'), filled(form, 'REJECTED', 'not today')];
      if (round % 2) forms.reverse();
      const answers = await Promise.all(forms.map((each) => send(link, each)));
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
      const ruling = (await readDecision(bench.host.items, ref))?.rulings[0]?.ruling as
        | 'APPROVED'
        | 'REJECTED';
      won[ruling] += 1;
      expect((await bench.standing(run)).state).toBe(ruling === 'APPROVED' ? 'DONE' : 'REJECTED');
      expect(await effects()).toBe(before + (ruling === 'APPROVED' ? 1 : 0));
    }
    expect(won.APPROVED + won.REJECTED).toBe(rounds);
  });

  it('against it, with a reason, ends the run without another word of the model', async () => {
    const { run, link, ref } = await parked();
    const before = await effects();
    const approval = filled(await formOf(link), 'APPROVED');
    expect((await decide(link, 'REJECTED')).status).toBe(422);
    expect(await readDecision(bench.host.items, ref)).toBeUndefined();
    expect((await decide(link, 'REJECTED', 'the office is closed')).status).toBe(303);
    expect(await bench.standing(run)).toMatchObject({
      state: 'REJECTED',
      code: 'REJECTED',
      message: 'a person said no: the office is closed',
      steps: 3,
      text: '',
    });
    expect(await effects()).toBe(before);
    const { proposals } = (await readGate(bench.host.items, ref)) ?? { proposals: [] };
    expect(await readWrite(bench.host.items, proposals[0]?.key ?? '')).toMatchObject({ state: 'CANCELLED' });
    const conflict = await send(link, approval);
    expect(conflict.status).toBe(409);
    expect(textOf(await conflict.text())).toContain('the office is closed');
    expect(await effects()).toBe(before);
    const [, receipt, ...more] = await bench.mailsAbout(run);
    expect(more).toEqual([]);
    expect(receipt?.body.text).toMatch(/^• Create 1 review task for .+: Rejected\. It was not done\.$/m);
  });

  it('for changes brings a new draft to a new gate; the first link only tells what was said', async () => {
    const { run, link } = await parked();
    const before = await effects();
    const approval = filled(await formOf(link), 'APPROVED');
    bench.feed.first(reportAt('tc', bench.time.timers.now()).replace('"value":27', '"value":29'));
    expect((await decide(link, 'CHANGES', 'read it once more, please')).status).toBe(303);
    const again = await bench.standing(run);
    expect(again).toMatchObject({ state: 'WAITING_CONFIRM', steps: 6 });
    expect(again.link).not.toBe(link);
    expect((await send(link, approval)).status).toBe(409);
    expect(textOf(await (await fetch(link)).text())).toContain('read it once more, please');
    expect(await effects()).toBe(before);
    expect(textOf(await (await fetch(again.link ?? '')).text())).toContain('Temperature: 29 °C');

    expect((await decide(again.link ?? '', 'APPROVED')).status).toBe(303);
    expect((await bench.standing(run)).state).toBe('DONE');
    expect(await effects()).toBe(before + 1);
    expect((await bench.tasks()).join()).toContain('Temperature: 29 °C');
    const [, , receipt, ...more] = await bench.mailsAbout(run);
    expect(more).toEqual([]);
    expect(receipt?.body.text.match(/^• .+$/gm)).toEqual([
      expect.stringMatching(/^• Create 1 review task for .+: Approved\. Done\. \(Task T-[0-9a-f-]+\)$/),
    ]);
  });

  it('for changes is offered twice, and a third time refused', async () => {
    const { run, link } = await parked();
    const links = [link];
    for (const round of [1, 2]) {
      expect((await decide(links.at(-1) ?? '', 'CHANGES', `round ${round}`)).status).toBe(303);
      const standing = await bench.standing(run);
      expect(standing).toMatchObject({ state: 'WAITING_CONFIRM', steps: 3 + 3 * round });
      links.push(standing.link ?? '');
    }
    const last = links.at(-1) ?? '';
    expect(await (await fetch(last)).text()).not.toContain('value="CHANGES"');
    expect((await decide(last, 'CHANGES', 'round 3')).status).toBe(400);
    expect((await decide(last, 'APPROVED')).status).toBe(303);
    expect((await bench.standing(run)).state).toBe('DONE');
  });

  it('with an edit runs what was edited, and the model is told', async () => {
    const { run, link } = await parked();
    const form = await formOf(link);
    const edited = { ...form, '0.choice': 'EDITED', '0.edit.title': 'Brief for 覆核, as I want it' };
    expect((await send(link, edited)).status).toBe(303);
    expect((await bench.standing(run)).state).toBe('DONE');
    expect(
      (await bench.tasks()).filter((task) => task.includes('Brief for 覆核, as I want it')),
    ).toHaveLength(1);
    const { calls } = await bench.record(run);
    expect(calls.at(-1)?.result).toMatchObject({
      ok: true,
      data: { edited_by_person: { title: 'Brief for 覆核, as I want it', draft_id: 'draft-0002-0' } },
    });
  });

  it('is refused to another site, and to a link that was tampered with or made up', async () => {
    const { link, ref } = await parked();
    const form = filled(await formOf(link), 'APPROVED');
    expect((await send(link, form, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await send(link, form, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await send(link, form, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
    const flipped = link.slice(0, -1) + (link.endsWith('A') ? 'Q' : 'A');
    for (const made of [flipped, link.slice(0, -4), `${link}AAAA`, `${bench.host.url}/g/${'A'.repeat(48)}`]) {
      expect((await fetch(made)).status).toBe(404);
      expect((await send(made, form)).status).toBe(404);
    }
    expect(await readDecision(bench.host.items, ref)).toBeUndefined();
  });
});

describe('what is on record changes behind the page', () => {
  it('in the gate: the answer is refused, and nothing is done', async () => {
    const { link, ref } = await parked();
    const form = filled(await formOf(link), 'APPROVED');
    const gate = await readGate(bench.host.items, ref);
    const proposals = gate?.proposals.map((one) => ({
      ...one,
      args: { ...one.args, title: 'Something else' },
    }));
    await bench.host.items.update(gateKey(ref), { proposals }, [{ equals: ['sk', 'GATE'] }]);
    const before = await effects();
    expect((await send(link, form)).status).toBe(409);
    expect(await readDecision(bench.host.items, ref)).toBeUndefined();
    expect(await effects()).toBe(before);
  });

  it('in the write: the approved act does not fit what is stored, and does not run', async () => {
    const { run, link, ref } = await parked();
    const key = (await readGate(bench.host.items, ref))?.proposals[0]?.key ?? '';
    const args = { title: 'Something else', draft_id: 'draft-0002-0' };
    await bench.host.items.update(writeKey(key), { args }, [{ equals: ['sk', 'WRITE'] }]);
    const before = await effects();
    expect((await decide(link, 'APPROVED')).status).toBe(303);
    expect(await bench.standing(run)).toMatchObject({ state: 'FAILED', code: 'EVIDENCE_MISSING' });
    expect(await readWrite(bench.host.items, key)).toMatchObject({
      state: 'FAILED',
      failure: { code: 'DIGEST_MISMATCH' },
    });
    expect(await effects()).toBe(before);
  });
});

describe('words that are not harmless', () => {
  it('are words in the mail and on the page, and make no header', async () => {
    const title = '</td><a href="https://evil.example">Approve here</a> \r\nBcc: x@evil.example';
    const { run, link } = await parked(
      inOrder(
        toolUse(call('get_hko_weather', { lang: 'tc' })),
        toolUse(
          call('draft_bilingual_brief', {
            snapshot_id: 'weather-0001-0',
            audience: '"><script>alert(document)</script>',
          }),
        ),
        toolUse(call('create_review_task', { title, draft_id: 'draft-0002-0' })),
      ),
    );
    const page = await (await fetch(link)).text();
    expect(page).not.toContain('<script');
    expect(page).not.toMatch(/<a [^>]*evil/);
    expect(page).toContain('&lt;/td&gt;&lt;a href=&quot;https://evil.example&quot;&gt;');
    const [mail] = await bench.mailsAbout(run);
    expect([...(mail?.body.html ?? '').matchAll(/<a\b[^>]*>/g)]).toHaveLength(1);
    expect(mail?.body.html).not.toContain('<script');
    expect(mail?.subject).not.toMatch(/[\r\n]/);
    expect(mail?.destination.to).toEqual(['approver@holdpoint.example']);
  });
});

describe.skipIf(!existsSync(CHROMIUM))('a real Chromium', () => {
  it('approves by the form, without script, with Origin: null', async () => {
    const { run, link } = await parked();
    const before = await effects();
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
      const origins: (string | undefined)[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') request.allHeaders().then(({ origin }) => origins.push(origin));
      });
      await page.goto(link);
      await page.check('input[value="APPROVED"]');
      await Promise.all([page.waitForNavigation(), page.click('button[type=submit]')]);
      expect(page.url()).toBe(`${link}?lang=en`);
      expect(origins).toEqual(['null']);
      expect((await bench.standing(run)).state).toBe('DONE');
      await page.reload();
      expect(await page.textContent('main')).toContain('T-');
    } finally {
      await browser.close();
    }
    expect(await effects()).toBe(before + 1);
  });
});

// Last, for here time moves for every run that still waits.
describe('time', () => {
  it('delivers a recorded decision whose callback was lost, with the next sweep', async () => {
    const { run, ref } = await parked();
    const before = await effects();
    const gate = await readGate(bench.host.items, ref);
    if (!gate) throw new Error('the gate is gone');
    const { index, digest } = gate.proposals[0] ?? { index: 0, digest: '' };
    await putDecision(bench.host.items, gate, {
      outcome: 'DECIDED',
      rulings: [{ index, ruling: 'APPROVED', shown: digest, digest }],
      by: { approver: 'approver', name: 'Approver', how: 'link' },
      at: new Date(bench.time.timers.now()).toISOString(),
    });
    expect((await bench.standingNow(run)).state).toBe('RUNNING');
    bench.time.timers.advance(5 * 60_000);
    expect((await bench.standing(run)).state).toBe('DONE');
    expect(await effects()).toBe(before + 1);
  });

  it('closes a run whose execution was stopped by hand: its link is dead, people are told', async () => {
    const { run, link } = await parked();
    const before = await effects();
    const approval = filled(await formOf(link), 'APPROVED');
    const { executionArn } = (await bench.record(run)).run;
    await bench.host.engine.stopExecution({ executionArn, error: 'Operator' });
    expect(await bench.standing(run)).toMatchObject({ state: 'FAILED', code: 'EXECUTION_ABORTED' });
    const late = await send(link, approval);
    expect(late.status).toBe(410);
    expect(textOf(await late.text())).toMatch(/nothing was done/i);
    expect(await effects()).toBe(before);
    expect((await bench.mailsAbout(run)).map(({ destination }) => destination.to[0])).toEqual([
      'approver@holdpoint.example',
      'approver@holdpoint.example',
      'owner@holdpoint.example',
    ]);
  });

  it('runs out: the page says that nothing was done, the run ends EXPIRED, and each person has one mail of it', async () => {
    const { run, link, ref } = await parked();
    const before = await effects();
    const form = filled(await formOf(link), 'APPROVED');
    const { decideBy } = (await readGate(bench.host.items, ref)) ?? { decideBy: '' };
    expect(decideBy).toBe('2030-05-02T04:00:00.000Z');
    bench.time.timers.advance(Date.parse(decideBy) - bench.time.timers.now() - 1_000);
    expect((await fetch(link)).status).toBe(200);
    bench.time.timers.advance(1_000);

    const late = await send(link, form);
    expect(late.status).toBe(410);
    expect(textOf(await late.text())).toMatch(/nothing was done/i);
    const page = await fetch(link);
    expect(page.status).toBe(410);
    expect(textOf(await page.text())).toMatch(/nothing was done/i);
    expect((await bench.standingNow(run)).state).toBe('WAITING_CONFIRM');

    bench.time.timers.advance(10 * 60_000);
    expect(await bench.standing(run)).toMatchObject({
      state: 'EXPIRED',
      code: 'EXPIRED',
      steps: 3,
      text: '',
    });
    expect((await send(link, form)).status).toBe(410);
    expect(await effects()).toBe(before);
    const { calls } = await bench.record(run);
    expect(calls.at(-1)?.result).toMatchObject({ ok: false, error: { code: 'EXPIRED' } });
    const mails = await bench.mailsAbout(run);
    expect(mails.slice(1).map(({ subject, destination }) => [destination.to[0], subject])).toEqual([
      [
        'approver@holdpoint.example',
        expect.stringMatching(/^Expired, nothing was done: Create 1 review task/),
      ],
      ['owner@holdpoint.example', expect.stringMatching(/^No morning-brief for /)],
    ]);
  });
});
