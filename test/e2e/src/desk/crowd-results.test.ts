import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { addMember } from '@assay/test-kit/join-organization';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { bearer, createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, launchBrowser, newPerson, sayWhoIsThere } from '../browser.ts';
import { createTestJob, expectGoodPage, submitAnswer } from './crowd-answers.ts';

describe.skipIf(!hasBrowser)('results of a crowd job at the desk (needs Chromium)', { retry: 0 }, () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let page: Page;
  let admin: Rest;
  let worker: Awaited<ReturnType<typeof join>>;
  let reviewer: Awaited<ReturnType<typeof join>>;
  let projectId: string;
  let jobId: string;
  let path: string;

  beforeAll(async () => {
    platform = await joinPlatform();
    admin = createRest(platform.baseUrl, platform.apiKey);
    worker = await join('viewer');
    reviewer = await join('user');
    projectId = (await admin.post('/v2/projects', { name: 'Harbour' })).body.id;
    const { body: file } = await admin.upload(projectId, samplePhotograph());
    jobId = await createTestJob(admin, projectId, [file.id]);
    path = `/v2/desk#crowd/${projectId}/${jobId}`;
    await appealAgainst(admin, jobId);
    browser = await launchBrowser();
    page = await newPerson(browser);
    page.setDefaultTimeout(15_000);
    await page.goto(`${platform.baseUrl}/v2/auth/start?returnTo=/v2/desk`);
    await sayWhoIsThere(page, reviewer.email, 'Reviewer');
    await page.getByRole('link', { name: 'Crowd jobs' }).waitFor();
    await page.goto(platform.baseUrl + path);
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  /** Lets the worker answer, a person reject the answer, and the worker appeal. */
  async function appealAgainst(rejecter: Rest, id: string): Promise<void> {
    const answer = await submitAnswer(worker.rest, id, () => ({ changed: false }));
    const reason = { rejectionCategory: 'low_effort', rejectionReason: 'The crane was clearly moved.' };
    await rejecter.post(`/v2/crowd-jobs/${id}/answers/${answer.id}/reject`, reason);
    const message = 'I looked twice, and the <b>crane</b> is where it was.';
    await worker.rest.post(`/v2/answers/${answer.id}/appeal`, { message });
  }

  async function join(role: 'viewer' | 'user') {
    const email = `${role}-${randomUUID()}@example.com`;
    const { organizationId, inbox, issuer } = platform;
    const credential = bearer(await issuer.accessToken(email));
    await addMember({ platform, inbox, admin, organizationId }, { email, credential, role });
    const headers = { ...credential, 'x-organization-id': organizationId };
    return { email, rest: createRest(platform.baseUrl, headers) };
  }

  it('are exported', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).press('Enter');
    const saved = await download;
    expect(saved.suggestedFilename()).toBe(`answers-${jobId}.csv`);
    const [head, ...rows] = (await readFile(await saved.path(), 'utf8')).trim().split('\n');
    expect(head).toContain('answers.changed');
    expect(rows).toHaveLength(1);
  });

  it('contain appeals, which a colleague of the rejecter decides', async () => {
    await page.getByText('I looked twice, and the <b>crane</b> is where it was.').waitFor();
    await expectGoodPage(page, 'appeal');
    await page.getByRole('button', { name: 'Accept the answer' }).press('Enter');
    await page.getByLabel('Reason').fill('The crane did not move.');
    await page.getByRole('dialog').getByRole('button', { name: 'Accept the answer' }).press('Enter');
    await page.getByText('1 accepted').waitFor();
    expect(await page.getByRole('heading', { name: 'Open appeals' }).isVisible()).toBe(false);
  });

  it('say to the rejecter who may decide about an appeal, and offer to undo', async () => {
    const { body: file } = await admin.upload(projectId, samplePhotograph());
    const ownJobId = await createTestJob(admin, projectId, [file.id]);
    await appealAgainst(reviewer.rest, ownJobId);
    await page.goto(`${platform.baseUrl}/v2/desk#crowd/${projectId}/${ownJobId}`);
    await page.getByText('You rejected this answer, so another member').waitFor();
    expect(await page.getByRole('button', { name: 'Keep the rejection' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo the rejection' }).press('Enter');
    await page.getByLabel('Reason').fill('The worker is right.');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the rejection' }).press('Enter');
    await page.getByRole('heading', { name: 'Open appeals' }).waitFor({ state: 'hidden' });
    const { body } = await admin.get(`/v2/crowd-jobs/${ownJobId}/answers`);
    expect(body.data).toMatchObject([{ status: 'pending_review' }]);
    await page.goto(platform.baseUrl + path);
  });

  it('name the rejection limit, and the decision of a colleague who was faster', async () => {
    const upload = async (): Promise<string> => (await admin.upload(projectId, samplePhotograph())).body.id;
    const fileIds: string[] = [];
    for (let count = 0; count < 6; count += 1) fileIds.push(await upload());
    const other = await createTestJob(admin, projectId, fileIds);
    const answers = `/v2/crowd-jobs/${other}/answers`;
    const reason = { rejectionCategory: 'low_effort', rejectionReason: 'The crane was clearly moved.' };
    for (let count = 0; count < 5; count += 1) {
      const { id } = await submitAnswer(worker.rest, other, () => ({ changed: false }));
      await admin.post(`${answers}/${id}/reject`, reason);
    }
    const { id } = await submitAnswer(worker.rest, other, () => ({ changed: false }));
    await page.goto(`${platform.baseUrl}/v2/desk#crowd/${projectId}/${other}/review`);
    await page.getByText('Answer 1 of 1', { exact: true }).waitFor();
    await page.keyboard.press('r');
    await page.getByRole('textbox', { name: 'Reason' }).fill('The crane was clearly moved.');
    const reject = page.getByRole('form').getByRole('button', { name: 'Reject' });
    await reject.press('Enter');
    await page.getByText('The rejection limit is reached: 100 % of the answers').waitFor();
    await expectGoodPage(page, 'limit');
    await admin.post(`${answers}/${id}/accept`);
    await reject.press('Enter');
    await page.getByText('This answer is accepted already').waitFor();
    expect(await page.getByRole('form').count()).toBe(0);
  });
});
