import { randomUUID } from 'node:crypto';
import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { addMember } from '@assay/test-kit/join-organization';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { awaitEnrichment } from '@assay/test-kit/verify';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, launchBrowser, newPerson, sayWhoIsThere } from '../browser.ts';
import { expectGoodPage, submitAnswer } from './crowd-answers.ts';

describe.skipIf(!hasBrowser)('a crowd job from the desk (needs Chromium)', { retry: 0 }, () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let page: Page;
  let rest: Rest;
  let projectId: string;

  beforeAll(async () => {
    platform = await joinPlatform();
    rest = createRest(platform.baseUrl, platform.apiKey);
    projectId = (await rest.post('/v2/projects', { name: 'Harbour' })).body.id;
    const { body: file } = await rest.upload(projectId, samplePhotograph());
    await awaitEnrichment(rest, file.id);
    browser = await launchBrowser();
    page = await newPerson(browser);
    page.setDefaultTimeout(15_000);
    await page.goto(`${platform.baseUrl}/v2/desk#crowd`);
    await page.getByLabel('Or use an API key').fill(platform.apiKey);
    await page.keyboard.press('Enter');
    await page.getByText('This project has no crowd jobs yet.').waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  const expectGoodView = (name: string): Promise<void> => expectGoodPage(page, name);
  const press = (name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).press('Enter');
  const alert = () => page.locator('#page-crowd').getByRole('alert');

  it('is made in three steps by keyboard', async () => {
    await page.getByRole('link', { name: 'New crowd job' }).press('Enter');
    await page.getByRole('heading', { name: 'Step 1 of 3: Choose files' }).waitFor();
    await press('Next');
    expect(await alert().textContent()).toBe('Choose at least one file.');
    await page.getByRole('checkbox').press('Space');
    await page.getByText('1 file chosen.').waitFor();
    await expect.poll(() => page.locator('.file-choice img').count()).toBe(1);
    await expectGoodView('new-files');
    await press('Next');
    expect(await page.locator(':focus').textContent()).toBe('Step 2 of 3: Choose the survey and the workers');
    await page.getByLabel('Is the claim supported?').press('Space');
    await press('Next');
    expect(await alert().textContent()).toBe('Fill in “The claim”.');
    await expectGoodView('new-survey');
    await page.getByLabel('Mark what was changed').press('Space');
    const [preview] = await Promise.all([page.waitForEvent('popup'), press('Preview the survey')]);
    // The tab has a copy of the key that this tab keeps.
    await preview.getByRole('heading', { name: 'Mark what was changed' }).waitFor();
    await preview.getByText('This is a preview').waitFor();
    await preview.close();
    await page.getByLabel('Reward per accepted answer').fill('0.05');
    await page.getByLabel('Answers to each file').fill('1');
    await page
      .getByRole('combobox', { name: 'People who may work' })
      .selectOption({ label: 'Everybody who is signed in (public files only)' });
    await press('Next');
    await expect.poll(() => alert().textContent()).toContain('“starfish.jpg” is not public');
    await page
      .getByRole('combobox', { name: 'People who may work' })
      .selectOption({ label: 'Members of the organization' });
    await press('Next');
    await page.getByText('The reward is €3.00 for an hour of work').waitFor();
    await expectGoodView('new-price');
  });

  it('is created once, though the network is lost and the button pressed again', async () => {
    // The request arrives, and its answer is lost.
    await page.route('**/v2/crowd-jobs', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await press('Create the job');
    await expect.poll(() => alert().textContent()).toContain('the job is created only once');
    await page.unroute('**/v2/crowd-jobs');
    await page.getByRole('button', { name: 'Create the job' }).dblclick();
    await page.getByRole('heading', { name: 'Mark what was changed', level: 1 }).waitFor();
    const { body: jobs } = await rest.get(`/v2/crowd-jobs?projectId=${projectId}`);
    const { body: templates } = await rest.get(`/v2/survey-templates?projectId=${projectId}`);
    expect([jobs.total, templates.total]).toEqual([1, 1]);
    expect(jobs.data[0]).toMatchObject({ rewardCents: 5, maxSlots: 1, heldCents: 6 });
  });

  it('is answered, reviewed and archived', async () => {
    const jobId = new URL(page.url()).hash.split('/')[2] ?? '';
    await submitAnswer(rest, jobId, ({ files: [file] }) => ({
      changed: 'yes',
      regions: [{ fileId: file?.fileId, x: 0.1, y: 0.1, width: 0.2, height: 0.2 }],
    }));
    await page.reload();
    await page.getByRole('link', { name: 'Review 1 answer' }).press('Enter');
    await page.locator('.marked-region').waitFor();
    await page.getByLabel('Note to the worker').fill('Well done.');
    await page.getByRole('button', { name: /^Accept(?! all)/u }).press('Enter');
    await page.getByText('Note: Well done.').waitFor();
    await expectGoodView('accepted');
    await page.getByRole('link', { name: 'The job' }).press('Enter');
    await page.getByText('1 accepted').waitFor();
    await press('Archive');
    await page.getByRole('dialog', { name: 'Archive the job?' }).waitFor();
    await expectGoodView('archive');
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).press('Enter');
    await page.getByText('The job has ended for good.').waitFor();
  });

  it('plays the periods that a worker marked', async () => {
    const { body: file } = await rest.upload(projectId, {
      name: 'tone.wav',
      type: 'audio/wav',
      bytes: writeTone(),
    });
    const { body: template } = await rest.post('/v2/survey-templates', { name: 'When?', language: 'en' });
    const { body: survey } = await rest.post(`/v2/survey-templates/${template.id}/versions`, {
      title: 'When?',
      questions: [{ key: 'when', type: 'time_range', label: 'When?' }],
    });
    const { body: job } = await rest.post('/v2/crowd-jobs', {
      projectId,
      fileIds: [file.id],
      name: 'Tone',
      title: 'When?',
      description: 'Listen.',
      surveyTemplateVersionId: survey.id,
    });
    await submitAnswer(rest, job.id, () => ({ when: [{ startSeconds: 1, endSeconds: 1.5 }] }));
    const { pathname, hash } = new URL(page.url());
    await page.goto(`${platform.baseUrl}${pathname}#crowd/${projectId}/${job.id}/review`);
    await press('Play 1: 0:01.0 – 0:01.5');
    const readPlace = 'document.querySelector("audio").currentTime';
    await expect.poll(() => page.evaluate(readPlace)).toBeGreaterThanOrEqual(1.5);
    await expect.poll(() => page.evaluate('document.querySelector("audio").paused')).toBe(true);
    expect((await page.locator('audio').boundingBox())?.width).toBeGreaterThan(200);
    await expectGoodView('period');
    await page.goto(`${platform.baseUrl}${pathname}${hash}`);
  });

  it('shows viewers everything, to read', async () => {
    const email = `viewer-${randomUUID()}@example.com`;
    const { organizationId, inbox, issuer } = platform;
    const credential = { authorization: `Bearer ${await issuer.accessToken(email)}` };
    await addMember({ platform, inbox, admin: rest, organizationId }, { email, credential, role: 'viewer' });
    const { hash } = new URL(page.url());
    page = await newPerson(browser);
    await page.goto(`${platform.baseUrl}/v2/auth/start?returnTo=/v2/desk`);
    await sayWhoIsThere(page, email, 'Viewer');
    await page.getByRole('link', { name: 'Crowd jobs' }).press('Enter');
    await page.getByText('you can read jobs and answers').waitFor();
    expect(await page.getByText('New crowd job').count()).toBe(0);
    await expectGoodView('viewer-list');
    await page.goto(`${platform.baseUrl}/v2/desk${hash}`);
    await page.getByText('The job has ended for good.').waitFor();
    expect(await page.getByRole('button', { name: 'Extend' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Show the answers' }).press('Enter');
    await page.getByText('No answer waits for review.').waitFor();
    await page.getByRole('combobox', { name: 'Answers' }).selectOption({ label: 'Accepted' });
    await page.locator('.marked-region').waitFor();
    expect(await page.getByRole('button', { name: /Accept|Reject/u }).count()).toBe(0);
    await expectGoodView('viewer-review');
  });
});

/** Returns a WAV file of three seconds. */
function writeTone(): Uint8Array {
  const rate = 8_000;
  const seconds = 3;
  const bytes = Buffer.alloc(44 + rate * seconds * 2);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(bytes.length - 44, 40);
  for (let sample = 0; sample < rate * seconds; sample += 1)
    bytes.writeInt16LE(Math.round(8_000 * Math.sin(sample / 3)), 44 + sample * 2);
  return bytes;
}
