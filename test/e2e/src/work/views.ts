import { expect } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { accessibilityProblems } from '../accessibility.ts';
import { keepFile } from '../screenshots.ts';

const phone = { width: 390, height: 844 } as const;

/** Each width and each color scheme, but not each pair of them, which would take twice the time. */
const views = [
  { ...phone, colorScheme: 'light' },
  { ...phone, colorScheme: 'dark' },
  { width: 320, height: 640, colorScheme: 'light' },
  { width: 1280, height: 900, colorScheme: 'dark' },
] as const;

const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Targets smaller than 44 pixels, without links in sentences and controls whose label is the target. */
const smallTargets = `[...document.querySelectorAll('button, .option, input[type=text], textarea, a.button')]
  .filter((node) => node.checkVisibility() && !node.closest('.boxes'))
  .map((node) => [node.textContent || node.ariaLabel, node.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 43.9 || height < 43.9).map(([text]) => text)`;

/** A phone with touch, as a person of their own. */
export async function newPhone(browser: Browser, locale = 'en-GB'): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true, locale });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return page;
}

/** Keeps screenshots of a phone, a small phone and a wide window. Expects an accessible page without sideways scrolling and small targets. */
export async function expectGoodViews(page: Page, name: string): Promise<void> {
  for (const { colorScheme, ...size } of views) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    // The bar of a task is then in its place in the screenshot of the whole page.
    await page.evaluate('scrollTo(0, 0)');
    const view = `work-${name}-${String(size.width)}-${colorScheme}`;
    keepFile(`${view}.png`, await page.screenshot({ fullPage: true, animations: 'disabled' }));
    expect([view, await accessibilityProblems(page)]).toEqual([view, []]);
    expect([view, await page.evaluate<number>(overflow)]).toEqual([view, 0]);
    expect([view, await page.evaluate<unknown>(smallTargets)]).toEqual([view, []]);
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(phone);
}
