import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../accessibility.ts';
import { hasBrowser, launchBrowser, newPerson } from '../browser.ts';
import { dropFolder, writeFolder, writeMany } from './dataset-folders.ts';
import { inEachView, keepFile } from '../screenshots.ts';

describe.skipIf(!hasBrowser)('datasets at the desk (needs Chromium)', { retry: 0 }, () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let page: Page;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-desk-'));
    await writeFolder(folder);
    platform = await joinPlatform();
    browser = await launchBrowser();
    page = await newPerson(browser);
    await page.goto(`${platform.baseUrl}/v2/desk#datasets`);
    await page.getByLabel('Or use an API key').fill(platform.apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Datasets', level: 1 }).waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
    await rm(folder, { recursive: true });
  });

  /** Keeps screenshots of the page, and expects that it is accessible and not wider than its window. */
  async function expectGoodView(name: string): Promise<void> {
    await inEachView(page, async (view) => {
      const bytes = await page.screenshot({ fullPage: true, animations: 'disabled' });
      keepFile(`desk-datasets-${name}-${view}.png`, bytes);
      expect([view, await accessibilityProblems(page)]).toEqual([view, []]);
      expect([view, await page.evaluate(overflow)]).toEqual([view, 0]);
    });
  }

  it('begin with a folder that is dropped on the page', async () => {
    await page.getByText('This organization has no datasets yet.').waitFor();
    await expectGoodView('none');
    await dropFolder(page, join(folder, 'Harbour images'));
    await page.getByRole('heading', { name: 'New dataset' }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Harbour images');
    expect(await page.getByLabel('Internal id').inputValue()).toBe('harbour-images');
    expect(await page.getByLabel('Kind of files').inputValue()).toBe('image');
    await expectGoodView('form');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Harbour images', level: 1 }).waitFor();
    await page.getByText('8 files uploaded, 1 refused.').first().waitFor();
    const refused = page.getByRole('region', { name: 'Upload' }).getByRole('listitem');
    expect(await refused.allTextContents()).toEqual([
      'broken.jpg: its type text/plain does not fit this dataset',
    ]);
    await page.getByText('8 files,').waitFor();
    await expectGoodView('uploaded');
  });

  const region = (name: string) => page.getByRole('region', { name });
  const follow = async (name: string): Promise<void> => {
    await page.getByRole('link', { name }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  };

  it('are cleaned by keyboard, and show the progress until the new version is ready', async () => {
    await follow('Raw version');
    expect(await page.locator('h1:focus').count()).toBe(1);
    await region('Issues').getByText('3 files have the same bytes.').waitFor();
    await expectImages(region('Issues'), 3);
    const fates = await region('Issues').locator('.card').allTextContents();
    expect(fates.map((card) => card.includes('Kept'))).toEqual([true, false, false]);
    await page.getByLabel('Label of the new version').focus();
    await page.keyboard.type('first cleaning');
    await expectGoodView('raw');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Version 2: first cleaning', level: 1 }).waitFor();
    await page.getByRole('progressbar').waitFor();
    await expectGoodView('cleaning');
    await region('Effect of the clean').waitFor();
    expect(await page.getByRole('status').textContent()).toBe('Version 2: first cleaning: Cleaned');
  });

  it('say what a clean changed and removed and why, with the images of each group', async () => {
    const effect = region('Effect of the clean');
    const text = (await effect.textContent()) ?? '';
    for (const reason of [
      '2 removed because another file has the same bytes',
      '1 removed because another file is nearly the same',
      '1 removed because the image shows only one colour',
    ])
      expect(text).toContain(reason);
    await expectImages(effect, 6);
    const group = effect.getByRole('listitem').filter({ hasText: '3 files have the same bytes.' }).first();
    const cards = group.locator('.card');
    expect((await cards.allTextContents()).map((card) => /Kept|Removed/u.exec(card)?.[0])).toEqual(
      expect.arrayContaining(['Kept', 'Removed', 'Removed']),
    );
    await expectGoodView('effect');
  });

  it('are compared, exported, and listed with all versions', async () => {
    await page.getByRole('button', { name: 'Compare', exact: true }).press('Enter');
    await page
      .getByText(/^Added: 0\. Removed: 4\. Changed: 1\. Unchanged: 3\.$/u)
      .last()
      .waitFor();
    const differences = page.getByRole('table', { name: 'Differences' });
    expect(await differences.getByRole('row').count()).toBe(6);
    for (const [name, part] of [
      ['Save export (JSON)', '"expiresInSeconds":86400'],
      ['Save manifest (JSON Lines)', '"sha256"'],
    ] as const) {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name }).press('Enter');
      expect(await readFile(await (await saving).path(), 'utf8')).toContain(part);
    }
    await page.getByLabel('Duplicates with').selectOption({ label: 'Raw version' });
    await region('Issues').getByText('Both versions have files with the same bytes.').first().waitFor();
    expect(await page.getByLabel('Type').isDisabled()).toBe(true);
    await expectGoodView('compared');
    await follow('Harbour images');
    await page.getByText(/^4 files, .*1 changed, 4 removed/u).waitFor();
    await expectGoodView('versions');
  });

  it('get their metadata in a further version', async () => {
    await follow('Version 2: first cleaning');
    await page.getByRole('button', { name: 'Read metadata' }).press('Enter');
    await page.getByRole('heading', { name: 'Version 3', level: 1 }).waitFor();
    await region('Effect of reading the metadata').waitFor();
    await page.getByText('Enriched', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Read metadata' }).count()).toBe(0);
    await follow('Harbour images');
  });

  it('are renamed by keyboard', async () => {
    const rename = page.getByRole('button', { name: 'Rename' });
    await rename.press('Enter');
    await page.getByRole('dialog', { name: 'Rename the dataset' }).waitFor();
    expect(await page.locator('input:focus').inputValue()).toBe('Harbour images');
    await expectGoodView('renaming');
    await page.keyboard.press('Escape');
    await rename.press('Enter');
    await page.locator('input:focus').fill('Harbour');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Harbour$/u, level: 1 }).waitFor();
    expect(await page.getByRole('status').textContent()).toBe('The dataset is now called Harbour.');
    await page.getByRole('link', { name: 'All datasets' }).press('Enter');
    await page.getByRole('link', { name: 'Harbour' }).waitFor();
    await page.getByRole('listitem').getByText('Enriched', { exact: true }).waitFor();
    await page.getByText('Images · harbour-images · Version 3').waitFor();
    await expectGoodView('states');
    await follow('Harbour');
  });

  it('give copies of their files to a project, and take copies from it', async () => {
    await createProject(platform, 'Quay', 'notes.txt');
    await follow('Version 2: first cleaning');
    await page.getByText('Copy files to a project').press('Enter');
    const files = page.getByRole('table', { name: 'Files to copy' });
    await expect.poll(() => files.locator('tbody tr').count()).toBe(4);
    expect(await page.getByRole('button', { name: 'Copy', exact: true }).isDisabled()).toBe(true);
    await files.getByLabel('Select quay.jpg').press('Space');
    await page.getByText('1 file selected.').waitFor();
    await expectGoodView('to-project');
    await page.getByRole('button', { name: 'Copy', exact: true }).press('Enter');
    await expect.poll(() => page.getByRole('status').textContent()).toBe('1 file copied.');
    expect(await page.locator(':focus').textContent()).toBe('Select all shown');
    await follow('Harbour');
    await page.getByText('Copy files from a project').press('Enter');
    await page.getByRole('button', { name: 'Select all shown' }).press('Enter');
    const note = page.getByLabel('Select notes.txt: does not fit this dataset');
    expect([await note.isDisabled(), await note.isChecked()]).toEqual([true, false]);
    await expectGoodView('from-project');
    await page.getByRole('button', { name: 'Copy', exact: true }).press('Enter');
    await expect.poll(() => page.getByRole('status').textContent()).toBe('1 file copied.');
    await page.getByText('9 files,').waitFor();
  });

  it('are deleted only after a confirmation', async () => {
    const deletion = page.getByRole('button', { name: 'Delete dataset' });
    await deletion.press('Enter');
    await page.getByRole('dialog', { name: 'Delete the dataset “Harbour”?' }).waitFor();
    await expectGoodView('deletion');
    await page.keyboard.press('Escape');
    expect(await deletion.evaluate('document.activeElement.textContent')).toBe('Delete dataset');
    await deletion.press('Enter');
    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await page.getByText('This organization has no datasets yet.').waitFor();
  });

  it('take many chosen files in several requests, all but the one that does not fit', async () => {
    await page.getByRole('button', { name: 'New empty dataset' }).press('Enter');
    await page.getByLabel('Name', { exact: true }).fill('Many images');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Many images', level: 1 }).waitFor();
    const requests: number[] = [];
    page.on('response', (answer) => {
      if (answer.request().method() === 'POST' && answer.url().endsWith('/files'))
        requests.push(answer.status());
    });
    await page
      .locator('input[type=file][multiple]:not([webkitdirectory])')
      .last()
      .setInputFiles(await writeMany(folder));
    await page.getByText('129 files uploaded, 1 refused.').first().waitFor();
    expect(requests).toEqual([415, 201, 201]);
    await page.getByText(/^129 files, /u).waitFor();
    await expectGoodView('many');
  });

  it('lose a file of the raw version after a confirmation', async () => {
    await follow('Raw version');
    const rows = page.getByRole('table', { name: 'Files' }).locator('tbody tr');
    expect(await rows.count()).toBe(50);
    await page.getByRole('button', { name: 'Remove 101.jpg' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByText(/^128 files · /u).waitFor();
    expect(await page.locator(':focus').getAttribute('aria-label')).toMatch(/^Remove \d+\.jpg$/u);
    for (const count of [50, 100, 128]) {
      await page.getByRole('button', { name: 'Show more' }).last().press('Enter');
      await expect.poll(() => rows.count()).toBe(count);
    }
    expect(await page.getByRole('button', { name: 'Remove 101.jpg' }).count()).toBe(0);
  });

  it('continue an upload after a lost connection', async () => {
    await page.getByRole('link', { name: 'All datasets' }).press('Enter');
    await page.getByRole('link', { name: 'Many images' }).waitFor();
    await page.getByRole('button', { name: 'New empty dataset' }).press('Enter');
    await page.getByLabel('Name', { exact: true }).fill('Notes');
    await page.getByLabel('Kind of files').selectOption({ label: 'Texts' });
    await expectGoodView('list');
    await page.getByRole('button', { name: 'Create dataset' }).press('Enter');
    await page.getByRole('heading', { name: 'Notes', level: 1 }).waitFor();
    await page.context().setOffline(true);
    const notes = ['A quay.', 'A quay.', ' ', 'Fish.'].map((text, index) => ({
      name: `${index.toString()}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    }));
    await page.locator('input[type=file][multiple]:not([webkitdirectory])').last().setInputFiles(notes);
    await page.getByText('The upload stopped: 0 of 4 files').first().waitFor();
    await expectGoodView('interrupted');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Continue the upload' }).press('Enter');
    await page.getByText('4 files uploaded.').first().waitFor();
  });

  it('of texts are cleaned, and name the files that have no image', async () => {
    await follow('Raw version');
    await page.getByRole('button', { name: 'Clean', exact: true }).press('Enter');
    const effect = region('Effect of the clean');
    await effect.getByText('1 removed because the text has no visible character').waitFor();
    await effect.getByText('1.txt').waitFor();
    await expectGoodView('texts');
  });
});

/** Creates a project with a text. */
async function createProject({ baseUrl, apiKey }: SharedPlatform, name: string, fileName: string) {
  const rest = createRest(baseUrl, apiKey);
  const { id } = (await rest.post('/v2/projects', { name })).body;
  const text = { name: fileName, bytes: Buffer.from('A quay.'), type: 'text/plain' };
  expect((await rest.upload(id, text)).status).toBe(201);
}

/** Expects that this number of images has been loaded. Images load when they are scrolled to. */
async function expectImages(place: Locator, count: number): Promise<void> {
  for (const card of await place.locator('.card').all()) await card.scrollIntoViewIfNeeded();
  await expect.poll(() => place.locator('.card img').count(), { timeout: 30_000 }).toBe(count);
  const widths = () => place.locator('.card img').evaluateAll(readWidths);
  await expect.poll(widths, { timeout: 30_000 }).not.toContain(0);
}

/** Runs in the page. */
const readWidths = (images: unknown[]): number[] =>
  images.map((image) => (image as { naturalWidth: number }).naturalWidth);

/** Runs in the page: how much wider it is than its window. */
const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
