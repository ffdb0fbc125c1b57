import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { createJob, smallImage } from './crowd-jobs.ts';
import { press, tabTo } from './keyboard.ts';
import { expectGoodViews, newPhone } from './views.ts';

const options = ['yes', 'no'].map((value) => ({ value, label: value }));
const survey = {
  questions: [{ key: 'changed', type: 'single_choice', label: 'Was it changed?', required: true, options }],
};

describe.skipIf(!hasBrowser)('a task that asks for a second judgement (needs Chromium)', () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let page: Page;
  let claims = 0;
  let hasExpired = true;

  beforeAll(async () => {
    platform = await joinPlatform();
    browser = await launchBrowser();
    const rest = createRest(platform.baseUrl, platform.apiKey);
    const jobId = await createJob(rest, { files: [await smallImage()], survey });
    page = await newPhone(browser);
    await page.route('**/claims', async (route) => {
      claims += 1;
      const response = await route.fetch();
      const claim = (await response.json()) as { files: { fileId: string; width: number; height: number }[] };
      await route.fulfill({ response, json: { ...claim, ...addOverlays(claim.files) } });
    });
    const body = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#d33' } })
      .png()
      .toBuffer();
    await page.route('**/sample-map-*', (route) =>
      hasExpired ? route.fulfill({ status: 403 }) : route.fulfill({ contentType: 'image/png', body }),
    );
    await page.goto(`${platform.baseUrl}/v2/work/${jobId}`);
    await page.getByRole('button', { name: 'Start as a guest' }).tap();
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  const map = (number: number) => page.getByRole('img', { name: `Map ${number}` });
  const toggle = (number: number) => page.getByRole('button', { name: `Map ${number}` });

  it('shows the areas that other people marked, and describes them', async () => {
    await page.getByText('The outlines show areas that other people marked.').waitFor();
    expect(await page.getByText('Region 1: left 25 %, top 25 %, width 50 %, height 25 %').count()).toBe(1);
    const image = await page.getByRole('img', { name: 'File 1' }).boundingBox();
    const area = await page.locator('.area').boundingBox();
    if (image === null || area === null) throw new Error('the image or the area is not visible');
    expect((area.x - image.x) / image.width).toBeCloseTo(0.25, 1);
    expect(area.height / image.height).toBeCloseTo(0.25, 1);
    expect(await page.locator('img.map').isVisible()).toBe(false);
  });

  it('loads a map again whose link has expired', async () => {
    const before = claims;
    await toggle(1).tap();
    const failure = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await failure.waitFor();
    hasExpired = false;
    await failure.getByRole('button', { name: 'Load again' }).tap();
    await map(1).waitFor();
    expect(claims).toBe(before + 1);
    expect(await toggle(1).getAttribute('aria-pressed')).toBe('true');
    await expectGoodViews(page, 'overlays');
  });

  it('shows one map at a time, and none again, by keyboard', async () => {
    await tabTo(page, 'Map 2');
    await press(page, 'Enter');
    await map(2).waitFor();
    expect(await map(1).count()).toBe(0);
    expect(await page.locator('img.map.alone').count()).toBe(1);
    expect(await toggle(1).getAttribute('aria-pressed')).toBe('false');
    await press(page, 'Enter');
    await expect.poll(() => page.locator('img.map').isVisible()).toBe(false);
  });
});

/** Adds an area and two maps to a claim, of which the second has another shape than the image. */
function addOverlays([file]: readonly { fileId: string; width: number; height: number }[]) {
  if (file === undefined) throw new Error('the claim has no file');
  const { fileId, width, height } = file;
  const link = { expiresAt: new Date(Date.now() + 900_000).toISOString() };
  return {
    areas: [{ fileId, x: 0.25, y: 0.25, width: 0.5, height: 0.25 }],
    maps: [
      { ...link, url: '/sample-map-1', width, height },
      { ...link, url: '/sample-map-2', width: width * 2, height },
    ],
  };
}
