import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What axe finds that stops or seriously hinders people; contrast is among its rules. */
async function hindrances(page: Page): Promise<string[]> {
  // in one page alone: nothing here needs a look into frames, and opening another page for it takes long
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Things to tap that are smaller than 44 by 44; a link inside a sentence or a table cell counts by its line's height. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // the page's own world: the DOM is not among this project's types
    const { document } = globalThis as unknown as {
      document: { querySelectorAll(q: string): Iterable<never> };
    };
    const shown = [
      ...document.querySelectorAll(
        'button, nav a, a.button, .rows a, summary, .choice > label, textarea, select, input:not([type=hidden], [type=radio], [type=checkbox])',
      ),
    ] as unknown as {
      getBoundingClientRect(): { width: number; height: number };
      outerHTML: string;
    }[];
    return shown
      .map((node) => ({ box: node.getBoundingClientRect(), html: node.outerHTML.slice(0, 80) }))
      .filter(({ box }) => box.width > 0 && (box.width < 44 || box.height < 44))
      .map(({ box, html }) => `${Math.round(box.width)}x${Math.round(box.height)} ${html}`);
  });

const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { document } = globalThis as unknown as {
      document: { documentElement: { scrollWidth: number; clientWidth: number } };
    };
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });

export async function expectTappable(page: Page): Promise<void> {
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await smallTargets(page)).toEqual([]);
}

/** Within the screen, tappable, and without anything axe calls serious. */
export async function expectGood(page: Page): Promise<void> {
  await expectTappable(page);
  expect(await hindrances(page)).toEqual([]);
}
