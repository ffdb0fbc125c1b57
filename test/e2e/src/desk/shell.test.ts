import { randomUUID } from 'node:crypto';
import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { addMember } from '@assay/test-kit/join-organization';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { awaitRunEnd, awaitEnrichment } from '@assay/test-kit/verify';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../accessibility.ts';
import { hasBrowser, launchBrowser, newPerson, sayWhoIsThere } from '../browser.ts';
import { inEachView, keepFile } from '../screenshots.ts';

describe.skipIf(!hasBrowser)('pages for people (needs Chromium)', () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let admin: Rest;
  let projectId: string;

  beforeAll(async () => {
    platform = await joinPlatform();
    admin = createRest(platform.baseUrl, platform.apiKey);
    const { organizationId, inbox, issuer } = platform;
    for (const role of ['viewer', 'user'] as const) {
      const credential = { authorization: `Bearer ${await issuer.accessToken(addresses[role])}` };
      const member = { email: addresses[role], credential, role };
      await addMember({ platform, inbox, admin, organizationId }, member);
    }
    projectId = (await admin.post('/v2/projects', { name: 'Flood images' })).body.id;
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  /** Opens a page as a member of the organization who has signed in. */
  async function openAs(role: keyof typeof addresses, path: string): Promise<Page> {
    const page = await newPerson(browser);
    await page.goto(`${platform.baseUrl}/v2/auth/start?returnTo=${path}`);
    await sayWhoIsThere(page, addresses[role], role);
    return page;
  }

  /** Keeps screenshots of the page, and expects that it is accessible and never wider than its window. */
  async function expectGoodViews(page: Page, name: string): Promise<void> {
    await inEachView(page, async (view) => {
      keepFile(`${name}-${view}.png`, await page.screenshot({ fullPage: true, animations: 'disabled' }));
      expect([view, await accessibilityProblems(page)]).toEqual([view, []]);
      expect([view, await page.evaluate<number>(overflow)]).toEqual([view, 0]);
    });
  }

  it('begin at /, which says what Assay is and leads by keyboard to the desk', async () => {
    const page = await newPerson(browser);
    await page.goto(platform.baseUrl);
    await page.getByRole('heading', { name: 'Is this file what it claims to be?' }).waitFor();
    await expectGoodViews(page, 'home');
    expect(await page.getByRole('link').allTextContents()).toEqual([
      ...['Sign in', 'Open the desk', 'API explorer', 'Documentation', 'OpenAPI document'],
    ]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await sayWhoIsThere(page, addresses.user, 'User');
    await page.getByRole('heading', { name: 'Cases', level: 1 }).waitFor();
  });

  it('have a navigation that works by keyboard and shows only pages that exist', async () => {
    const page = await openAs('user', '/v2/desk');
    await page.getByRole('heading', { name: 'Drop images' }).waitFor();
    await expectGoodViews(page, 'desk-shell');
    const navigation = page.getByRole('navigation', { name: 'Desk' });
    expect(await navigation.getByRole('link').allTextContents()).toEqual([
      'Cases',
      'Crowd jobs',
      'Datasets',
      'Webhooks',
    ]);
    await page.getByRole('combobox', { name: 'Organization' }).focus();
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    expect(await focused.textContent()).toBe('Cases');
    expect(await focused.getAttribute('aria-current')).toBe('page');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/v2/desk#cases');
    expect(await page.title()).toBe('Cases · Assay');
    expect(await page.getByRole('heading', { name: 'Drop images' }).isVisible()).toBe(true);
    for (const name of ['Crowd jobs', 'Datasets', 'Webhooks', 'API explorer', 'Documentation']) {
      await page.keyboard.press('Tab');
      expect(await focused.textContent()).toBe(name);
    }
  });

  it('show a viewer the runs and reports, and a sentence in place of everything else', async () => {
    const { body: stored } = await admin.upload(projectId, samplePhotograph());
    await awaitEnrichment(admin, stored.id);
    const start = { pipelineSlug: 'image-authenticity', fileIds: [stored.id] };
    const started = await admin.post(`/v2/projects/${projectId}/verification-runs`, start);
    await awaitRunEnd(admin, started.body);
    const url = 'https://hooks.example.org/assay';
    await admin.post(`/v2/projects/${projectId}/webhooks`, { url, eventTypes: ['run.failed'] });
    const page = await openAs('viewer', '/v2/desk');
    await page.getByText('Your role in this organization is viewer').waitFor();
    await page.getByRole('button', { name: 'starfish.jpg' }).waitFor();
    await expectGoodViews(page, 'desk-viewer');
    for (const name of ['Choose files', 'Check a claim without a file', 'New project'])
      expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0]);
    await page.getByRole('button', { name: 'starfish.jpg' }).press('Enter');
    await page.frameLocator('iframe.report').getByRole('heading', { name: 'Unverified', level: 1 }).waitFor();
    await expectGoodViews(page, 'desk-viewer-report');
    // The history of the browser leads back to the list.
    await page.getByRole('link', { name: 'Cases' }).press('Enter');
    await page.locator('#result').waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Datasets' }).press('Enter');
    await page.getByText('you can read datasets').waitFor();
    expect(await page.getByRole('button', { name: 'Choose folder' }).count()).toBe(0);
    await expectGoodViews(page, 'desk-viewer-datasets');
    await page.getByRole('link', { name: 'Webhooks' }).press('Enter');
    await page.getByText('you can read webhooks').waitFor();
    expect(await page.getByRole('button', { name: 'New webhook' }).count()).toBe(0);
    await page.getByRole('link', { name: url }).press('Enter');
    await page.getByText('Nothing was sent yet.').waitFor();
    expect(await page.getByRole('button', { name: 'Send a test' }).count()).toBe(0);
    await expectGoodViews(page, 'desk-viewer-webhook');
  });

  it('let somebody who has signed in call the API from the explorer, also to change something', async () => {
    const page = await openAs('user', '/v2');
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    const send = async (operation: string, path: string) => {
      await page.getByRole('link', { name: operation }).click();
      await page.getByRole('button').filter({ hasText: 'Test Request' }).filter({ hasText: path }).click();
      const answered = page.waitForResponse(`${platform.baseUrl}/v2/projects*`);
      await page.getByRole('button', { name: /^Send/u }).first().click();
      const answer = await answered;
      keepFile(`explorer-${String(answer.status())}.png`, await page.screenshot({ animations: 'disabled' }));
      await page.keyboard.press('Escape');
      return [answer.request().headers()['x-api-key'], answer.status()];
    };
    expect(await send('List projects', 'get /v2/projects)')).toEqual(['', 200]);
    expect(await send('Create a project', 'post /v2/projects)')).toEqual(['', 201]);
  });
});

const addresses = {
  viewer: `viewer-${randomUUID()}@example.org`,
  user: `user-${randomUUID()}@example.org`,
} as const;

/** Runs in the page: how much wider it is than its window. */
const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
