import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, launchBrowser, newPerson } from '../browser.ts';
import { expectGoodPage } from '../desk/crowd-answers.ts';
import { createJob, smallImage, toneRecording } from './crowd-jobs.ts';
import { expectGoodViews, newPhone } from './views.ts';

const questions = [
  { key: 'changed', type: 'boolean', label: 'Was something changed?', required: true },
  {
    key: 'place',
    type: 'region',
    label: 'Where?',
    required: true,
    helpText: 'Mark each place.',
    showIf: { questionKey: 'changed', equals: true },
  },
  { key: 'reason', type: 'text', label: 'What do you see?' },
];

/** A long word must not widen a page. */
const guestName = `Ada <b>L.</b> ${'x'.repeat(60)}`;

describe.skipIf(!hasBrowser)('a guest on a phone (needs Chromium)', () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let rest: Rest;

  beforeAll(async () => {
    platform = await joinPlatform();
    rest = createRest(platform.baseUrl, platform.apiKey);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  const readAnswers = async (jobId: string) => (await rest.get(`/v2/crowd-jobs/${jobId}/answers`)).body.data;

  async function start(page: Page, jobId: string): Promise<void> {
    await page.goto(`${platform.baseUrl}/v2/work/${jobId}`);
    await page.getByRole('button', { name: 'Start as a guest' }).tap();
    await page.getByRole('heading', { name: 'Changed photographs' }).waitFor();
  }

  it('opens the link, claims, marks a region by two taps, loses the network, reloads and submits', async () => {
    const jobId = await createJob(rest, { files: [await smallImage()], survey: { questions } });
    const page = await newPhone(browser);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(`${platform.baseUrl}/v2/work/${jobId}`);
    await page.getByText('Unpaid').waitFor();
    await page.getByText('<b>Then</b>').waitFor();
    await expectGoodViews(page, 'start');
    await page.getByLabel('Your name').fill(guestName);
    await page.getByRole('button', { name: 'Start as a guest' }).tap();
    await page.getByRole('heading', { name: 'Changed photographs' }).waitFor();
    await page.getByRole('img', { name: 'File 1' }).first().waitFor();

    await page.getByRole('button', { name: 'Submit' }).tap();
    await page.getByText('Answer this question.').first().waitFor();
    expect(await page.evaluate("document.activeElement.closest('fieldset').textContent")).toContain(
      'Was something',
    );
    await expectGoodViews(page, 'problem');
    await page.getByText('Yes', { exact: true }).tap();
    const stage = page.getByRole('application');
    await stage.scrollIntoViewIfNeeded();
    const { width = 0, height = 0 } = (await stage.boundingBox()) ?? {};
    await stage.tap({ position: { x: width * 0.25, y: height * 0.25 } });
    await stage.tap({ position: { x: width * 0.5, y: height * 0.75 } });
    await page.getByLabel('Note on Region 1').fill('The crate');
    await page.getByLabel('What do you see?').fill('A crate was added.');
    await expectGoodViews(page, 'region');

    await page.context().setOffline(true);
    await page.getByText('You are offline').waitFor();
    await page.getByRole('button', { name: 'Submit' }).tap();
    await page.getByText('Your answer is not sent yet').waitFor();
    await expectGoodViews(page, 'offline');
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    await page.getByText('In review').waitFor();
    await expectGoodViews(page, 'done');

    const [answer] = await readAnswers(jobId);
    expect(answer.regions).toMatchObject([{ questionKey: 'place', note: 'The crate' }]);
    expect(answer.regions[0].x).toBeCloseTo(0.25, 1);
    expect(answer.regions[0].height).toBeCloseTo(0.5, 1);
    expect(Object.keys(await page.evaluate('({ ...localStorage })'))).toEqual([`work:guest:${jobId}`]);
    expect(requested.filter((url) => !url.startsWith('http://127.0.0.1:'))).toEqual([]);
    await expectNameAtDesk(jobId, guestName);
  });

  /** Expects that requesters read the name of the guest as text, with its answer and in the table of the workers. */
  async function expectNameAtDesk(jobId: string, name: string): Promise<void> {
    const [answer] = await readAnswers(jobId);
    const { body: job } = await rest.get(`/v2/crowd-jobs/${jobId}`);
    const { body: stats } = await rest.get(`/v2/crowd-jobs/${jobId}/stats`);
    const { body: rows } = await rest.get(`/v2/crowd-jobs/${jobId}/answers/export?format=json`);
    expect([answer, stats.workers[0], rows[0]].map(({ displayName }) => displayName)).toEqual([
      name,
      name,
      name,
    ]);
    const page = await newPerson(browser);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${platform.baseUrl}/v2/desk#crowd/${String(job.projectId)}/${jobId}/review`);
    await page.getByLabel('Or use an API key').fill(platform.apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name }).waitFor();
    await expectGoodPage(page, 'guest-review');
    await page.getByRole('link', { name: 'The job' }).press('Enter');
    await page.getByRole('button', { name: 'Show the statistics' }).press('Enter');
    await page.getByRole('rowheader', { name }).waitFor();
    await expectGoodPage(page, 'guest-stats');
  }

  it('finds the answers again after a reload, and what was sent is received once', async () => {
    const jobId = await createJob(rest, {
      files: [toneRecording()],
      survey: {
        questions: [{ key: 'cut', type: 'time_range', label: 'When is the tone cut?', required: true }],
      },
    });
    const page = await newPhone(browser);
    await start(page, jobId);
    await page.getByRole('slider', { name: 'Position' }).fill('1');
    await page.getByRole('button', { name: 'Set start' }).tap();
    await page.getByRole('slider', { name: 'Position' }).fill('2.52');
    await page.getByRole('button', { name: 'One frame forward' }).tap();
    await page.getByRole('button', { name: 'Set end' }).tap();
    await page.getByLabel('End of Range 1, seconds').waitFor();
    await expectGoodViews(page, 'range');
    await page.reload();
    expect(await page.getByLabel('Start of Range 1, seconds').inputValue()).toBe('1');
    expect(await page.getByLabel('End of Range 1, seconds').inputValue()).toBe('2.56');
    await page.getByRole('button', { name: 'Submit' }).tap();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    const [answer] = await readAnswers(jobId);
    expect(answer.regions).toMatchObject([{ questionKey: 'cut', startSeconds: 1, endSeconds: 2.56 }]);
  });
});
