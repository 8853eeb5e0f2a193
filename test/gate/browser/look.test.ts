import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askLetter } from '../../../lambda/gate/letters.tsx';
import { type GateItem, type Proposal, proposalDigest } from '../../../lambda/ledger/gate.ts';
import { approve, type Bench, bench } from '../bench.ts';
import { chan, openGate, plannedSteps, task } from '../fixture.ts';
import { desktop, docsPicture, launch, noChromium, open, phone, picture } from './chromium.ts';
import { expectGood, expectTappable } from './good.ts';

const plan: Proposal = {
  ...plannedSteps,
  editable: {
    type: 'object',
    properties: { steps: { type: 'array', items: { type: 'string' } } },
    required: ['steps'],
    additionalProperties: false,
  },
};
const asks = {
  ...plan,
  tool: 'ask_human',
  args: { question: 'Which office?' },
  question: { question: 'Which office?', choices: ['Central', 'Sha Tin'] },
};
const question: Proposal = { ...asks, digest: proposalDigest(asks) };
const SECOND = proposalDigest({ ...task, key: 'b7'.repeat(32) });
let turn = 10;

const recorded: GateItem = { ...openGate, recording: { observedAt: '2026-11-30T07:02:00+08:00' } };

describe.skipIf(noChromium)('in a browser, the page', () => {
  let browser: Browser;
  let b: Bench;
  beforeAll(async () => {
    browser = await launch();
    b = await bench(recorded);
  });
  afterAll(async () => {
    await browser?.close();
    await b?.close();
  });

  it.each([
    ['en', 'light', 'phone', phone],
    ['tc', 'dark', 'phone', phone],
    ['sc', 'light', 'phone', phone],
    ['en', 'dark', 'desktop', desktop],
    ['tc', 'light', 'desktop', desktop],
  ] as const)(
    'is readable, tappable and within the screen: %s, %s, %s',
    async (lang, scheme, screen, options) => {
      const page = await open(browser, `${b.link()}?lang=${lang}`, { ...options, colorScheme: scheme });
      await expectGood(page);
      await picture(page, `page-${screen}-${lang}-${scheme}`);
      if (screen === 'phone' && lang === 'en') await docsPicture(page, 'page');
      await page.context().close();
    },
  );

  it.each(['light', 'dark'] as const)('is so with every part opened: %s', async (scheme) => {
    const page = await open(browser, b.link(), { ...phone, colorScheme: scheme });
    for (const summary of await page.locator('summary').all()) await summary.click();
    for (const choice of ['CHANGES', 'REJECTED', 'EDITED']) {
      await page.locator(`label[for="0-${choice}"]`).click();
      expect(await page.locator(`input[value=${choice}] ~ .more`).isVisible()).toBe(true);
      await expectTappable(page);
      await picture(page, `opened-${choice}-${scheme}`);
    }
    await expectGood(page);
    await page.context().close();
  });

  it.each<[string, string, Partial<GateItem>, string?]>([
    [
      'an act whose outcome is not known',
      'SETTLE',
      { proposals: [{ ...task, note: 'the target could not say' }] },
      'HAPPENED',
    ],
    ['a plan that is edited', 'REVIEW', { proposals: [plan] }, 'EDITED'],
    ['a question', 'REVIEW', { proposals: [question] }],
    ['a request that is over', 'CONFIRM', { decideBy: '2026-11-29T23:05:00.000Z' }],
    [
      'an answer that waits for another person’s, and several acts',
      'CONFIRM',
      { quorum: 2, proposals: [task, { ...task, index: 1, key: 'b7'.repeat(32), digest: SECOND }] },
    ],
  ])('is so for %s', async (name, kind, more, choice) => {
    turn += 1;
    const gate = {
      ...recorded,
      ...more,
      turn,
      kind: kind as GateItem['kind'],
      pk: `GATE#morning-brief-2026-11-30#${String(turn).padStart(4, '0')}#${kind}`,
    };
    await b.items.put(gate, [{ absent: 'pk' }]);
    const page = await open(browser, b.linkTo(gate), phone);
    if (choice) await page.locator(`label[for="0-${choice}"]`).click();
    await expectGood(page);
    await picture(page, `kind-${name.replaceAll(/\W+/g, '-')}`);
    await page.context().close();
  });

  it('can be used by keyboard alone', async () => {
    const page = await open(browser, b.link(), desktop);
    const focused = () =>
      page.evaluate(() => {
        const { document } = globalThis as unknown as {
          document: { activeElement: { id: string; outerHTML: string } };
        };
        return document.activeElement.id || document.activeElement.outerHTML.slice(0, 40);
      });
    const seen = new Set<string>();
    for (let i = 0; i < 30; i += 1) {
      await page.keyboard.press('Tab');
      seen.add(await focused());
      if ((await focused()) === '0-APPROVED') break;
    }
    expect([...seen].at(-1)).toBe('0-APPROVED');
    await page.keyboard.press('Space');
    expect(await page.locator('#\\30 -APPROVED').isChecked()).toBe(true);
    await page.keyboard.press('Tab');
    expect(await focused()).toContain('<button type="submit">');
    await page.context().close();
  });

  it('fits a screen of 320 pixels, also with words that have no end', async () => {
    const endless = 'x'.repeat(300);
    const odd: GateItem = {
      ...openGate,
      turn: 4,
      pk: 'GATE#morning-brief-2026-11-30#0004#CONFIRM',
      workflow: 'w'.repeat(32),
      exhibit: {
        figures: openGate.exhibit.figures.map((figure) => ({ ...figure, field: endless, received: endless })),
        notices: [{ kind: 'warning', lang: 'en', text: endless }],
      },
      moments: [
        {
          at: openGate.openedAt,
          stage: endless,
          turn: 1,
          tools: [endless],
          usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
        },
      ],
    };
    await b.items.put(odd, [{ absent: 'pk' }]);
    const page = await open(browser, b.linkTo(odd), { ...phone, viewport: { width: 320, height: 640 } });
    for (const summary of await page.locator('summary').all()) await summary.click();
    await expectGood(page);
    await picture(page, 'page-320');
    await page.context().close();
  });
});

