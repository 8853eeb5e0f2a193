import { describe, expect, it } from 'vitest';
import type { Handler } from '../../../lambda/functions/host.ts';
import { observed } from '../../../lambda/functions/observed.ts';
import { resumeGate } from '../../../lambda/gate/callback.ts';
import type { DecisionItem } from '../../../lambda/ledger/decision.ts';
import type { GateItem } from '../../../lambda/ledger/gate.ts';
import type { RunItem } from '../../../lambda/ledger/record.ts';
import { runKey } from '../../../lambda/ledger/record.ts';
import { readWrite, writeKey } from '../../../lambda/ledger/write.ts';
import { workflows } from '../../../lambda/workflows/registry.ts';
import { memoryParts } from '../../../lib/local/crash/parts.ts';
import { everyPoint } from '../../../lib/local/crash/plan.ts';
import { linksIn } from '../../../lib/local/crash/story.ts';
import { call, endTurn, toolUse } from '../../../lib/local/messages-api-script.ts';
import { compile } from '../../../lib/machine/compile.ts';
import { stepFunctions } from '../../gate/step-functions.ts';
import { openBazaar } from '../adversary/subject.ts';
import { filled, say, scripted, send, shop, stage } from './stage.ts';

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0',
  'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; SafeLinks)',
  'Barracuda Sentinel (EE)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'curl/8.5.0',
];

