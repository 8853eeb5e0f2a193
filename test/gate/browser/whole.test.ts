import { createHash } from 'node:crypto';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from '../../../lambda/states/audit.ts';
import { type Bench, openBench } from '../../local/bench.ts';
import { reportAt } from '../../local/observatory.ts';
import { desktop, docsPicture, launch, noChromium, phone, picture, scriptless } from './chromium.ts';
import { expectGood, expectTappable } from './good.ts';

/** Three people who read three languages, and a host with everything on it. */
const APPROVERS = JSON.stringify([
  { id: 'chan', name: 'Chan Tai Man', email: 'chan@ops.example', lang: 'en' },
  { id: 'lee', name: '李小玲', email: 'lee@ops.example', lang: 'tc' },
  { id: 'wong', name: '王敏', email: 'wong@ops.example', lang: 'sc' },
]);

describe.skipIf(noChromium)('a person with a browser', () => {
  let browser: Browser;
  let bench: Bench;
  beforeAll(async () => {
    [browser, bench] = await Promise.all([launch(), openBench({ env: { APPROVERS } })]);
  });
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  afterAll(async () => {
    await browser?.close();
    await bench?.close();
  });

  let day = 0;
  const freshDate = () => new Date(Date.UTC(2037, 0, ++day)).toISOString().slice(0, 10);
  const visit = async (path: string, options: BrowserContextOptions = desktop): Promise<Page> => {
    const page = await (await browser.newContext(options)).newPage();
    await page.goto(`${bench.host.url}${path}`);
    return page;
  };
  /** Opens the newest letter to somebody, as a mail program shows it, and follows its one link. */
  const follow = async (page: Page, to: string) => {
    await page.locator('.mails a', { hasText: to }).first().click();
    await page.waitForURL(/\/mailbox\/./);
    await page.frameLocator('iframe').locator('a').click();
    await page.waitForURL(/\/g\//);
  };
  const choose = (page: Page, choice: string) => page.locator(`label[for="0-${choice}"]`).click();
  const send = async (page: Page) => {
    await page.locator('button[type=submit]').click();
    await page.locator('[role=status]').waitFor();
  };
  const heading = (page: Page) => page.locator('h1').textContent();
  const tasks = async (run: string) =>
    (await auditOf(bench.host.items, run)).writes.filter(({ state }) => state === 'SUCCEEDED').length;

  it.each<[string, string, string, string, BrowserContextOptions]>([
    ['chan', 'en-HK', 'Your decision is on record', 'Done.', { ...scriptless, colorScheme: 'light' }],
    ['lee', 'zh-Hant-HK', '你的決定已記錄在案', '已完成。', { ...scriptless, colorScheme: 'dark' }],
    ['wong', 'zh-Hans', '您的决定已记录在案', '已完成。', { ...desktop, colorScheme: 'light' }],
  ])('comes from the mail to the receipt and the task: %s, %s', async (who, lang, title, done, options) => {
    const { run } = await bench.run(freshDate());
    const page = await visit('/mailbox', options);
    await follow(page, `${who}@ops.example`);
    expect(await page.locator('html').getAttribute('lang')).toBe(lang);
    await expectTappable(page);
    await choose(page, 'APPROVED');
    await send(page);
    expect(await heading(page)).toBe(title);
    expect((await bench.standing(run)).state).toBe('DONE');
    await page.reload();
    expect(await page.locator('[role=status]').textContent()).toBe(done);
    await expectTappable(page);
    await page.locator('a[href^="/tasks/T-"]').click();
    await page.waitForURL(/\/tasks\/T-/);
    expect(await page.locator('article p[lang=zh-Hant-HK]').textContent()).toContain('氣溫：27°C');
    await page.locator('article button').click();
    await page.waitForURL(/\/tasks$/);
    expect(await page.locator('article').first().textContent()).toContain('Reviewed');
    expect(await tasks(run)).toBe(1);
  });

  it('asks for changes, is shown what changed, edits the title, and has that run: the record proves it', async () => {
    const date = freshDate();
    const { run } = await bench.run(date);
    const page = await visit('/mailbox', scriptless);
    await follow(page, 'chan@ops.example');
    const first = page.url();
    await choose(page, 'CHANGES');
    await page.locator('textarea[name="0.comment.CHANGES"]').fill('Please read it once more.');
    bench.feed.first(reportAt('tc', bench.time.timers.now()).replace('"value":27', '"value":29'));
    await send(page);
    expect(await bench.standing(run)).toMatchObject({ state: 'WAITING_CONFIRM', steps: 6 });

    await page.goto(`${bench.host.url}/mailbox`);
    await follow(page, 'chan@ops.example');
    expect(page.url()).not.toBe(first);
    const revision = page.locator('.revision');
    expect(await revision.locator('q').textContent()).toBe('Please read it once more.');
    expect(await revision.locator('del').allTextContents()).toEqual([
      'Temperature: 27 °C (Observatory, 09:00)',
      '氣溫：27°C（天文台，09:00）',
    ]);
    expect(await revision.locator('ins').allTextContents()).toEqual([
      'Temperature: 29 °C (Observatory, 09:00)',
      '氣溫：29°C（天文台，09:00）',
    ]);
    await expectTappable(page);
    await picture(page, 'page-what-changed');

    await choose(page, 'EDITED');
    await page.locator('[name="0.edit.title"]').fill('Brief, as I want it 覆核');
    await send(page);
    expect((await bench.standing(run)).state).toBe('DONE');
    await page.reload();
    expect(await page.locator('ins').textContent()).toContain('Brief, as I want it 覆核');
    const shown = await page.locator('dd code').first().textContent();

    // by hand: the digest is SHA-256 over JSON with sorted keys of tool, key, arguments and injected facts
    const sorted = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(sorted)
        : value && typeof value === 'object'
          ? Object.fromEntries(
              Object.entries(value)
                .sort(([a], [b]) => (a < b ? -1 : 1))
                .map(([k, v]) => [k, sorted(v)]),
            )
          : value;
    const audit = JSON.parse(JSON.stringify(await auditOf(bench.host.items, run)));
    const [ran] = audit.writes;
    const { tool, key, args, injected } = ran;
    expect(args.title).toBe('Brief, as I want it 覆核');
    const digest = createHash('sha256')
      .update(JSON.stringify(sorted({ tool, key, args, injected })))
      .digest('hex');
    expect([shown, audit.decisions.at(-1).rulings[0].digest, ran.digest]).toEqual([digest, digest, digest]);
    expect(audit.gates.at(-1).proposals[0].digest).not.toBe(digest);
    expect(JSON.stringify(bench.asked(date).at(-1)?.messages.at(-1))).toContain('Brief, as I want it 覆核');

    // the first link tells what became of it, and its form is gone
    await page.goto(first);
    expect(await page.locator('main').textContent()).toContain('Please read it once more.');
    expect(await page.locator('form').count()).toBe(0);
  });

  it('follows a run at the console as it happens, without a reload, and what was opened stays open', async () => {
    const { run, link = '' } = await bench.run(freshDate());
    const page = await visit(`/console/runs/${run}`);
    await page.locator('#turn-1 > summary').click();
    let loads = 0;
    page.on('framenavigated', () => {
      loads += 1;
    });
    expect(await page.locator('h1 .badge').textContent()).toBe('RUNNING');
    const gate = await visit(link.slice(bench.host.url.length));
    await choose(gate, 'APPROVED');
    await send(gate);
    expect((await bench.standing(run)).state).toBe('DONE');
    await page.locator('h1 .badge.DONE').waitFor();
    // the record says so a step before the machine does
    await page.locator('.state.current', { hasText: 'DONE' }).waitFor();
    expect(await page.locator('.state.current text').textContent()).toBe('DONE');
    expect(await page.locator('#turn-1').getAttribute('open')).not.toBeNull();
    expect(loads).toBe(0);
  });

  it('pauses, resumes and cancels at the console without scripts; the link is dead after that', async () => {
    const { run, link = '' } = await bench.run(freshDate());
    const page = await visit(`/console?text=${run}`, scriptless);
    await page.locator('.rows a').click();
    await page.waitForURL(/\/console\/runs\//);
    for (const [press, then] of [
      ['Pause before the next turn', 'Resume'],
      ['Resume', 'Pause before the next turn'],
    ] as const) {
      await page.locator('button', { hasText: press }).click();
      await page.locator('button', { hasText: then }).waitFor();
    }
    // the only button that ends something is not there to be pressed by a slip
    expect(await page.locator('button.stop').isVisible()).toBe(false);
    await page.locator('summary', { hasText: 'Cancel this run' }).click();
    await page.locator('button.stop').click();
    await page.waitForLoadState();
    expect((await bench.standing(run)).state).toBe('CANCELLED');
    await page.reload();
    expect(await page.locator('h1 .badge').textContent()).toBe('CANCELLED');
    await page.goto(link);
    expect(await heading(page)).toBe('Cancelled: nothing was done');
    expect(await page.locator('form').count()).toBe(0);
    await picture(page, 'cancelled');
    expect(await tasks(run)).toBe(0);
  });

  it.each<[string, BrowserContextOptions]>([
    ['phone-dark', { ...phone, colorScheme: 'dark' }],
    ['desktop-light', { ...desktop, colorScheme: 'light' }],
  ])(
    'finds nothing that hinders on any page of this machine: %s',
    { timeout: 60_000 },
    async (screen, options) => {
      const parked = await bench.run(freshDate());
      const { items } = bench.host;
      const done = (await items.list('TASK', { limit: 1 })).items[0]?.id;
      const ended = (await items.list('RUN', { limit: 1 })).items[0]?.run;
      const page = await visit('/mailbox', options);
      const mail = await page.locator('.mails a').first().getAttribute('href');
      for (const [name, path] of [
        ['mailbox', '/mailbox'],
        ['letter', mail],
        ['tasks', '/tasks'],
        ['task', `/tasks/${done}`],
        ['runs', '/console'],
        ['gates', '/console/gates'],
        ['run-waiting', `/console/runs/${parked.run}`],
        ['run-done', `/console/runs/${ended}`],
        ['no-run', '/console/runs/none'],
      ]) {
        await page.goto(`${bench.host.url}${path}`);
        if (name === 'run-done' && screen === 'desktop-light') await docsPicture(page, 'console');
        for (const summary of await page.locator('main summary').all()) await summary.click();
        // in the other colours only the pages that have all of them
        await (screen === 'phone-dark' || name?.startsWith('run') ? expectGood : expectTappable)(page);
        await picture(page, `console-${name}-${screen}`);
      }
    },
  );
});