describe.skipIf(noChromium)('in a browser, the receipt', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it.each(['light', 'dark'] as const)('is readable in every state: %s', async (scheme) => {
    const b = await bench();
    await b.post(approve(task.digest));
    const write = { pk: `WRITE#${task.key}`, sk: 'WRITE', key: task.key, gate: openGate.pk };
    const receipt = { id: 'task-20261130', at: '2026-11-29T23:06:12.000Z' };
    const failure = { code: 'TARGET_FULL', message: 'the list takes no more tasks' };
    for (const state of ['PROPOSED', 'EXECUTING', 'UNKNOWN', 'FAILED', 'SUCCEEDED']) {
      const more = state === 'SUCCEEDED' ? { receipt } : state === 'FAILED' ? { failure } : {};
      await b.items.update(write, { ...write, state, ...more }, [{ absentOrIn: ['sk', ['WRITE']] }]);
      const page = await open(browser, `${b.link()}?lang=${scheme === 'dark' ? 'tc' : 'en'}`, {
        ...phone,
        colorScheme: scheme,
      });
      await (state === 'FAILED' || state === 'SUCCEEDED' ? expectGood : expectTappable)(page);
      await picture(page, `receipt-${state}-${scheme}`);
      if (state === 'SUCCEEDED' && scheme === 'light') await docsPicture(page, 'receipt');
      await page.context().close();
    }
    await b.close();
  });

  it.each(['en', 'tc', 'sc'])('and a refusal are readable: %s', async (lang) => {
    const b = await bench();
    const page = await open(browser, `${b.url}/g/x?lang=${lang}`, phone);
    await (lang === 'en' ? expectGood : expectTappable)(page);
    await picture(page, `no-link-${lang}`);
    await page.context().close();
    await b.close();
  });
});

describe.skipIf(noChromium)('in a mail program, a letter', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it.each([
    ['en', 'light', 390],
    ['tc', 'dark', 390],
    ['sc', 'dark', 320],
    ['en', 'light', 320],
  ] as const)('is readable without images: %s, %s, %i pixels', async (lang, scheme, width) => {
    const { html } = askLetter(
      recorded,
      { ...chan, lang },
      'https://gate.ops.example/g/BrF9Xj7iHyW-nKnpiF0YSrydT7FIGXQkxkpU',
    );
    const context = await browser.newContext({
      ...phone,
      viewport: { width, height: 700 },
      colorScheme: scheme,
    });
    const page = await context.newPage();
    await page.setContent(html);
    await expectGood(page);
    await picture(page, `letter-${lang}-${scheme}-${width}`);
    if (lang === 'tc') await docsPicture(page, 'letter');
    await context.close();
  });
});
