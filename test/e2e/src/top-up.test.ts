import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, launchBrowser, newPerson } from './browser.ts';

describe.skipIf(!hasBrowser)('a top-up at the mock provider (needs Chromium)', () => {
  let platform: SharedPlatform;
  let rest: Rest;
  let organizationId: string;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    platform = await joinPlatform();
    rest = createRest(platform.baseUrl, platform.apiKey);
    organizationId = (await rest.get('/v2/organizations')).body.data[0].id;
    browser = await launchBrowser();
    page = await newPerson(browser);
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  const balance = async () => (await rest.get('/v2/transactions/balance')).body.balanceCents as number;

  async function begin(amountCents: number) {
    const successUrl = `${platform.baseUrl}/v2/openapi.json?paid`;
    const cancelUrl = `${platform.baseUrl}/v2/openapi.json?canceled`;
    const body = { amountCents, successUrl, cancelUrl };
    const { status, body: topUp } = await rest.post(
      `/v2/organizations/${organizationId}/billing/top-ups`,
      body,
    );
    expect([status, topUp.status]).toEqual([201, 'pending']);
    return topUp as { transactionId: string; checkoutUrl: string };
  }

  const statusOf = async ({ transactionId }: { transactionId: string }) =>
    (await rest.get(`/v2/transactions/${transactionId}`)).body.status as string;

  it('raises the balance once it is paid, by exactly what was paid', async () => {
    const before = await balance();
    const topUp = await begin(12_345);
    await page.goto(topUp.checkoutUrl);
    expect(await balance()).toBe(before);
    await page.getByRole('button', { name: 'Pay €123.45' }).click();
    await page.waitForURL('**/v2/openapi.json?paid');
    await expect.poll(() => statusOf(topUp)).toBe('succeeded');
    await expect.poll(balance).toBe(before + 12_345);
    const { body: billing } = await rest.get(`/v2/organizations/${organizationId}/billing`);
    expect(billing.lastTopUp).toMatchObject({ amount_cents: 12_345 });

    await page.goto(topUp.checkoutUrl);
    await page.getByText('This payment was made').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
  });

  it('changes nothing when it is given up', async () => {
    const before = await balance();
    const topUp = await begin(50_000);
    await page.goto(topUp.checkoutUrl);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL('**/v2/openapi.json?canceled');
    await expect.poll(() => statusOf(topUp)).toBe('canceled');
    expect(await balance()).toBe(before);
  });
});
