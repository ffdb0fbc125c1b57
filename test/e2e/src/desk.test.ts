import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasBrowser, launchBrowser, newPerson } from './browser.ts';
import { keepScreenshots, overflowOnPhone } from './screenshots.ts';

describe.skipIf(!hasBrowser)('the desk (needs Chromium)', () => {
  let platform: LaunchedPlatform;
  let browser: Browser;
  let page: Page;
  const asked: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    platform = await launchPlatform({ servers: inject('servers') });
    browser = await launchBrowser();
    page = await newPerson(browser);
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  it('asks who is there, and takes a key', async () => {
    await page.goto(`${platform.baseUrl}/v2/desk`);
    await page.getByRole('heading', { name: 'Sign in to examine files' }).waitFor();
    await keepScreenshots(page, 'desk-sign-in');
    await page.getByLabel('Or use an API key').fill(platform.apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Begin with a project' }).waitFor();
    await keepScreenshots(page, 'desk-no-project');
    await page.getByLabel('A project holds files').fill('Flood pictures');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Drop pictures' }).waitFor();
    await keepScreenshots(page, 'desk-empty');
    expect(await page.getByLabel('Project').locator('option').allTextContents()).toEqual(['Flood pictures']);
  });

  it('goes from a picture to its report', async () => {
    await page.locator('#files').setInputFiles(samplePhotograph());
    await page.getByRole('list', { name: 'Stages' }).waitFor();
    await keepScreenshots(page, 'desk-running');
    const report = page.frameLocator('iframe.report');
    await report.getByRole('heading', { name: 'Unverified', level: 1 }).waitFor();
    await keepScreenshots(page, 'desk-report');
    expect(await overflowOnPhone(page)).toBe(0);
    const files = new URL(platform.layout.servers.s3.endpoint).origin;
    const hosts = new Set(asked.map((url) => new URL(url).origin));
    expect([...hosts].filter((host) => host !== platform.baseUrl && host !== files)).toEqual([]);
    // Asking who is signed in is answered with 401 to a visitor, which browsers note.
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
  });
});
