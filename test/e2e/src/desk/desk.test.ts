import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { awaitRunEnd, awaitEnrichment } from '@assay/test-kit/verify';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../accessibility.ts';
import { hasBrowser, launchBrowser, newPerson, sayWhoIsThere } from '../browser.ts';
import { copiedPicture, generatedPicture, signedPicture } from '../pictures.ts';
import { keepFile, keepScreenshots, overflowOnPhone } from '../screenshots.ts';

describe.skipIf(!hasBrowser)('what people look at (needs Chromium)', () => {
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

  describe('the desk', () => {
    let page: Page;
    const asked: string[] = [];
    const complaints: string[] = [];

    beforeAll(async () => {
      page = await newPerson(browser);
      page.on('request', (request) => asked.push(request.url()));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
    });

    const begin = () => page.getByRole('button', { name: /^Analyse/u }).click();
    const drop = (name: string, mimeType: string, bytes: Uint8Array) =>
      page.locator('#files').setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });

    it('asks who is there, and takes a key', async () => {
      await page.goto(`${platform.baseUrl}/v2/desk`);
      await page.getByRole('heading', { name: 'Sign in to analyse files' }).waitFor();
      await keepScreenshots(page, 'desk-sign-in');
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByLabel('Or use an API key').fill(platform.apiKey);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Create your first project' }).waitFor();
      await keepScreenshots(page, 'desk-no-project');
      await page.getByLabel('Name of the project').fill('Flood images');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Drop images' }).waitFor();
      await keepScreenshots(page, 'desk-empty');
      expect(await page.getByLabel('Project', { exact: true }).locator('option').allTextContents()).toEqual([
        'Flood images',
      ]);
    });

    it('goes from a picture to its report', async () => {
      await page.locator('#files').setInputFiles(samplePhotograph());
      await page.getByRole('button', { name: 'Analyse for €0.10' }).waitFor();
      await page.getByText('Ready', { exact: true }).waitFor();
      await keepScreenshots(page, 'desk-chosen');
      expect(await accessibilityProblems(page)).toEqual([]);
      // The button has the focus: whoever wants nothing else presses Enter.
      await page.keyboard.press('Enter');
      await page.getByRole('list', { name: 'Stages' }).waitFor();
      await keepScreenshots(page, 'desk-running');
      const report = page.frameLocator('iframe.report');
      await report.getByRole('heading', { name: 'Unverified', level: 1 }).waitFor();
      await keepScreenshots(page, 'desk-report');
      expect(await overflowOnPhone(page)).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
    });

    it('compares a picture with the map of what was found in it, by keyboard', async () => {
      const { name, type, bytes } = await copiedPicture();
      await drop(name, type, bytes);
      await begin();
      await page.getByRole('heading', { name }).waitFor();
      const slider = page.getByRole('slider');
      await slider.focus();
      const before = Number(await slider.inputValue());
      for (let presses = 0; presses < 10; presses++) await page.keyboard.press('ArrowRight');
      expect(Number(await slider.inputValue())).toBe(before + 10);
      await expect.poll(() => page.evaluate<number[]>(widthsOfPair)).toEqual([1278, 1000]);
      await keepScreenshots(page, 'desk-compared');
      expect(await accessibilityProblems(page)).toEqual([]);
    });

    it('saves the report as a PDF', async () => {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save report (PDF)' }).click();
      expect((await saving).suggestedFilename()).toBe('copied report.pdf');
    });

    it('saves the evidence bundle, without its key being told to the object store', async () => {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save evidence bundle' }).click();
      const { suggestedFilename, url, path } = await saving.then(async (download) => ({
        suggestedFilename: download.suggestedFilename(),
        url: download.url(),
        path: await download.path(),
      }));
      expect(suggestedFilename).toMatch(/^evidence-\w+\.zip$/u);
      expect(new URL(url).origin).toBe(new URL(platform.layout.servers.s3.endpoint).origin);
      const body = new Uint8Array(readFileSync(path));
      const headers = { 'content-type': 'application/zip' };
      const checked = await fetch(`${platform.baseUrl}/v2/evidence-bundles/verify`, {
        method: 'POST',
        headers,
        body,
      });
      expect(await checked.json()).toMatchObject({ valid: true });
    });

    it('cancels a run, and starts it again', async () => {
      await page.locator('#files').setInputFiles(samplePhotograph());
      await begin();
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await page.getByRole('button', { name: 'Start again' }).waitFor();
      expect(await page.locator('#result').textContent()).toContain('Nothing was charged');
      await keepScreenshots(page, 'desk-canceled');
      await page.getByRole('button', { name: 'Start again' }).click();
      const report = page.frameLocator('iframe.report');
      await report.getByRole('heading', { name: 'Unverified', level: 1 }).waitFor();
    });

    it('says what to do where the credit does not suffice, and tries again when told to', async () => {
      const starts = '**/verification-runs';
      const error = {
        code: 'PAYMENT_REQUIRED',
        message: 'The balance is too low. Top up and send the request again.',
        requestId: 'r',
      };
      await page.route(starts, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 402, json: { error } })
          : route.continue(),
      );
      await drop('poor.png', 'image/png', (await generatedPicture()).bytes);
      await begin();
      const row = page.getByRole('listitem').filter({ hasText: 'poor.png' });
      const again = row.getByRole('button', { name: 'Try again' });
      await again.waitFor();
      expect(await row.textContent()).toContain('Ask an admin of the organization to add credit');
      await page.unroute(starts);
      await again.click();
      await page
        .frameLocator('iframe.report')
        .getByRole('heading', { name: 'Synthetic', level: 1 })
        .waitFor();
    });

    it('says in a line which file cannot be analysed', async () => {
      await drop('setup.png', 'image/png', Buffer.from('MZ no picture at all'));
      const refused = page.getByRole('listitem').filter({ hasText: 'setup.png' });
      await expect.poll(() => refused.textContent()).toMatch(/cannot be analysed/u);
      await keepScreenshots(page, 'desk-refused');
    });

    it('shows a run again whose address was kept', async () => {
      await page.reload();
      await page.getByRole('heading', { name: 'poor.png' }).waitFor();
      const verdict = page.frameLocator('iframe.report').getByRole('heading', { level: 1 });
      await expect.poll(() => verdict.count()).toBe(1);
    });

    it('asks nobody but the platform and its object store for anything', () => {
      const known = [platform.baseUrl, new URL(platform.layout.servers.s3.endpoint).origin, 'null'];
      const hosts = new Set(asked.map((url) => new URL(url).origin));
      expect([...hosts].filter((host) => !known.includes(host))).toEqual([]);
      // Browsers note what is refused: a visitor, a start without credit, a file of no known type.
      expect(complaints.filter((text) => !/ 40[12] | 415 /u.test(text))).toEqual([]);
    });
  });

  it('lets somebody who signs in begin, and sign out again', async () => {
    const page = await newPerson(browser);
    await page.goto(`${platform.baseUrl}/v2/desk`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await sayWhoIsThere(page, `${randomUUID()}@example.org`, 'Ada');
    await page.getByLabel('Name of the organization').fill('Analytical Engines');
    await page.keyboard.press('Enter');
    await page.getByLabel('Name of the project').fill('Engine drawings');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Drop images' }).waitFor();
    await page.getByText('This project has no runs yet.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to analyse files' }).waitFor();
    expect(await page.getByLabel('Project', { exact: true }).isVisible()).toBe(false);
  });

  describe('a report', () => {
    let projectId: string;

    beforeAll(async () => {
      projectId = (await rest.post('/v2/projects', { name: 'Reports' })).body.id;
    });

    const kinds = [
      { kind: 'copied', file: copiedPicture },
      { kind: 'generated', file: generatedPicture },
      { kind: 'innocent', file: () => samplePhotograph() },
      ...(signedPicture === undefined ? [] : [{ kind: 'signed', file: () => signedPicture ?? '' }]),
    ];

    it.each(kinds)('of a $kind picture can be read wide, narrow and on paper', async ({ kind, file }) => {
      const { body: stored } = await rest.upload(projectId, await file());
      await awaitEnrichment(rest, stored.id);
      const runs = `/v2/projects/${projectId}/verification-runs`;
      const started = await rest.post(runs, { pipelineSlug: 'image-authenticity', fileIds: [stored.id] });
      const { id, status } = await awaitRunEnd(rest, started.body);
      expect(status).toBe('completed');
      const reportUrl = `${platform.baseUrl}${runs}/${id}/report`;
      const headers = { 'x-api-key': platform.apiKey };
      const page = await newPerson(browser);
      await page.setExtraHTTPHeaders(headers);
      await page.goto(reportUrl);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await keepScreenshots(page, `report-${kind}`);
      expect(await overflowOnPhone(page)).toBe(0);
      keepFile(`report-${kind}-printed.pdf`, await page.pdf({ format: 'A4' }));
      // Where it is served nothing may run, not even what judges it.
      const judged = await newPerson(browser);
      await judged.setContent(await (await fetch(reportUrl, { headers })).text());
      expect(await accessibilityProblems(judged)).toEqual([]);
      const pdf = await fetch(`${reportUrl}?format=pdf`, { headers });
      expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      keepFile(`report-${kind}.pdf`, Buffer.from(await pdf.arrayBuffer()));
    });
  });
});

/** Runs in the page: of the picture and the map of it, what they are wide. */
const widthsOfPair = "[...document.querySelectorAll('.pair img')].map((image) => image.naturalWidth)";
