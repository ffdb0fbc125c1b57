import { mkdirSync, writeFileSync } from 'node:fs';
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
  for (const size of sizes) {
    await page.setViewportSize(size);
    keepFile(
      `${name}-${String(size.width)}.png`,
      await page.screenshot({ fullPage: true, animations: 'disabled' }),
    );
  }
  await page.setViewportSize(sizes[0]);
}

/** Calls an action in a wide window and on a phone, in light and in dark, with the name of the view, such as `390-dark`. */
export async function inEachView(page: Page, action: (view: string) => Promise<void>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const size of sizes) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      await action(`${String(size.width)}-${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(sizes[0]);
}

/** Keeps a file as output of the tests and says where. */
export function keepFile(name: string, bytes: Uint8Array): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, bytes);
  process.stdout.write(`kept: ${path}\n`);
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
