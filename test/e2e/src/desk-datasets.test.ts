import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { hasBrowser, launchBrowser, newPerson } from './browser.ts';
import { keepScreenshots, overflowOnPhone } from './screenshots.ts';

describe.skipIf(!hasBrowser)('datasets at the desk (needs Chromium)', () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let page: Page;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-desk-'));
    await writeFolder(folder);
    platform = await joinPlatform();
    browser = await launchBrowser();
    page = await newPerson(browser);
    await page.goto(`${platform.baseUrl}/v2/desk#datasets`);
    await page.getByLabel('Or use an API key').fill(platform.apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Datasets', level: 1 }).waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
    await rm(folder, { recursive: true });
  });

  /** Keeps screenshots of the page, and expects that it is accessible and not wider than its window. */
  async function expectGoodView(name: string): Promise<void> {
    await keepScreenshots(page, `desk-datasets-${name}`);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overflowOnPhone(page)).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  it('begin with a folder that is dropped on the page', async () => {
    await page.getByText('This organization has no datasets yet.').waitFor();
    await expectGoodView('none');
    await dropFolder(page, join(folder, 'Harbour images'));
    await page.getByRole('heading', { name: 'New dataset' }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Harbour images');
    expect(await page.getByLabel('Internal id').inputValue()).toBe('harbour-images');
    expect(await page.getByLabel('Kind of files').inputValue()).toBe('image');
    await expectGoodView('form');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Harbour images', level: 1 }).waitFor();
    await page.getByText('8 files uploaded, 1 refused.').first().waitFor();
    const refused = page.getByRole('region', { name: 'Upload' }).getByRole('listitem');
    expect(await refused.allTextContents()).toEqual([
      'broken.jpg: its type text/plain does not fit this dataset',
    ]);
    await page.getByText('8 files,').waitFor();
    await expectGoodView('uploaded');
  });
});

/** Drops a folder of this computer on the middle of the page, as a file manager does. */
async function dropFolder(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 640, y: 300, data });
  }
  await session.detach();
}

/** Writes images of a harbour: copies, a smaller copy, a blank image, an icon, and a file that is no image. */
async function writeFolder(folder: string): Promise<void> {
  const path = join(folder, 'Harbour images');
  await mkdir(join(path, 'quay'), { recursive: true });
  const photograph = sharp(samplePhotograph());
  const crop = (left: number) => photograph.clone().extract({ left, top: 80, width: 500, height: 400 });
  const starfish = await crop(60).jpeg({ quality: 92 }).toBuffer();
  const quay = await crop(600).jpeg({ quality: 92 }).toBuffer();
  const fill = { width: 320, height: 240, channels: 3, background: '#336699' } as const;
  const files = {
    'starfish.jpg': starfish,
    'starfish copy.jpg': starfish,
    'starfish small.jpg': await sharp(starfish).resize(300).jpeg({ quality: 80 }).toBuffer(),
    'quay/quay.jpg': quay,
    'quay/starfish.jpg': starfish,
    'rotated.jpg': await sharp(await crop(300).flop().toBuffer())
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
    'blank.png': await sharp({ create: fill }).png().toBuffer(),
    'icon.png': await sharp(quay).resize(16, 16).png().toBuffer(),
    'broken.jpg': Buffer.from('This is no image.'),
    '.DS_Store': Buffer.from('x'),
  };
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(path, name), bytes);
}
