import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../accessibility.ts';
import { hasBrowser, launchBrowser, newPerson, openDesk } from '../browser.ts';
import { keepScreenshots, overflowOnPhone } from '../screenshots.ts';

describe.skipIf(!hasBrowser)('the warnings of an estimate at the desk (needs Chromium)', () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    platform = await joinPlatform();
    browser = await launchBrowser();
    page = await newPerson(browser);
    await openDesk(page, platform, 'Small images');
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  const warnings = () => page.getByRole('list', { name: 'Warnings' }).getByRole('listitem');
  const smallImage = async () => ({
    name: 'small.png',
    mimeType: 'image/png',
    buffer: await sharp(samplePhotograph()).resize(120, 90).png().toBuffer(),
  });

  it('name the file that the checks cannot examine before the run is started', async () => {
    await page.locator('#files').setInputFiles(await smallImage());
    await expect
      .poll(() => warnings().allTextContents())
      .toEqual([
        'small.png: The image has 10,800 pixels; the checks need an image of at least 25,000 pixels with visible detail, as it was first saved. The expected price of this run is €0.00.',
      ]);
    await keepScreenshots(page, 'desk-estimate-warning');
    expect(await overflowOnPhone(page)).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('go where another pipeline examines the file, and come back', async () => {
    const analysis = page.getByRole('combobox', { name: 'Analysis' });
    await analysis.selectOption('synthetic-media-screen');
    await expect.poll(() => warnings().count()).toBe(0);
    await analysis.selectOption('image-authenticity');
    await expect.poll(() => warnings().count()).toBe(1);
  });

  it('name the small file alone among several, and go with it', async () => {
    await page.locator('#files').setInputFiles(samplePhotograph());
    await expect.poll(() => page.getByText('Ready', { exact: true }).count()).toBe(2);
    await expect.poll(() => warnings().allTextContents()).toHaveLength(1);
    await page.getByRole('button', { name: 'Remove small.png' }).click();
    await expect.poll(() => warnings().count()).toBe(0);
  });
});
