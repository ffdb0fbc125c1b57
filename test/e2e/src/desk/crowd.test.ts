import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { awaitEnrichment } from '@assay/test-kit/verify';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, launchBrowser, newPerson } from '../browser.ts';
import { createTestJob, expectGoodPage, submitAnswer } from './crowd-answers.ts';

describe.skipIf(!hasBrowser)('crowd jobs at the desk (needs Chromium)', { retry: 0 }, () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let page: Page;
  let rest: Rest;
  let projectId: string;
  let jobId: string;

  beforeAll(async () => {
    platform = await joinPlatform();
    rest = createRest(platform.baseUrl, platform.apiKey);
    browser = await launchBrowser();
    page = await newPerson(browser);
    page.setDefaultTimeout(15_000);
    await page.goto(`${platform.baseUrl}/v2/desk#crowd`);
    await page.getByLabel('Or use an API key').fill(platform.apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Crowd jobs', level: 1 }).waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  const expectGoodView = (name: string): Promise<void> => expectGoodPage(page, name);
  const press = (name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).press('Enter');

  it('need a project', async () => {
    await page.getByText('A crowd job belongs to a project').waitFor();
    projectId = (await rest.post('/v2/projects', { name: 'Harbour' })).body.id;
    await page.reload();
    await page.getByText('This project has no crowd jobs yet.').waitFor();
    await expectGoodView('none');
  });

  it('are listed with their progress and money', async () => {
    const { body: file } = await rest.upload(projectId, samplePhotograph());
    const { body: other } = await rest.upload(projectId, samplePhotograph());
    await Promise.all([awaitEnrichment(rest, file.id), awaitEnrichment(rest, other.id)]);
    jobId = await createTestJob(rest, projectId, [file.id, other.id]);
    await submitAnswer(rest, jobId, ({ files: [first] }) => ({
      changed: true,
      place: [
        { fileId: first?.fileId, x: 0.35, y: 0.2, width: 0.2, height: 0.3, note: 'An <b>edge</b>' },
        { fileId: first?.fileId, x: 0.7, y: 0.6, width: 0.1, height: 0.2 },
      ],
    }));
    await submitAnswer(rest, jobId, () => ({ changed: false }));
    await page.reload();
    await page.getByText('2 to review').waitFor();
    await page.getByText('€0.48 reserved, €0.00 spent').waitFor();
    await expectGoodView('list');
  });

  it('show their progress, money, link and actions', async () => {
    await page.getByRole('link', { name: 'Quay & <i>crane</i>' }).press('Enter');
    await page.getByRole('heading', { name: 'Quay & <i>crane</i>', level: 1 }).waitFor();
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe(
      `${platform.baseUrl}/v2/work/${jobId}`,
    );
    await press('Pause');
    await page.getByText('Workers cannot claim tasks.').waitFor();
    await press('Resume');
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await press('Show the statistics');
    await page.getByRole('table', { name: 'Workers' }).waitFor();
    await press('Show the consensus');
    await page.getByRole('table', { name: 'Consensus' }).getByText('Was something changed? Yes').waitFor();
    await expectGoodView('job');
  });

  it('are reviewed by keyboard, next to the image with its regions', async () => {
    await page.getByRole('link', { name: 'Review 2 answers' }).press('Enter');
    await page.getByText('Answer 1 of 2', { exact: true }).waitFor();
    await page.keyboard.press('n');
    await page.getByText('Answer 2 of 2', { exact: true }).waitFor();
    await expect.poll(() => page.locator('.marked-region').count()).toBe(2);
    await page.getByText('Note: An <b>edge</b>').waitFor();
    await expectGoodView('review');
    await page.keyboard.press('r');
    await page.getByLabel('Category').selectOption({ label: 'Little effort' });
    await page.getByRole('form').getByRole('button', { name: 'Reject' }).press('Enter');
    await page.getByText('Complete the sentence, so that the worker knows the reason.').waitFor();
    await page.getByRole('textbox', { name: 'Reason' }).press('End');
    await page.keyboard.type(' every edge is marked.');
    await expectGoodView('reject');
    await page.getByRole('form').getByRole('button', { name: 'Reject' }).press('Enter');
    await page
      .locator('.decision')
      .getByText(/: rejected\.$/u)
      .waitFor();
    await press('Undo');
    await page.getByRole('dialog').getByLabel('Reason').fill('I was wrong.');
    await expectGoodView('undo');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).press('Enter');
    await page
      .locator('.decision')
      .getByText(/: waits for review again\.$/u)
      .waitFor();
  });
});
