import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { awaitEnrichment } from '@assay/test-kit/verify';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../accessibility.ts';
import { hasBrowser, launchBrowser, newPerson } from '../browser.ts';
import { launchReceiverPlatform } from '../webhooks/example-receivers.ts';
import type { ReceiverPlatform } from '../webhooks/example-receivers.ts';
import { createTestJob } from './crowd-answers.ts';
import { inEachView, keepFile } from '../screenshots.ts';

describe.skipIf(!hasBrowser)('webhooks at the desk (needs Chromium)', { retry: 0 }, () => {
  let platform: ReceiverPlatform;
  let browser: Browser;
  let page: Page;
  let rest: Rest;
  let projectId: string;
  let receiver: Awaited<ReturnType<ReceiverPlatform['start']>>;

  beforeAll(async () => {
    platform = await launchReceiverPlatform();
    rest = createRest(platform.baseUrl, platform.apiKey);
    browser = await launchBrowser();
    page = await newPerson(browser);
    page.setDefaultTimeout(15_000);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${platform.baseUrl}/v2/desk#webhooks`);
    await page.getByLabel('Or use an API key').fill(platform.apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  /** Keeps screenshots of the page, and expects that it is accessible and not wider than its window. */
  async function expectGoodView(name: string): Promise<void> {
    await inEachView(page, async (view) => {
      const bytes = await page.screenshot({ fullPage: true, animations: 'disabled' });
      keepFile(`desk-webhooks-${name}-${view}.png`, bytes);
      expect([view, await accessibilityProblems(page)]).toEqual([view, []]);
      expect([view, await page.evaluate(overflow)]).toEqual([view, 0]);
    });
  }

  const press = (name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).press('Enter');
  const alert = () => page.getByRole('form').getByRole('alert');
  const summaries = () => page.locator('.deliveries summary');
  const filter = (name: string) => page.locator('#page-webhooks .fields').getByLabel(name);
  const states = () => page.locator('.deliveries summary .chip').allTextContents();

  it('need a project', async () => {
    await page.getByText('A webhook belongs to a project').waitFor();
    await expectGoodView('no-project');
    projectId = (await rest.post('/v2/projects', { name: 'Harbour' })).body.id;
    await rest.post('/v2/projects', { name: 'Quay' });
    await page.reload();
    await page.getByText('This project has no webhooks yet.').waitFor();
    await page.locator('#webhooks-project').selectOption({ label: 'Harbour' });
    await page.waitForURL(`**/v2/desk#webhooks/${projectId}`);
    await expectGoodView('none');
  });

  it('are refused with one line that names the reason, and nothing that was typed is lost', async () => {
    await press('New webhook');
    expect(await page.locator(':focus').getAttribute('id')).toBe('webhook-url');
    await page.keyboard.type('https://user:secret@example.com/');
    await page.keyboard.press('Enter');
    expect(await alert().textContent()).toBe('Choose at least one event.');
    await page.getByLabel('file.enriched').press('Space');
    for (const [url, reason] of [
      ['https://user:secret@example.com/', 'The address contains a user name or a password. Remove them.'],
      ['http://example.com/', 'The address does not begin with https://. Use an address with TLS.'],
      ['https://printer.local/', 'The host is a local or reserved name. Use a public host name.'],
      [
        'https://10.0.0.1/',
        'The host is not a public address. Use an address that is reachable from the internet.',
      ],
    ] as const) {
      await page.getByLabel('Address').fill(url);
      await page.keyboard.press('Enter');
      await expect.poll(() => alert().textContent()).toBe(reason);
      expect(await page.locator(':focus').getAttribute('aria-invalid')).toBe('true');
    }
    await expectGoodView('refused');
  });

  it('show their secret once, to be copied', async () => {
    await page.getByLabel('Address').fill(platform.urls.node);
    await page.getByLabel('Description').fill('Verdicts for <b>the harbour</b>');
    await page.getByLabel('run.completed').press('Space');
    await press('Create webhook');
    await page.getByRole('heading', { name: platform.urls.node, level: 1 }).waitFor();
    await page.getByText('Verdicts for <b>the harbour</b>').waitFor();
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    expect(secret).toMatch(/^whsec_/u);
    await expectGoodView('secret');
    await press('Copy the secret');
    await expect.poll(() => page.getByRole('status').first().textContent()).toBe('Copied.');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    receiver = await platform.start('node', secret);
    await press('I have stored it');
    expect(await page.getByLabel('Secret', { exact: true }).count()).toBe(0);
    await page.reload();
    await page.getByText('Nothing was sent yet.').waitFor();
    expect(await page.content()).not.toContain(secret);
  });

  it('are tested by keyboard', async () => {
    await press('Send a test');
    await page.getByText(/^The test arrived: the receiver responded 204 after \d+ ms\.$/u).waitFor();
    expect(receiver.lines.at(-1)).toContain('webhook.test');
    await expectGoodView('tested');
  });

  it('list the deliveries with request and response', async () => {
    const { body: file } = await rest.upload(projectId, samplePhotograph());
    await expect.poll(() => receiver.lines.at(-1), { timeout: 60_000 }).toContain(file.id);
    await press('Refresh');
    await summaries().first().waitFor();
    await expect.poll(states).toEqual(['Delivered']);
    await summaries().first().press('Enter');
    await page.locator('.deliveries pre').getByText(file.id).waitFor();
    await page.getByText('It is empty.').waitFor();
    await expectGoodView('delivered');
  });

  it('rotate their secret, and show the answer and the error of a receiver that does not know it', async () => {
    await press('Rotate the secret');
    await page.getByRole('dialog', { name: 'Rotate the secret?' }).waitFor();
    await expectGoodView('rotation');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).press('Enter');
    await page.getByText('The old secret is invalid at once.').waitFor();
    expect(await page.locator(':focus').textContent()).toBe('Store the secret now');
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    await press('I have stored it');
    await press('Send again');
    await expect.poll(states, { timeout: 30_000 }).toEqual(['Retrying', 'Delivered']);
    await summaries().first().press('Enter');
    await page.getByText('The receiver responded 400.').waitFor();
    await page.getByText('No matching signature found').waitFor();
    await expectGoodView('failed');
    await filter('Status').selectOption({ label: 'Delivered' });
    await expect.poll(states).toEqual(['Delivered']);
    await filter('Event').selectOption({ label: 'run.failed' });
    await page.getByText('No delivery matches the filters.').waitFor();
    await filter('Status').selectOption({ label: 'All' });
    await filter('Event').selectOption({ label: 'All' });
    await receiver.stop();
    receiver = await platform.start('node', secret);
  });

  it('are edited, disabled, enabled, and sent the events that they missed', async () => {
    await press('Edit');
    await page.getByLabel('Description').fill('The harbour');
    await page.getByRole('checkbox', { name: 'run.failed' }).press('Space');
    await expectGoodView('editing');
    await press('Save');
    await page.getByText('Events: run.completed, run.failed, file.enriched').waitFor();
    expect(await page.locator(':focus').textContent()).toBe('Edit');
    await press('Disable');
    await page.getByText('It receives nothing.').waitFor();
    expect(await page.getByRole('button', { name: 'Send missed events' }).count()).toBe(0);
    await summaries().first().press('Enter');
    await expect.poll(() => page.getByRole('button', { name: 'Send again' }).count()).toBe(0);
    await expectGoodView('disabled');
    const { body: missed } = await rest.upload(projectId, samplePhotograph());
    await awaitEnrichment(rest, missed.id);
    await press('Enable');
    await press('Send missed events');
    await page.getByRole('dialog', { name: 'Send missed events?' }).waitFor();
    await expectGoodView('recovery');
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).press('Enter');
    await page.getByText(/^[12] events? (?:is|are) sent again\.$/u).waitFor();
    await expect.poll(() => receiver.lines.join(), { timeout: 30_000 }).toContain(missed.id);
  });

  it('are listed, and deleted only after a confirmation', async () => {
    await page.getByRole('link', { name: 'All webhooks' }).press('Enter');
    await page.getByText('3 events · The harbour').waitFor();
    await expectGoodView('list');
    await page.getByRole('link', { name: platform.urls.node }).press('Enter');
    await page.getByRole('heading', { name: platform.urls.node, level: 1 }).waitFor();
    await press('Delete');
    await page.getByRole('dialog', { name: 'Delete the webhook?' }).waitFor();
    await page.keyboard.press('Escape');
    await press('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByText('This project has no webhooks yet.').waitFor();
  });

  it('of a crowd job are made, tested and deleted on the same page', async () => {
    const { body: file } = await rest.upload(projectId, samplePhotograph());
    const jobId = await createTestJob(rest, projectId, [file.id]);
    await page.goto(`${platform.baseUrl}/v2/desk#crowd/${projectId}/${jobId}`);
    await page.getByRole('heading', { name: 'Quay & <i>crane</i>' }).waitFor();
    await page.locator('#page-crowd').getByRole('link', { name: 'Webhooks' }).press('Enter');
    await page.getByText('This job has no webhooks yet.').waitFor();
    await expectGoodView('job-none');
    await press('New webhook');
    await page.keyboard.type(platform.urls.node);
    expect(await page.getByRole('checkbox').count()).toBe(12);
    await page.getByLabel('job.paused').press('Space');
    await expectGoodView('job-form');
    await press('Create webhook');
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    await receiver.stop();
    receiver = await platform.start('node', secret);
    await press('I have stored it');
    await rest.post(`/v2/crowd-jobs/${jobId}/pause`);
    await expect.poll(() => receiver.lines.join(), { timeout: 30_000 }).toContain(jobId);
    await press('Refresh');
    await expect.poll(states).toEqual(['Delivered']);
    await expectGoodView('job-delivered');
    await page.getByRole('link', { name: 'All webhooks of the job' }).press('Enter');
    await page.getByRole('link', { name: platform.urls.node }).press('Enter');
    await press('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByText('This job has no webhooks yet.').waitFor();
    await page.getByRole('link', { name: 'Quay & <i>crane</i>' }).press('Enter');
    await page.getByText('Progress and money').waitFor();
  });
});

/** Runs in the page: how much wider it is than its window. */
const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
