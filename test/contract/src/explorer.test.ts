import { existsSync } from 'node:fs';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'];

describe.skipIf(!existsSync(executablePath))('the explorer (needs Chromium)', () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let page: Page;
  const requested: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    platform = await joinPlatform();
    const args = [...quiet, '--no-first-run', '--disable-component-update'];
    browser = await chromium.launch({ executablePath, args });
    page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.on('request', (request) => requested.push(request.url()));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${platform.baseUrl}/v2`);
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  it('opens without a complaint of the browser', async () => {
    await page.getByRole('heading', { name: 'Assay', exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('takes a key, sends a request with it and shows the answer', async () => {
    const value = page.locator('input[placeholder="QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT"]').first();
    await value.fill(platform.apiKey);
    await page.getByRole('link', { name: 'Billing' }).first().click();
    await page.getByRole('button', { name: /Test Request.*transactions\/balance/u }).click();
    const answered = page.waitForResponse(`${platform.baseUrl}/v2/transactions/balance`);
    await page.getByRole('button', { name: /^Send/u }).first().click();
    expect((await answered).status()).toBe(200);
    await page.getByText('200 OK').waitFor();
    await page.getByText('availableCents').last().waitFor();
  });

  it('has asked no other host for anything', () => {
    const elsewhere = requested.filter(
      (url) => !url.startsWith(platform.baseUrl) && !url.startsWith('data:'),
    );
    expect(elsewhere).toEqual([]);
    expect(requested.length).toBeGreaterThan(3);
  });
});
