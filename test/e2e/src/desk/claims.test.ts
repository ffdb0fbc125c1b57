import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compoundFileOf } from '../../../../services/media/test/build-doc.ts';
import { accessibilityProblems } from '../accessibility.ts';
import { hasBrowser, launchBrowser, newPerson, openDesk } from '../browser.ts';
import { keepScreenshots, overflowOnPhone } from '../screenshots.ts';

const oldWordFile = compoundFileOf({ WordDocument: Buffer.alloc(5_000), '1Table': Buffer.alloc(4_000) });

describe.skipIf(!hasBrowser)('what people claim at the desk (needs Chromium)', () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    platform = await joinPlatform();
    browser = await launchBrowser();
    page = await newPerson(browser);
    await openDesk(page, platform, 'Flood images');
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  const choose = (...pictures: (string | { name: string; mimeType: string; buffer: Buffer })[]) =>
    page.locator('#files').setInputFiles(pictures as string[]);
  const begin = (name: RegExp | string) => page.getByRole('button', { name }).click();
  const claim = (label: string): Locator =>
    page.getByRole('region', { name: 'Claims' }).getByRole('listitem').filter({ hasText: label });
  const reported = () => page.frameLocator('iframe.report').getByRole('heading', { level: 1 }).waitFor();
  const analysis = () => page.getByRole('combobox', { name: 'Analysis' });

  it('offers the pipelines that accept the dropped files, the usual one first', async () => {
    await choose(samplePhotograph());
    await page.getByText('Ready', { exact: true }).waitFor();
    expect(await analysis().locator('option').allTextContents()).toEqual([
      'Image authenticity',
      'Screen for synthetic media',
      'Image review by people',
      'Place and time',
      'Claim and source, checked by people',
      'Each file by its type',
    ]);
    expect(await analysis().inputValue()).toBe('image-authenticity');
  });

  it('checks what is claimed of a picture, and says of each claim what became of it', async () => {
    await page.getByText('Add claims (optional)').click();
    await page.getByLabel('Claimed device').fill('Nokia 3310');
    await page.getByLabel('Claimed date').fill('1999-02-03');
    await keepScreenshots(page, 'desk-claims');
    expect(await overflowOnPhone(page)).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await begin('Analyse for €0.10');
    await reported();
    await keepScreenshots(page, 'desk-claims-judged');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await claim('Claimed device').textContent()).toMatch(/Nokia 3310.*Contradicted/u);
    expect(await claim('Claimed date').textContent()).toMatch(/1999-02-03.*Contradicted/u);
    expect(await page.locator('#result .outcome').textContent()).toMatch(/^Contradicts 2 claims/u);
  });

  it('checks a claim without a file, whose place is pasted as maps give it', async () => {
    await page.getByRole('button', { name: 'Check a claim without a file' }).click();
    await page.getByLabel('Latitude (required)').focus();
    await page.evaluate(pastePlace);
    expect(await page.getByLabel('Longitude (required)').inputValue()).toBe('16.37');
    await page.getByLabel('Date and time (required)').fill('2024-07-15T12:00');
    await page.getByText('Add more claims (optional)').click();
    await page.getByLabel('Time zone').fill('Europe/Vienna');
    await page.getByLabel('Direction of shadows').fill('142');
    await page.getByLabel('Claim', { exact: true }).fill('Seen in the morning of the flood.');
    await keepScreenshots(page, 'desk-without-file');
    expect(await overflowOnPhone(page)).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await begin('Check the claims for €0.05');
    await page.getByRole('heading', { name: 'Seen in the morning of the flood.' }).waitFor();
    await reported();
    await keepScreenshots(page, 'desk-without-file-judged');
    expect(await claim('Direction of shadows').textContent()).toMatch(/142.*Contradicted/u);
    expect(await claim('Time zone').textContent()).toMatch(/Supported|Not checkable/u);
  });

  it('compares several files in one run', async () => {
    const part = await sharp(samplePhotograph())
      .extract({ left: 200, top: 100, width: 700, height: 500 })
      .jpeg({ quality: 90 })
      .toBuffer();
    await choose(samplePhotograph());
    await choose({ name: 'part.jpg', mimeType: 'image/jpeg', buffer: part });
    await page.getByRole('heading', { name: '2 files to analyse' }).waitFor();
    await analysis().selectOption({ label: 'Consistency of several files' });
    await page.getByText('Add claims (optional)').click();
    await page.getByLabel('Event').fill('The flood');
    await keepScreenshots(page, 'desk-several');
    expect(await overflowOnPhone(page)).toBe(0);
    await begin('Compare 2 files for €0.25');
    await page.getByRole('heading', { name: /and 1 more$/u }).waitFor();
    await reported();
    await keepScreenshots(page, 'desk-several-compared');
    expect(await claim('Event').textContent()).toMatch(/The flood.*Not checkable/u);
    const report = page.frameLocator('iframe.report');
    expect(await report.locator('main, body').first().textContent()).toContain(
      '“starfish.jpg” and “part.jpg” are a whole and a part of it',
    );
  });

  it('offers no claims for files that the platform refuses', async () => {
    await choose({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([0, 1, 2, 3]) });
    await page.getByText('None of these files can be analysed.').waitFor();
    expect(await analysis().isVisible()).toBe(false);
    expect(await page.getByText('Add claims (optional)').isVisible()).toBe(false);
    expect(await page.getByLabel('Latitude (required)').count()).toBe(0);
    const analyse = page.getByRole('button', { name: 'Analyse', exact: true });
    expect(await analyse.isDisabled()).toBe(true);
    await keepScreenshots(page, 'desk-refused');
    expect(await overflowOnPhone(page)).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it.each([
    [
      'note.txt',
      'text/plain',
      Buffer.from('A text of a few words.'),
      'A text file is stored, but not analysed',
    ],
    ['letter.doc', 'application/msword', oldWordFile, 'A Word file in the old format (.doc) is stored'],
  ])('says of %s why it is not analysed', async (name, mimeType, buffer, note) => {
    await choose({ name, mimeType, buffer });
    await page.getByText('Ready', { exact: true }).waitFor();
    await page.getByText(note).waitFor();
    expect(await analysis().isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Analyse', exact: true }).isDisabled()).toBe(true);
    await keepScreenshots(page, `desk-unexamined-${name.replace('.', '-')}`);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('keeps nothing of what was discarded', async () => {
    const deleted = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await choose(samplePhotograph());
    await page.getByRole('button', { name: 'Discard' }).click();
    expect((await deleted).status()).toBe(204);
    expect(await page.locator('#run-form').isVisible()).toBe(false);
  });
});

/** Runs in the page: pastes what a map has copied. */
const pastePlace = `{
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', '48.2, 16.37');
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
}`;
