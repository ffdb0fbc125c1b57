import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { WorkServiceService } from '@assay/proto/crowd/v1/work_service';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { addMember } from '@assay/test-kit/join-organization';
import { bearer, createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { callBy } from '@assay/test-kit/test-platform';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../accessibility.ts';
import { hasBrowser, launchBrowser, newPerson, openDesk, sayWhoIsThere } from '../browser.ts';
import { keepScreenshots, overflowOnPhone } from '../screenshots.ts';
import { press, tabTo } from '../work/keyboard.ts';
import { newPhone } from '../work/views.ts';

const title = 'Was this image changed?';

describe.skipIf(!hasBrowser)('an image that people review (needs Chromium)', () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let desk: Page;
  let rest: Rest;
  let jobId: string;

  beforeAll(async () => {
    platform = await joinPlatform();
    rest = createRest(platform.baseUrl, platform.apiKey);
    browser = await launchBrowser();
    desk = await newPerson(browser);
    await openDesk(desk, platform, 'Reviewed images');
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  const readProjectId = async () => (await rest.get('/v2/projects')).body.data[0].id as string;
  const readRun = async () => {
    const runs = `/v2/projects/${await readProjectId()}/verification-runs`;
    const { body } = await rest.get(runs);
    return (await rest.get(`${runs}/${body.data[0].id as string}`)).body;
  };

  /** Signs a new member in on the page of the job. */
  async function openJob(page: Page, name: string): Promise<void> {
    const email = `${name}-${jobId}@example.org`;
    const credential = bearer(await platform.issuer.accessToken(email));
    const { organizationId, inbox } = platform;
    const inviting = { platform, inbox, admin: rest, organizationId };
    await addMember(inviting, { email, credential, role: 'viewer' });
    await page.goto(`${platform.baseUrl}/v2/work/${jobId}`);
    await page.locator('a[href^="/v2/auth/start"]').first().click();
    await sayWhoIsThere(page, email, 'Reviewer');
    await page.getByRole('button', { name: 'Start' }).waitFor();
  }

  /** Answers as a further member. */
  async function answerByCall(): Promise<void> {
    const work = platform.connect('crowd-webhooks').client(WorkServiceService);
    const call = callBy({ organizationId: platform.organizationId });
    const { claim } = await work.claimTask(call, { jobId });
    const answers = [{ questionKey: 'changed', value: 'no' }];
    await work.submitAnswer(call, { claimId: claim?.claimId ?? '', answers, regions: [] });
  }

  it('is started at the desk for the members, and waits for them', async () => {
    await desk.locator('#files').setInputFiles(samplePhotograph());
    await desk.getByText('Ready', { exact: true }).waitFor();
    await desk.getByRole('combobox', { name: 'Analysis' }).selectOption('image-expert-review');
    await desk.getByRole('button', { name: 'Analyse for at most €1.20' }).click();
    await desk.getByText(/^0 of 5 answers, until/u).waitFor();
    const { stages } = await readRun();
    const asking = stages.find(({ status }: { status: string }) => status === 'awaiting_crowd');
    jobId = asking.crowdJobId as string;
    expect(asking).toMatchObject({ slug: 'crowd-anomaly-marking', people: { responses: 0, endedBy: null } });
    expect(stages[0]).toMatchObject({ status: 'completed', summary: null, artifacts: null });
    await keepScreenshots(desk, 'desk-reviewed-waiting');
    expect(await accessibilityProblems(desk)).toEqual([]);
  });

  it('is judged on two phones', async () => {
    for (const name of ['first-phone', 'second-phone']) {
      const phone = await newPhone(browser);
      await openJob(phone, name);
      await phone.getByRole('button', { name: 'Start' }).tap();
      await phone.getByRole('heading', { name: title, exact: true }).waitFor();
      await phone.getByText('No, it was not changed').tap();
      expect(await accessibilityProblems(phone)).toEqual([]);
      await phone.getByRole('button', { name: 'Submit' }).tap();
      await phone.getByRole('heading', { name: 'Thank you' }).waitFor();
      await phone.context().close();
    }
    await desk.getByText(/^2 of 5 answers, until/u).waitFor();
    expect((await readRun()).status).toBe('awaiting_crowd');
  });

  it('is judged at a keyboard, with a marked area', async () => {
    const page = await newPerson(browser);
    await openJob(page, 'keyboard');
    await tabTo(page, 'Start');
    await press(page, 'Enter');
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
    await tabTo(page, 'Yes, it was changed');
    await press(page, 'Space');
    await tabTo(page, 'Marking area');
    await press(page, 'Enter', 'ArrowRight', 10, 'ArrowDown', 5, 'Enter');
    await tabTo(page, 'Submit');
    await press(page, 'Enter');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    await desk.getByText(/^3 of 5 answers, until/u).waitFor();
    expect((await readRun()).status).toBe('awaiting_crowd');
  });

  it('ends with the report of both, and charges the answers one by one', async () => {
    await answerByCall();
    await answerByCall();
    await desk.frameLocator('iframe.report').getByRole('heading', { level: 1 }).waitFor();
    const run = await readRun();
    const people = run.stages.find(({ slug }: { slug: string }) => slug === 'crowd-anomaly-marking').people;
    expect(people).toMatchObject({ responses: 5, untestedWorkers: 5, consensus: { value: 'no' } });
    expect(run).toMatchObject({ status: 'completed', costCents: 60 });
    expect(await desk.frameLocator('iframe.report').locator('body').textContent()).toContain(
      '5 people answered',
    );
    const ledger = `/v2/organizations/${platform.organizationId}/billing/ledger?runId=${run.id as string}`;
    await expect
      .poll(async () => {
        const { body } = await rest.get(ledger);
        return body.data
          .filter(({ type }: { type: string }) => type === 'charge')
          .map(({ amountCents }: { amountCents: number }) => amountCents);
      })
      .toEqual([10, 10, 10, 10, 10, 10]);
    await keepScreenshots(desk, 'desk-reviewed-report');
    expect(await overflowOnPhone(desk)).toBe(0);
    expect(await accessibilityProblems(desk)).toEqual([]);
  });
});
