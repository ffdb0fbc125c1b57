import { randomUUID } from 'node:crypto';
import { addMember } from '@assay/test-kit/join-organization';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, launchBrowser, sayWhoIsThere } from '../browser.ts';
import { allTypes } from './surveys.ts';
import { expectGoodViews, newPhone } from './views.ts';

const survey = {
  title: 'Photographs of {{city.value}}',
  introduction: 'Read each question.\nThen answer it.',
  questions: [
    ...allTypes.questions,
    { key: 'when', type: 'time_range', label: 'When was it changed?', required: true },
  ],
};

describe.skipIf(!hasBrowser)('the preview of a survey (needs Chromium)', () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let rest: Rest;
  let previewUrl: string;

  beforeAll(async () => {
    platform = await joinPlatform();
    rest = createRest(platform.baseUrl, platform.apiKey);
    browser = await launchBrowser();
    const { body: template } = await rest.post('/v2/survey-templates', { name: 'Changed?', language: 'en' });
    const versions = `/v2/survey-templates/${String(template.id)}/versions`;
    const { body: version } = await rest.post(versions, survey);
    const values = { city: '<b>Köln</b> & sea' };
    const { body } = await rest.post(`${versions}/${String(version.id)}/preview`, { values });
    previewUrl = `${platform.baseUrl}${String(body.previewUrl)}`;
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  async function open(email: string): Promise<Page> {
    const page = await newPhone(browser);
    await page.goto(previewUrl);
    await page.getByRole('heading', { name: 'Sign in to see the preview' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).tap();
    await sayWhoIsThere(page, email, 'Reader');
    return page;
  }

  it('shows viewers the survey with its values alone, checks the answers, and sends and stores none', async () => {
    const email = `viewer-${randomUUID()}@example.com`;
    const { organizationId, inbox, issuer } = platform;
    const credential = { authorization: `Bearer ${await issuer.accessToken(email)}` };
    await addMember({ platform, inbox, admin: rest, organizationId }, { email, credential, role: 'viewer' });
    const page = await open(email);
    await page.getByRole('heading', { name: 'Photographs of {{city.value}}' }).waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
    await page.goto(previewUrl);
    await page.getByRole('heading', { name: 'Photographs of <b>Köln</b> & sea' }).waitFor();
    await expectGoodViews(page, 'preview');

    await page.getByRole('button', { name: 'Submit' }).tap();
    await page.getByText('Answer this question.').first().waitFor();
    expect(await page.getByText('The answers are complete.').count()).toBe(0);
    await page.getByText('It was changed', { exact: true }).first().tap();
    await page.getByText('4', { exact: true }).tap();
    await page.getByLabel('How many starfish?').fill('2');
    const stage = page.getByRole('application');
    await stage.tap({ position: { x: 30, y: 30 } });
    await stage.tap({ position: { x: 120, y: 90 } });
    await page.getByText('This is my order').tap();
    await page.locator('.file-choice').first().tap();
    await page.getByRole('button', { name: 'Set start' }).tap();
    await page.getByRole('slider', { name: 'Position' }).fill('2');
    await page.getByRole('button', { name: 'Set end' }).tap();
    await page.getByRole('button', { name: 'Submit' }).tap();
    await page.getByText('The answers are complete.').last().waitFor();
    await expectGoodViews(page, 'preview-checked');

    const calls = requests.filter((line) => !line.startsWith('GET '));
    expect(calls.map((line) => new URL(line.split(' ')[1] ?? '').pathname)).toEqual([
      expect.stringMatching(/^\/v2\/survey-templates\/\w+\/versions\/\w+\/preview$/u),
    ]);
    const sent = requests.map((line) => line.split('#')[0] ?? '');
    expect(sent.filter((line) => line.includes('sea'))).toEqual([]);
    expect(await page.evaluate('({ ...localStorage, ...sessionStorage })')).toEqual({});

    await page.goto(`${previewUrl}&truth=yes`);
    await page.getByText('The address contains a value that the survey does not show.').waitFor();
  });

  it('shows nothing of it to other people', async () => {
    const page = await open(`other-${randomUUID()}@example.com`);
    await page.getByText('This survey does not exist, or you may not read it.').waitFor();
    expect(await page.getByText('Photographs').count()).toBe(0);
    await expectGoodViews(page, 'preview-unknown');
  });
});
