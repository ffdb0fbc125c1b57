import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const folder = join(import.meta.dirname, '../../../.assay/screenshots');

/** A wide window and a phone. */
const sizes = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
] as const;

/** Keeps what the page looks like at every width, as `.assay/screenshots/<name>-<width>.png`. */
export async function keepScreenshots(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const size of sizes) {
    await page.setViewportSize(size);
    const path = join(folder, `${name}-${String(size.width)}.png`);
    await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    process.stdout.write(`screenshot: ${path}\n`);
  }
  await page.setViewportSize(sizes[0]);
}

/** The width a page is wider than its window on a phone; 0: nobody has to scroll sideways. */
export async function overflowOnPhone(page: Page): Promise<number> {
  await page.setViewportSize(sizes[1]);
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  await page.setViewportSize(sizes[0]);
  return overflow;
}
