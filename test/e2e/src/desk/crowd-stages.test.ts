import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../accessibility.ts';
import { hasBrowser, launchBrowser, newPerson, openDesk } from '../browser.ts';
import { keepScreenshots, overflowOnPhone } from '../screenshots.ts';
import { answerCrowdRuns } from './crowd-runs.ts';
import type { CrowdRuns } from './crowd-runs.ts';

describe.skipIf(!hasBrowser)('a run that asks people at the desk (needs Chromium)', () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let page: Page;
  let runs: CrowdRuns;

  beforeAll(async () => {
    platform = await joinPlatform();
    browser = await launchBrowser();
    page = await newPerson(browser);
    page.setDefaultTimeout(20_000);
    runs = await answerCrowdRuns(page);
    await openDesk(page, platform, 'Harbour images');
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  const analysis = () => page.getByRole('combobox', { name: 'Analysis' });
  const people = () => page.getByRole('group', { name: 'People who are asked' });
  const price = () => people().getByRole('status').textContent();
  const stage = (name: string) =>
    page.getByRole('list', { name: 'Stages' }).getByRole('listitem').filter({ hasText: name });
  const outcome = () => page.locator('#result .outcome').textContent();
  const expectGoodPage = async (name: string) => {
    await keepScreenshots(page, name);
    expect(await overflowOnPhone(page)).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  };
  const isStart = (request: Request) =>
    request.method() === 'POST' && request.url().endsWith('/verification-runs');

  it('says before the start what people can add, what it costs, and how long it takes', async () => {
    await page.locator('#files').setInputFiles(samplePhotograph());
    await page.getByText('Ready', { exact: true }).waitFor();
    expect(await people().isVisible()).toBe(false);
    await analysis().selectOption('image-expert-review');
    await expect
      .poll(price)
      .toBe(
        'Price: €0.60 with the fewest answers, €0.90 expected, €1.20 at most. Answers are charged as people give them.',
      );
    expect(await people().textContent()).toContain('it becomes at most “inconclusive”');
    expect(await people().textContent()).toContain('A question ends after 7 days');
    expect(await page.locator('#pipeline-note').textContent()).toContain('It takes about 4 hours.');
    await page.getByRole('button', { name: 'Analyse for at most €1.20' }).waitFor();
    await expectGoodPage('desk-crowd-start');
  });

  it('lets guests answer unpaid only, and estimates again', async () => {
    await people().getByLabel('Who may answer').selectOption('guests');
    const unpaid = people().getByRole('checkbox');
    expect([await unpaid.isChecked(), await unpaid.isDisabled()]).toEqual([true, true]);
    await expect.poll(price).toContain('Price: €0.10');
    await people().getByLabel('Who may answer').selectOption('everyone');
    expect([await unpaid.isChecked(), await unpaid.isDisabled()]).toEqual([false, false]);
    await people().getByLabel('Hours for each question').fill('36');
    expect(await people().textContent()).toContain('A question ends after 36 hours');
  });

  it('starts with the people who were chosen, and says what it waits for', async () => {
    const started = page.waitForRequest(isStart);
    await page.getByRole('button', { name: 'Analyse for at most €1.20' }).click();
    expect((await started).postDataJSON()).toMatchObject({
      pipelineSlug: 'image-expert-review',
      crowd: { audience: 'everyone', guestsAllowed: false, validHours: 36, unpaid: false },
    });
    await stage('First judgement').getByText('3 of 5 answers, until 6 December').waitFor();
    expect(await outcome()).toMatch(/^Waiting for people.*so that they cannot influence the answers/u);
    expect(await stage('Pixels').textContent()).toBe('PixelsCompleted');
    expect(await stage('First judgement').textContent()).toContain(
      'It proves that the results of the machine stages were fixed before people answered',
    );
    const link = stage('First judgement').getByRole('link', { name: 'Open the crowd job' });
    expect(await link.getAttribute('href')).toMatch(/^#crowd\/\w+\/j{24}$/u);
    await expectGoodPage('desk-crowd-waiting');
  });

  it('leads to the crowd job and back to the run', async () => {
    await page.getByRole('link', { name: 'Open the crowd job' }).click();
    await page.getByRole('heading', { name: 'Image review by people' }).waitFor();
    expect(await page.getByRole('button', { name: /^(?:Pause|Extend)$/u }).count()).toBe(0);
    await page.getByRole('link', { name: 'Open the run' }).click();
    await stage('First judgement').getByText('3 of 5 answers').waitFor();
  });

  it('shows what people found when the stage has ended, and the machine stages with it', async () => {
    runs.move('adjudicating');
    await stage('Pixels').getByText('One area is brighter').waitFor();
    expect(await stage('First judgement').textContent()).toMatch(
      /5 answers: “It was changed”, 91 % probable\. Weight in the verdict: \+1\.50 \(log10 likelihood ratio\), the limit for answers of people\. 3 of 5 people had .* The answers sufficed\./u,
    );
    expect(await outcome()).toBe('Waiting for people');
  });

  it('compares the image with the maps and the area that people marked', async () => {
    runs.move('completed');
    const comparison = page.locator('.comparison');
    await comparison.getByText('Agreement of the map with the area that people marked: 42 %').waitFor();
    expect(await comparison.getByRole('img', { name: 'The original image' }).isVisible()).toBe(true);
    await comparison.getByRole('button', { name: 'Map 2', exact: true }).click();
    await comparison.getByText('cannot be compared, because one of them is empty').waitFor();
    await comparison.getByRole('button', { name: 'People and map 1' }).press('Enter');
    await comparison.getByText('Blue: the area that people marked. Orange: map1.').waitFor();
    expect(await comparison.getByRole('img', { name: 'The original image' }).isVisible()).toBe(true);
    await expectGoodPage('desk-crowd-comparison');
  });

  it('starts the check of a source with its claims and the language of the people', async () => {
    await page.locator('#files').setInputFiles(samplePhotograph());
    await page.getByText('Ready', { exact: true }).waitFor();
    await analysis().selectOption('claim-context-crowd');
    await page.getByLabel('Claim (required)').fill('The harbour was flooded.');
    await page.getByLabel('Claimed source (required)').fill('https://example.org/harbour');
    await page.getByText('Add more claims (optional)').click();
    await page.getByLabel('Language').selectOption('de');
    expect(await people().getByLabel('Who may answer').inputValue()).toBe('organization');
    const started = page.waitForRequest(isStart);
    await page.getByRole('button', { name: /^Analyse for at most/u }).click();
    expect((await started).postDataJSON()).toMatchObject({
      pipelineSlug: 'claim-context-crowd',
      contextData: { claim_text: 'The harbour was flooded.', language: 'de' },
      crowd: { audience: 'organization', guestsAllowed: false, validHours: 168, unpaid: false },
    });
  });
});
