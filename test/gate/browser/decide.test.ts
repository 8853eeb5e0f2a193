import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readDecision } from '../../../lambda/ledger/decision.ts';
import type { GateItem } from '../../../lambda/ledger/gate.ts';
import { type Bench, bench } from '../bench.ts';
import { openGate, task } from '../fixture.ts';
import { launch, noChromium, open, phone, picture, scriptless } from './chromium.ts';

describe.skipIf(noChromium)('in a browser without scripts, a person', () => {
  let browser: Browser;
  let b: Bench;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    b = await bench();
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await b.close();
  });

  const visit = (link = b.link()) => open(browser, link, scriptless);
  const choose = (page: Page, choice: string) => page.locator(`label[for="0-${choice}"]`).click();
  const send = (page: Page) => page.locator('button[type=submit]').click();
  const decision = () => readDecision(b.items, openGate);
  const heading = (page: Page) => page.locator('h1').textContent();
  const succeeded = {
    pk: `WRITE#${task.key}`,
    sk: 'WRITE',
    key: task.key,
    gate: openGate.pk,
    state: 'SUCCEEDED',
    receipt: { id: 'task-20261130', at: '2026-11-29T23:06:12.000Z' },
  };

  it('approves in two taps and is shown the receipt, which turns to done by itself', async () => {
    const page = await visit();
    await choose(page, 'APPROVED');
    await send(page);
    await page.waitForURL(/\?lang=en$/);
    expect(await heading(page)).toBe('Your decision is on record');
    expect(await page.locator('[role=status]').textContent()).toBe('Recorded. It has not begun yet.');
    await b.items.put(succeeded, [{ absent: 'pk' }]);
    await page.waitForURL(/look=1$/);
    expect(await page.locator('[role=status]').textContent()).toBe('Done.');
    expect(await page.locator('main').textContent()).toContain('task-20261130');
    expect(b.sfn.received).toHaveLength(1);
  });

  it('cannot send before choosing', async () => {
    const page = await visit();
    await send(page);
    expect(await heading(page)).toBe('Create 1 review task for 30 Nov 2026');
    expect(await decision()).toBeUndefined();
  });

  it('decides once by a double click', async () => {
    const page = await visit();
    await choose(page, 'APPROVED');
    await page.locator('button[type=submit]').dblclick();
    await page.waitForURL(/\?lang=en$/);
    expect(await heading(page)).toBe('Your decision is on record');
    expect((await decision())?.rulings).toMatchObject([{ ruling: 'APPROVED' }]);
    expect(b.sfn.received).toHaveLength(1);
  });

  it('finds the receipt behind the back button, not the form', async () => {
    const page = await visit();
    await choose(page, 'APPROVED');
    await send(page);
    await page.waitForURL(/\?lang=en$/);
    await page.goBack();
    await page.waitForLoadState();
    expect(await heading(page)).toBe('Your decision is on record');
    expect(await page.locator('form').count()).toBe(0);
  });

  it('is told in a second tab that the first one decided', async () => {
    const [first, second] = [await visit(), await visit()];
    await choose(first, 'APPROVED');
    await send(first);
    await first.waitForURL(/\?lang=en$/);
    await choose(second, 'REJECTED');
    await second.locator('textarea[name="0.comment.REJECTED"]').fill('too late');
    await send(second);
    await second.waitForLoadState();
    expect(await second.locator('[role=alert]').textContent()).toContain('Your answer was not taken.');
    expect((await decision())?.rulings).toMatchObject([{ ruling: 'APPROVED' }]);
    await picture(second, 'second-tab');
  });

  it('who left the page open too long is told that nothing was done', async () => {
    const page = await visit();
    b.at('2026-11-30T04:00:00.000Z');
    await choose(page, 'APPROVED');
    await send(page);
    await page.waitForLoadState();
    expect(await heading(page)).toBe('Expired: nothing was done');
    expect(await decision()).toBeUndefined();
    await picture(page, 'expired');
  });

  it('edits the title and approves that, with every byte typed', async () => {
    const page = await visit();
    await choose(page, 'EDITED');
    const title = page.locator('[name="0.edit.title"]');
    expect(await title.inputValue()).toBe('Review the morning brief of 30 Nov 2026');
    await title.fill('  覆核「晨報」 & <b>風</b> 🔥 ');
    await send(page);
    await page.waitForURL(/\?lang=en$/);
    expect((await decision())?.rulings[0]?.edited).toEqual({
      title: '  覆核「晨報」 & <b>風</b> 🔥 ',
      draft_id: 'draft-2-0',
    });
    expect(await page.locator('ins').textContent()).toContain('覆核「晨報」 & <b>風</b> 🔥');
    await picture(page, 'receipt-edited');
  });

  it('asks for changes in lines, which arrive as lines', async () => {
    const page = await visit(`${b.link()}?lang=tc`);
    await choose(page, 'CHANGES');
    await page.locator('textarea[name="0.comment.CHANGES"]').fill('請加上風速。\n其餘不變。');
    await send(page);
    await page.locator('[role=status]').waitFor();
    expect((await decision())?.rulings).toMatchObject([
      { ruling: 'CHANGES', comment: '請加上風速。\n其餘不變。' },
    ]);
    expect(await page.locator('[role=status]').textContent()).toBe('新草稿將以電郵送出。');
  });

  it('is asked for the reason that was left out, and finds the choice kept', async () => {
    const page = await visit();
    await choose(page, 'REJECTED');
    await send(page);
    await page.waitForLoadState();
    expect(await page.locator('[role=alert]').textContent()).toContain('Nothing was recorded yet.');
    const reason = page.locator('textarea[name="0.comment.REJECTED"]');
    expect(await reason.isVisible()).toBe(true);
    await picture(page, 'unfinished');
    await reason.fill('wrong day');
    await send(page);
    await page.waitForURL(/\?lang=en$/);
    expect((await decision())?.rulings).toMatchObject([{ ruling: 'REJECTED', comment: 'wrong day' }]);
  });

  it('reads the page in another language by a tap, and stays in it', async () => {
    const page = await visit();
    await page.locator('nav a[lang=zh-Hans]').click();
    await page.waitForURL(/\?lang=sc$/);
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hans');
    await choose(page, 'APPROVED');
    await send(page);
    await page.locator('[role=status]').waitFor();
    expect(await heading(page)).toBe('您的决定已记录在案');
  });
});

