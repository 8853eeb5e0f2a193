import { existsSync, mkdirSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The system's Chromium; without one, browser tests are skipped by name. */
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
export const noChromium = !existsSync(executablePath);

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
export const desktop = { viewport: { width: 1280, height: 800 } };
/** As most mail programs' own browsers are set, and as the page must work: no script at all. */
export const scriptless = { ...phone, javaScriptEnabled: false };

export async function open(browser: Browser, url: string, options: BrowserContextOptions): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(url);
  return page;
}

const ROOT = new URL('../../../', import.meta.url).pathname;

/** With PICTURES set (npm run pictures), keeps a picture of the whole page for people to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  mkdirSync(`${ROOT}artefacts/gate`, { recursive: true });
  await page.screenshot({ path: `${ROOT}artefacts/gate/${name}.png`, fullPage: true });
}

/** With PICTURES set, one screen as the documentation shows it. */
export async function docsPicture(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  await page.screenshot({ path: `${ROOT}docs/screenshots/${name}.png`, scale: 'css' });
}
