import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, launchBrowser, sayWhoIsThere } from '../browser.ts';
import { createJob, smallImage, toneRecording } from './crowd-jobs.ts';
import { press, tabTo } from './keyboard.ts';
import { allTypes, arabic, yesOrNo } from './surveys.ts';
import { expectGoodViews, newPhone } from './views.ts';

const forMembers = { guestsAllowed: false, audience: 'everyone', rewardCents: 10, estimatedMinutes: 2 };

describe.skipIf(!hasBrowser)('a worker who is signed in (needs Chromium)', () => {
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

  /** Opens a page of work, which leads to the sign-in and back. */
  async function open(email: string, path: string, locale?: string): Promise<Page> {
    const page = await newPhone(browser, locale);
    await page.goto(`${platform.baseUrl}${path}`);
    await page.locator('a[href^="/v2/auth/start"]').first().click();
    await sayWhoIsThere(page, email, 'Worker');
    return page;
  }

  it('answers a question of each type by keyboard alone', async () => {
    const jobId = await createJob(rest, { files: [await smallImage()], survey: allTypes, job: forMembers });
    const page = await open('keys@example.org', `/v2/work/${jobId}`);
    await page.getByText('€0.10').waitFor();
    await expectGoodViews(page, 'paid');
    await tabTo(page, 'Start');
    await press(page, 'Enter');
    await page.getByRole('heading', { name: 'Changed photographs' }).waitFor();
    await tabTo(page, 'It was changed');
    await press(page, 'Space');
    await tabTo(page, 'Edges');
    await press(page, 'Space', 'Tab', 'Space', 'Tab', 'Space');
    await tabTo(page, '1');
    await press(page, 'Space', 'ArrowRight', 3);
    await tabTo(page, 'Yes');
    await press(page, 'Space');
    await tabTo(page, 'Describe it');
    await page.keyboard.type('A crate.');
    await tabTo(page, 'How many starfish?');
    await page.keyboard.type('12,5');
    await tabTo(page, 'Marking area');
    await press(page, 'ArrowLeft', 5, 'Enter', 'ArrowRight', 10, 'ArrowDown', 5, 'Enter');
    await tabTo(page, 'Region 1');
    await press(page, 'ArrowUp', 'Shift+ArrowRight', 2);
    await tabTo(page, 'Add a region');
    await press(page, 'Enter');
    await page.keyboard.press('Shift+Tab');
    await press(page, 'Delete');
    await tabTo(page, 'Move down: It was changed');
    await press(page, 'Enter');
    await tabTo(page, 'File 1');
    await press(page, 'Space');
    await expectGoodViews(page, 'all-types');
    await tabTo(page, 'Submit');
    await press(page, 'Enter');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    const [{ answers, regions }] = await readAnswers(jobId);
    expect(answers.map((one: { value: unknown }) => one.value)).toEqual([
      ...['yes', ['none'], 4, true, 'A crate.', 12.5],
      [expect.objectContaining({ x: 0.4, y: 0.49, width: 0.22, height: 0.1 })],
      [...['no', 'yes']],
      regions[0].fileId,
    ]);
  });

  it('sets a time range by keyboard alone', async () => {
    const survey = { questions: [{ key: 'cut', type: 'time_range', label: 'When?', required: true }] };
    const jobId = await createJob(rest, { files: [toneRecording()], survey, job: forMembers });
    const page = await open('times@example.org', `/v2/work/${jobId}`);
    await tabTo(page, 'Start');
    await press(page, 'Enter');
    await tabTo(page, 'Player of');
    await expect.poll(() => page.getByText('/ 0:06.00').count()).toBe(1);
    await press(page, 'ArrowRight', 's', 'ArrowRight', '.', 2, 'e');
    await page.getByLabel('End of Range 1, seconds').waitFor();
    await tabTo(page, 'Submit');
    await press(page, 'Enter');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    const [{ regions }] = await readAnswers(jobId);
    expect(regions).toMatchObject([{ startSeconds: 1, endSeconds: 2.08 }]);
  });

  it('reads a rejection with its reason in the list, and appeals', async () => {
    const jobId = await createJob(rest, { files: [await smallImage()], survey: yesOrNo, job: forMembers });
    const page = await open('rejected@example.org', `/v2/work/${jobId}`);
    await page.getByRole('button', { name: 'Start' }).tap();
    await page.getByText('No', { exact: true }).tap();
    await page.getByRole('button', { name: 'Submit' }).tap();
    await page.getByText('In review').waitFor();
    const [{ id }] = await readAnswers(jobId);
    const reason = { rejectionCategory: 'low_effort', rejectionReason: 'The <b>crate</b> was added.' };
    expect((await rest.post(`/v2/crowd-jobs/${jobId}/answers/${String(id)}/reject`, reason)).status).toBe(
      200,
    );
    await page.getByRole('link', { name: 'All jobs' }).tap();
    await page.getByText('Too little effort').waitFor();
    await page.getByText('The <b>crate</b> was added.').waitFor();
    await page.getByText('Earned').waitFor();
    await page.getByText('You can appeal until').waitFor();
    await expectGoodViews(page, 'list');
    await page.clock.setFixedTime(Date.now() + 8 * 86_400_000);
    await page.reload();
    await page.getByText('The 7 days for an appeal are over.').waitFor();
    expect(await page.getByRole('button', { name: 'Appeal against the rejection' }).count()).toBe(0);
    await expectGoodViews(page, 'appeal-over');
    await page.clock.setFixedTime(Date.now());
    await page.reload();
    await page.getByRole('button', { name: 'Appeal against the rejection' }).tap();
    await page.getByLabel('Why is your answer right?').fill('No.');
    await page.getByRole('button', { name: 'Send the appeal' }).tap();
    await page.getByText('Write 20 to 2,000 characters.').waitFor();
    await expectGoodViews(page, 'appeal');
    await page.getByLabel('Why is your answer right?').fill('The crate is in the second photograph too.');
    await page.getByRole('button', { name: 'Send the appeal' }).tap();
    await page.getByText('Appeal: waiting for a decision').waitFor();
    await page.reload();
    await page.getByText('Appeal: waiting for a decision').waitFor();
    expect((await rest.get(`/v2/crowd-jobs/${jobId}/appeals`)).body.data).toMatchObject([
      { answerId: id, message: 'The crate is in the second photograph too.' },
    ]);
  });

  it('works in Arabic from right to left, with a survey in its own language', async () => {
    const job = { ...forMembers, title: 'هل عُدّلت هذه الصورة؟' };
    const jobId = await createJob(rest, { files: [await smallImage()], survey: arabic, language: 'ar', job });
    const page = await open('arabic@example.org', `/v2/work/${jobId}`, 'ar');
    await page.getByRole('button', { name: 'ابدأ' }).waitFor();
    expect(await page.evaluate('[document.documentElement.lang, document.documentElement.dir]')).toEqual([
      'ar',
      'rtl',
    ]);
    await expectGoodViews(page, 'arabic-start');
    await page.getByRole('button', { name: 'ابدأ' }).tap();
    await page.getByText('نعم', { exact: true }).tap();
    const stage = page.getByRole('application');
    await stage.tap({ position: { x: 30, y: 30 } });
    await stage.tap({ position: { x: 120, y: 90 } });
    await expectGoodViews(page, 'arabic-task');
    await page.getByRole('button', { name: 'English' }).tap();
    await page.getByText('Time left').waitFor();
    expect(await page.locator('legend [lang=ar]').first().getAttribute('dir')).toBe('rtl');
    await page.getByRole('button', { name: 'Submit' }).tap();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    const [answer] = await readAnswers(jobId);
    expect(answer.regions[0].x).toBeLessThan(0.2);
  });

  it('keeps the answers of a session that has ended', async () => {
    const jobId = await createJob(rest, { files: [await smallImage()], survey: yesOrNo, job: forMembers });
    const page = await open('ended@example.org', `/v2/work/${jobId}`);
    await page.getByRole('button', { name: 'Start' }).tap();
    await page.getByLabel('What do you see?').fill('A crate.');
    await page.context().clearCookies({ domain: '127.0.0.1' });
    await page.getByRole('button', { name: 'Submit' }).tap();
    await page.getByText('You are signed out').waitFor();
    await expectGoodViews(page, 'signed-out');
    await page.getByRole('link', { name: 'Sign in' }).tap();
    await sayWhoIsThere(page, 'ended@example.org', 'Worker');
    await page.getByLabel('What do you see?').waitFor();
    expect(await page.getByLabel('What do you see?').inputValue()).toBe('A crate.');
    await page.getByRole('button', { name: 'Submit' }).tap();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  });

  it('is warned two minutes before the end, extends once, and keeps the text of a claim that has expired', async () => {
    const jobId = await createJob(rest, { files: [], survey: yesOrNo, job: forMembers });
    const page = await open('slow@example.org', `/v2/work/${jobId}`);
    await page.clock.install();
    await page.getByRole('button', { name: 'Start' }).tap();
    await page.getByLabel('What do you see?').fill('A crate.');
    await page.clock.fastForward('28:30');
    await page.getByText('Less than 2 minutes left. Submit now, or extend').first().waitFor();
    await expectGoodViews(page, 'warning');
    await page.getByRole('button', { name: 'Extend the time' }).tap();
    await page.getByText('The time was extended.').waitFor();
    await page.clock.fastForward('02:00:00');
    await page.getByRole('heading', { name: 'The time is over' }).waitFor();
    expect(await page.getByLabel('Your answers').inputValue()).toBe('What do you see?\nA crate.');
    await expectGoodViews(page, 'expired');
    await page.getByRole('button', { name: 'Delete them' }).tap();
    await page.getByRole('button', { name: 'Start' }).waitFor();
    expect(Object.keys(await page.evaluate('({ ...localStorage })'))).toEqual([]);
  });

  it('returns a task, and reads one line about a job that does not exist', async () => {
    const jobId = await createJob(rest, { files: [], survey: yesOrNo, job: forMembers });
    const page = await open('returns@example.org', `/v2/work/${jobId}`);
    await page.getByRole('button', { name: 'Start' }).tap();
    await page.getByRole('button', { name: 'Return the task' }).tap();
    await page.getByText('Your answers to it are deleted.').waitFor();
    await page.getByRole('button', { name: 'Return the task' }).tap();
    await page.getByRole('button', { name: 'Start' }).waitFor();
    await rest.post(`/v2/crowd-jobs/${jobId}/pause`);
    await page.getByRole('button', { name: 'Start' }).tap();
    await page.getByText('The job is paused. Try again later.').waitFor();
    await page.goto(`${platform.baseUrl}/v2/work/j8t2x6w1v5u9t3s7r4q0p8o2`);
    await page.getByText('This job does not exist').waitFor();
    await expectGoodViews(page, 'unknown');
  });
});
