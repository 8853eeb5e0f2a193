import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endTurn, error } from '../../lib/local/messages-api.ts';
import { type Bench, openBench } from './bench.ts';
import { decide } from './person.ts';

let bench: Bench;
beforeAll(async () => {
  // Over DynamoDB's own API, where each request can be seen and counted.
  bench = await openBench({ store: 'dynamodb' });
});
afterAll(() => bench.close());

describe('one morning', () => {
  it('parks, is approved, and creates one task that a person can read and mark as reviewed', async () => {
    const parked = await bench.run('2030-05-03');
    expect(parked).toEqual({
      state: 'WAITING_CONFIRM',
      pending_tools: ['create_review_task'],
      steps: 3,
      text: '',
      run: 'morning-brief-2030-05-03',
      link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/g\/[A-Za-z0-9_-]{22,64}$/),
    });
    expect(await bench.tasks()).toEqual([]);

    expect((await decide(parked.link ?? '', 'APPROVED')).status).toBe(303);
    expect(await bench.standing(parked.run)).toEqual({
      state: 'DONE',
      pending_tools: [],
      steps: 4,
      text: 'The review task for the morning brief was created after a person approved it.',
      run: 'morning-brief-2030-05-03',
    });
    const [task = '', ...more] = await bench.tasks();
    expect(more).toEqual([]);
    expect(task).toContain('香港早晨天氣簡報 Hong Kong morning brief');
    expect(task).toContain('氣溫：27°C（天文台，09:00）');
    expect(task).toContain('Temperature: 27 °C (Observatory, 09:00)');
    expect(task).toContain('不能取代工作安排或出行的決定');
    const [, action = ''] = /action="([^"]+)"/.exec(task) ?? [];
    const marked = await fetch(`${bench.host.url}${action}`, { method: 'POST', redirect: 'manual' });
    expect(marked.status).toBe(303);
    expect((await bench.tasks())[0]).toContain(
      '<b>Reviewed</b> <time datetime="2030-05-02T01:05:00.000Z">2 May 2030, 09:05</time>',
    );
  });

  it('sends one mail with the one link, and no token', async () => {
    const parked = await bench.run('2030-05-07');
    const mails = await bench.mailsAbout(parked.run);
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.destination.to).toEqual(['approver@holdpoint.example']);
    const { token } = (await bench.gate(parked.run, 3)) ?? { token: 'none' };
    expect(token.length).toBeGreaterThan(100);
    expect(mail?.body.text).toContain(parked.link);
    expect([...(mail?.body.html ?? '').matchAll(/<a /g)]).toHaveLength(1);
    for (const part of [mail?.body.text, mail?.body.html, mail?.subject, parked.link])
      expect(part).not.toContain(token);
    expect((parked.link ?? '').length).toBeLessThan(200);
  });
});

describe('a morning that is set off again', () => {
  it('is one run, one mail and one task, however often and by whatever the trigger comes', async () => {
    const first = await Promise.all(Array.from({ length: 5 }, () => bench.start('2030-05-08')));
    expect(new Set(first)).toEqual(new Set(['morning-brief-2030-05-08']));
    const parked = await bench.standing('morning-brief-2030-05-08');
    const input = { lang: 'en', audience: 'somebody else' };
    const scheduled = { trigger: 'schedule', scheduledAt: '2030-05-08T07:00:00+08:00', input } as const;
    const again = await bench.host.start({
      workflow: 'morning-brief',
      businessDate: '2030-05-08',
      ...scheduled,
    });
    expect(again).toEqual({ run: 'morning-brief-2030-05-08', started: false });
    expect(await bench.mailsAbout(parked.run)).toHaveLength(1);

    const before = (await bench.tasks()).length;
    await decide(parked.link ?? '', 'APPROVED');
    expect((await bench.standing(parked.run)).state).toBe('DONE');
    await bench.start('2030-05-08');
    expect((await bench.standingNow(parked.run)).state).toBe('DONE');
    expect(await bench.tasks()).toHaveLength(before + 1);
    expect(bench.asked('2030-05-08')).toHaveLength(4);
  });

  it('can be run again when it failed, on request only, and not any more when it is done', async () => {
    const gaveUp = await bench.run('2030-05-09', () => endTurn('I would rather not.'));
    expect(gaveUp).toMatchObject({ state: 'FAILED', code: 'EVIDENCE_MISSING', text: 'I would rather not.' });
    expect((await bench.mailsAbout(gaveUp.run)).map(({ destination }) => destination.to)).toEqual([
      ['approver@holdpoint.example'],
      ['owner@holdpoint.example'],
    ]);
    await bench.start('2030-05-09');
    expect((await bench.standingNow(gaveUp.run)).state).toBe('FAILED');

    const parked = await bench.run('2030-05-09', undefined, { rerun: 2 });
    expect(parked).toMatchObject({ state: 'WAITING_CONFIRM', run: 'morning-brief-2030-05-09-r2' });
    const early = await bench.run('2030-05-09', undefined, { rerun: 3 });
    expect(early).toMatchObject({ state: 'SKIPPED', code: 'STILL_RUNNING', steps: 0 });
    await decide(parked.link ?? '', 'APPROVED');
    expect((await bench.standing(parked.run)).state).toBe('DONE');
    const late = await bench.run('2030-05-09', undefined, { rerun: 4 });
    expect(late).toMatchObject({ state: 'SKIPPED', code: 'ALREADY_DONE', steps: 0 });
    expect((await bench.tasks()).filter((task) => task.includes('2030年5月2日'))).toHaveLength(
      (await bench.tasks()).length,
    );
  });

  it('does not act a second time when the first attempt acted and then failed', async () => {
    let asked = 0;
    const parked = await bench.run('2030-05-10', (body, attempt) => {
      asked += 1;
      return asked > 3 ? error(503) : bench.diligent(body, attempt);
    });
    const before = (await bench.tasks()).length;
    await decide(parked.link ?? '', 'APPROVED');
    expect(await bench.standing(parked.run)).toMatchObject({ state: 'FAILED', code: 'MODEL_UNAVAILABLE' });
    expect(await bench.tasks()).toHaveLength(before + 1);
    expect(asked).toBe(6);

    const again = await bench.run('2030-05-10', undefined, { rerun: 2 });
    expect(again).toMatchObject({ state: 'DONE', steps: 4 });
    expect(await bench.mailsAbout('morning-brief-2030-05-10-r2')).toHaveLength(0);
    expect(await bench.tasks()).toHaveLength(before + 1);
  });
});