describe('what only looks', () => {
  it('A1 never decides: GETs of browsers and scanners leave the ledger as it is, one POST acts once', async () => {
    const { subject, placed } = shop();
    const s = await stage(subject);
    await s.start();
    const link = await s.parked();
    const before = s.writes();
    for (const agent of [...AGENTS, ...AGENTS]) {
      const page = await s.get(link, { headers: { 'user-agent': agent, 'sec-purpose': 'prefetch' } });
      expect(page.status).toBe(200);
    }
    expect([s.writes(), placed.length, await s.decision(2)]).toEqual([before, 0, undefined]);
    expect((await say(s, link, 'APPROVED')).status).toBe(303);
    await s.ended();
    expect([placed.length, (await s.decision(2))?.outcome]).toEqual([1, 'DECIDED']);
  });

  it('A2 neither HEAD nor OPTIONS nor an unknown method decides or uses the link up', async () => {
    const { subject, placed } = shop();
    const s = await stage(subject);
    await s.start();
    const link = await s.parked();
    const before = s.writes();
    const answers = [];
    for (const method of ['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await s.get(link, { method });
      answers.push(`${method} ${answer.status} ${answer.headers.get('allow')}`);
    }
    expect(answers).toEqual([
      'HEAD 200 null',
      'OPTIONS 204 GET, HEAD, POST, OPTIONS',
      'PUT 405 GET, HEAD, POST, OPTIONS',
      'DELETE 405 GET, HEAD, POST, OPTIONS',
      'PATCH 405 GET, HEAD, POST, OPTIONS',
    ]);
    expect(s.writes()).toBe(before);
    expect((await say(s, link, 'APPROVED')).status).toBe(303);
    await s.ended();
    expect(placed).toHaveLength(1);
  });
});

describe('what is secret', () => {
  it('A4 keeps the task token out of the link and the letter, and sends it back to the letter', async () => {
    const { subject } = shop();
    const s = await stage(subject);
    await s.start();
    const link = await s.parked();
    const [gate] = s.gates();
    expect(link).toMatch(/^https:\/\/[^?#]+\/[A-Za-z0-9_-]{22,64}$/);
    expect(link.length).toBeLessThan(200);
    for (const { text, html } of s.world.mails)
      for (const part of [text, html]) expect(part).not.toContain(gate?.token);

    const token = 'AQC+/ab==';
    const states = await stepFunctions(token);
    const decision = { outcome: 'DECIDED', kind: 'CONFIRM', rulings: [] } as unknown as DecisionItem;
    const waiting = { ...(gate as GateItem), token };
    await resumeGate({ items: s.world.items, sfn: states.client, now: new Date(0) }, waiting, decision);
    expect(states.received[0]?.taskToken).toBe('AQC+/ab==');
    await states.close();
  });

  it('A5 says neither token nor link in any log line, of an approval and of an error', async () => {
    const lines: string[] = [];
    const streams = [process.stdout, process.stderr];
    const writes = streams.map((stream) => stream.write);
    const hear = (chunk: string | Uint8Array) => lines.push(String(chunk)) > 0;
    for (const stream of streams) stream.write = hear as typeof stream.write;
    const secrets: string[] = [];
    try {
      for (const fails of [false, true]) {
        const { subject } = shop();
        const s = await stage({
          ...subject,
          handler(name, host, outside) {
            const handler = subject.handler(name, host, outside);
            const told: Handler<unknown, unknown> = async (event, invocation) => {
              const answer = await handler?.(event, invocation);
              if (fails && name === 'ask') throw new TypeError('it could not be kept');
              return answer;
            };
            return observed(told, () => ({}));
          },
        });
        await s.start();
        const link = await s.parked();
        if (!fails) await say(s, link, 'APPROVED');
        await s.ended();
        secrets.push(link.split('/').at(-1) ?? link, ...s.gates().map(({ token }) => token));
      }
    } finally {
      for (const [index, stream] of streams.entries()) stream.write = writes[index] ?? stream.write;
    }
    expect(secrets).toHaveLength(4);
    expect(lines.some((line) => line.includes('it could not be kept'))).toBe(true);
    for (const secret of secrets) expect(lines.join('')).not.toContain(secret);
  });

  it('A5 says neither token nor link in errors, states, or the record', async () => {
    const { subject } = shop();
    const s = await stage(subject, {
      parts: async (...given) => {
        const parts = await memoryParts(...given);
        const mailer = {
          send: async () => {
            throw Object.assign(new Error('550 refused'), { name: 'MailRefused' });
          },
        };
        return { ...parts, mailer };
      },
    });
    await s.start();
    await s.ended();
    const [gate] = s.gates();
    expect(gate?.token.length).toBeGreaterThan(20);
    const { failure, message } = (await s.world.items.get(runKey(s.run))) as RunItem;
    expect(JSON.stringify({ failure, message })).not.toContain(gate?.token);
    const records = s.world.ledger.filter(({ after }) => after.sk !== 'GATE');
    expect(JSON.stringify(records)).not.toContain(gate?.token);
    // The token is in what `ask` was given and nowhere else in the history; the link is nowhere.
    const elsewhere = s.world.journal.flatMap((line) =>
      (JSON.parse(line).events ?? []).filter(
        (event: { type: string }) =>
          event.type !== 'TaskScheduled' && JSON.stringify(event).includes(String(gate?.token)),
      ),
    );
    expect(elsewhere).toEqual([]);
    expect(s.world.journal.join('\n')).not.toContain('/g/');
  });
});

describe('one decision', () => {
  it('A8 comes of twenty approvals at once: one effect, and every one of them is told the same', async () => {
    const { subject, placed } = shop();
    const s = await stage(subject);
    await s.start();
    const link = await s.parked();
    const form = await filled(s.world, link, 'APPROVED');
    const all = await Promise.all(Array.from({ length: 20 }, () => send(s.world, link, form)));
    expect(new Set(all.map(({ status, headers }) => `${status} ${headers.get('location')}`)).size).toBe(1);
    expect(all[0]?.status).toBe(303);
    await s.ended();
    expect(placed).toHaveLength(1);
    expect(s.world.ledger.filter(({ after }) => after.sk === 'DECISION')).toHaveLength(1);
  });

  it('A9 has one winner between an approval and a rejection, and the effect is the winner’s', async () => {
    for (let round = 0; round < 12; round++) {
      const { subject, placed } = shop();
      const s = await stage(subject);
      await s.start();
      const link = await s.parked();
      const forms = await Promise.all([
        filled(s.world, link, round % 2 ? 'APPROVED' : 'REJECTED'),
        filled(s.world, link, round % 2 ? 'REJECTED' : 'APPROVED'),
      ]);
      const sent = forms.map((form) => send(s.world, link, form));
      const statuses = (await Promise.all(sent)).map(({ status }) => status).sort();
      expect(statuses).toEqual([303, 409]);
      await s.ended();
      const ruling = (await s.decision(2))?.rulings[0]?.ruling;
      expect(placed.length).toBe(ruling === 'APPROVED' ? 1 : 0);
    }
  });

  it.each([
    { way: 'its time is over', stop: false },
    { way: 'its execution was stopped by hand', stop: true },
  ])('A10 is not taken any more when $way: 410, nothing is done, and that is on record', async ({ stop }) => {
    const { subject, placed } = shop();
    const s = await stage(subject);
    await s.start();
    const link = await s.parked();
    const form = await filled(s.world, link, 'APPROVED');
    if (stop) {
      const [execution] = await s.world.engine().listExecutions({ stateMachineArn: s.world.stateMachineArn });
      await s.world.engine().stopExecution({ executionArn: execution?.executionArn ?? '' });
      await s.world.invoke('watch', {
        detail: { executionArn: execution?.executionArn, name: s.run, status: 'ABORTED' },
      });
    } else await s.after(121);
    const answer = await send(s.world, link, form);
    expect(answer.status).toBe(410);
    if (!stop) await s.ended();
    expect(placed).toEqual([]);
    const { calls, run } = await s.record();
    expect(run.state).toBe(stop ? 'FAILED' : 'EXPIRED');
    if (!stop) expect(calls.at(-1)?.result).toMatchObject({ ok: false, error: { code: 'EXPIRED' } });
    expect((await s.decision(2))?.outcome).toBe(stop ? 'CANCELLED' : 'EXPIRED');
  });

  it('A11 reaches the machine though its callback was lost: the page shows it, the sweep tells it again', async () => {
    const { subject, placed } = shop();
    const { points } = await (async () => {
      const first = await stage(shop().subject);
      await first.start();
      await say(first, await first.parked(), 'APPROVED');
      return { points: [...first.world.points] };
    })();
    const callback = everyPoint(['process'], ({ request }) => request === 'Step Functions SendTaskSuccess');
    const lost = callback(points).find(([crash]) => crash?.side === 'before');
    const s = await stage(subject, { crashes: lost ?? [] });
    await s.start();
    const link = await s.parked();
    await expect(say(s, link, 'APPROVED')).rejects.toMatchObject({ name: 'Runtime.ExitError' });
    const page = await (await s.get(link)).text();
    expect(page).toContain('Approved');
    expect([await s.status(), placed.length]).toEqual(['RUNNING', 0]);
    await s.world.invoke('sweep', {});
    await s.ended();
    expect(placed).toHaveLength(1);
    expect((await s.record()).run.state).toBe('DONE');
  });
});

describe('somebody who can answer', () => {
  it('A12 is always waited for with an end: each callback state has a timeout, and a letter nobody gets fails the run', async () => {
    const callbacks = workflows.flatMap((workflow) =>
      Object.values(compile(workflow).States).filter(
        (state) => state.Type === 'Task' && state.Resource.endsWith('.waitForTaskToken'),
      ),
    );
    expect(callbacks.length).toBeGreaterThanOrEqual(3 * 2);
    for (const state of callbacks) expect(state).toHaveProperty('TimeoutSeconds');

    const { subject } = shop();
    const s = await stage(subject, {
      parts: async (...given) => {
        const parts = await memoryParts(...given);
        const send: typeof parts.mailer.send = async (mail) => {
          if (mail.to.startsWith('approver'))
            throw Object.assign(new Error('no such box'), { name: 'MailRefused' });
          return parts.mailer.send(mail);
        };
        return { ...parts, mailer: { send } };
      },
    });
    await s.start();
    await s.ended();
    const { run } = await s.record();
    expect(run).toMatchObject({ state: 'FAILED', code: 'MAIL_REFUSED' });
    expect(s.world.mails.map(({ to }) => to)).toEqual(['owner@holdpoint.example']);
    const key = s.gates()[0]?.proposals[0]?.key ?? '';
    expect((await readWrite(s.world.items, key))?.state).toBe('CANCELLED');
  });
});

describe('what was shown', () => {
  it('A13 is what runs: what is changed behind the page is refused, before the answer and after it', async () => {
    const change = async (
      s: Awaited<ReturnType<typeof stage>>,
      key: { pk: string; sk: string },
      set: object,
    ) => s.world.items.update(key, { ...set }, [{ equals: ['sk', key.sk] }]);

    const before = shop();
    const s = await stage(before.subject);
    await s.start();
    const link = await s.parked();
    const [gate] = s.gates();
    const form = await filled(s.world, link, 'APPROVED');
    const more = gate?.proposals.map((proposal) => ({ ...proposal, args: { item: 'paper', qty: 99 } }));
    await change(s, { pk: String(gate?.pk), sk: 'GATE' }, { proposals: more });
    expect((await send(s.world, link, form)).status).toBe(409);
    expect(await s.decision(2)).toBeUndefined();

    const after = shop();
    const t = await stage(after.subject);
    await t.start();
    const there = await t.parked();
    const key = t.gates()[0]?.proposals[0]?.key ?? '';
    await change(t, writeKey(key), { args: { item: 'paper', qty: 99 } });
    await say(t, there, 'APPROVED');
    await t.ended();
    expect([before.placed, after.placed]).toEqual([[], []]);
    expect(await readWrite(t.world.items, key)).toMatchObject({
      state: 'FAILED',
      failure: { code: 'DIGEST_MISMATCH' },
    });

    const kept = shop();
    const u = await stage(kept.subject);
    await u.start();
    const shown = await u.parked();
    expect(await (await u.get(shown)).text()).toContain('Order 10 paper');
    await say(u, shown, 'APPROVED');
    await u.ended();
    expect(kept.placed).toMatchObject([{ item: 'paper', qty: 10 }]);
  });
});

describe('several approvers', () => {
  const look = toolUse(call('get_stock', { item: 'paper' }));
  const order = toolUse(call('create_order', { stock_id: 'stock-0001-0', qty: 10 }));
  const bazaar = async () => {
    const { script } = scripted(look, order, endTurn('Well.'), endTurn('{"verdict":"well"}'));
    const { subject, effects } = openBazaar({ quorum: 2, script });
    const s = await stage(subject);
    await s.start();
    await s.parked(2);
    const links = s.world.mails.map((mail) => linksIn(mail)[0] ?? '');
    return { ...s, effects, links };
  };

  it('A16 each have a link of their own, count once each, and one of them can veto', async () => {
    const twice = await bazaar();
    const [ada = '', bo = ''] = twice.links;
    expect(ada).not.toBe(bo);
    expect((await say(twice, bo, 'APPROVED')).status).toBe(303);
    expect((await say(twice, bo, 'APPROVED')).status).toBe(303);
    expect([await twice.decision(2), twice.effects()]).toEqual([undefined, []]);
    expect((await say(twice, ada, 'APPROVED')).status).toBe(303);
    await twice.ended();
    expect(twice.effects()).toHaveLength(1);
    expect((await twice.decision(2))?.by.name).toBe('Ada');

    const vetoed = await bazaar();
    const [first = '', second = ''] = vetoed.links;
    const late = await filled(vetoed.world, second, 'APPROVED');
    expect((await say(vetoed, first, 'REJECTED')).status).toBe(303);
    const answer = await send(vetoed.world, second, late);
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('Ada');
    await vetoed.ended();
    expect((await vetoed.record()).run.state).toBe('REJECTED');
    expect(vetoed.effects()).toEqual([]);
  });
});
