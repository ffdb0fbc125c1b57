import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { bearer, createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { createJob } from './crowd-jobs.ts';
import { yesOrNo } from './surveys.ts';
import { expectGoodViews, newPhone } from './views.ts';

const submission = '**/v2/claims/*/answers';

describe.skipIf(!hasBrowser)('the worker page after a failure (needs Chromium)', () => {
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

  async function start(page: Page): Promise<string> {
    const jobId = await createJob(rest, { files: [], survey: yesOrNo });
    await page.goto(`${platform.baseUrl}/v2/work/${jobId}`);
    await page.getByRole('button', { name: 'Start as a guest' }).tap();
    await page.getByLabel('What do you see?').fill('A crate.');
    return jobId;
  }

  it('sends an answer again whose receipt was lost, which the platform counts once', async () => {
    const page = await newPhone(browser);
    const jobId = await start(page);
    const statuses: number[] = [];
    await page.route(submission, async (route) => {
      const response = await route.fetch();
      statuses.push(response.status());
      await (statuses.length === 1 ? route.abort() : route.fulfill({ response }));
    });
    await page.getByRole('button', { name: 'Submit' }).tap();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(statuses).toEqual([201, 200]);
    expect(await readAnswers(jobId)).toHaveLength(1);
  });

  it('sends it again after a reload', async () => {
    const page = await newPhone(browser);
    const jobId = await start(page);
    await page.route(submission, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Submit' }).tap();
    await page.getByText('Your answer is not sent yet').waitFor();
    await page.unroute(submission);
    await page.reload();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(await readAnswers(jobId)).toHaveLength(1);
  });

  it('tries again by itself while the files of the task are prepared', async () => {
    const page = await newPhone(browser);
    let calls = 0;
    await page.route('**/claims', (route) => {
      calls++;
      const headers = { 'retry-after': '1' };
      return calls === 1 ? route.fulfill({ status: 503, headers, json: { error: {} } }) : route.continue();
    });
    await start(page);
    expect(calls).toBe(2);
  });

  it('shows an answer that the platform refuses at its question', async () => {
    const page = await newPhone(browser);
    await start(page);
    const answers = [{ questionKey: 'reason', value: 7 }];
    await page.route(submission, (route) => route.continue({ postData: JSON.stringify({ answers }) }));
    await page.getByRole('button', { name: 'Submit' }).tap();
    await page.getByText('This answer was refused: The answer to reason must be a text.').waitFor();
    expect(await page.evaluate('document.activeElement.getAttribute("aria-invalid")')).toBe('true');
    await expectGoodViews(page, 'refused');
  });

  it('shows the answers to a task that was returned elsewhere, and lets a guest whose access has ended start again', async () => {
    const page = await newPhone(browser);
    const jobId = await start(page);
    const stored = await page.evaluate<Record<string, string>>('({ ...localStorage })');
    const token = JSON.parse(stored[`work:guest:${jobId}`] ?? '""') as string;
    const { claimId } = JSON.parse(stored[`work:draft:${jobId}`] ?? '{}') as { readonly claimId: string };
    const guest = createRest(platform.baseUrl, bearer(token));
    expect((await guest.delete(`/v2/claims/${claimId}`)).status).toBe(204);
    await page.getByRole('button', { name: 'Submit' }).tap();
    await page.getByRole('heading', { name: 'The time is over' }).waitFor();
    expect(await page.getByLabel('Your answers').inputValue()).toContain('A crate.');
    await page.evaluate(`localStorage.setItem('work:guest:${jobId}', '"${token.slice(0, -4)}AAAA"')`);
    await page.reload();
    await page.getByText('Your guest access has ended.').waitFor();
    await page.getByRole('button', { name: 'Start as a guest' }).waitFor();
    await expectGoodViews(page, 'guest-ended');
  });
});