describe.skipIf(noChromium)('a machine with a whole browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('that runs every script for an hour of its own time decides nothing', async () => {
    const b = await bench();
    const page = await open(browser, b.link(), phone);
    const devtools = await page.context().newCDPSession(page);
    const over = new Promise((done) => devtools.once('Emulation.virtualTimeBudgetExpired', done));
    await devtools.send('Emulation.setVirtualTimePolicy', { policy: 'advance', budget: 3_600_000 });
    await over;
    expect(await page.locator('h1').textContent()).toBe('Create 1 review task for 30 Nov 2026');
    expect(await readDecision(b.items, openGate)).toBeUndefined();
    expect(b.sfn.received).toEqual([]);
    await page.context().close();
    await b.close();
  });

  it('that presses everything there is to press decides nothing', async () => {
    const everything: GateItem = { ...openGate, proposals: [task, { ...task, index: 1 }] };
    const b = await bench(everything);
    const pressable = 'a, button, summary';
    const context = await browser.newContext(phone);
    const visit = async () => {
      const page = await context.newPage();
      await page.goto(b.link());
      return page;
    };
    const count = await (await visit()).locator(pressable).count();
    expect(count).toBeGreaterThan(5);
    for (let at = 0; at < count; at += 1) {
      const page = await visit();
      const one = page.locator(pressable).nth(at);
      // a source's own site is not ours to visit
      if (!(await one.getAttribute('href'))?.startsWith('https:')) await one.click();
      await page.close();
    }
    expect(await readDecision(b.items, everything)).toBeUndefined();
    expect(b.sfn.received).toEqual([]);
    await context.close();
    await b.close();
  });
});
