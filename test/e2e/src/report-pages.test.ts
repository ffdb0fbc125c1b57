import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendRevision, onePage, pdfOf, stream } from '../../../services/media/test/build-pdf.ts';
import { aviOf } from '../../../services/media/test/build-video.ts';
import { createSigningIdentity } from '../../../services/media/test/signing/certificates.ts';
import { signImage } from '../../../services/media/test/signing/sign-image.ts';
import { develop, raw, sunset, storePreview } from '@assay/checks/pixels/thumbnail/thumbnail.fixture';
import { hasBrowser, launchBrowser, newPerson, openDesk } from './browser.ts';
import { keepScreenshots, overflowOnPhone } from './screenshots.ts';

interface Dropped {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

describe.skipIf(!hasBrowser)('what a reader sees first of a result (needs Chromium)', () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    platform = await joinPlatform();
    browser = await launchBrowser();
    page = await newPerson(browser);
    await openDesk(page, platform, 'Reports');
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  /** Runs the usual analysis, or the one of this label, and waits for the report. */
  async function report(name: string, files: readonly Dropped[], analysis?: string): Promise<FrameLocator> {
    await page.locator('#files').setInputFiles([...files]);
    await page
      .getByText('Ready', { exact: true })
      .nth(files.length - 1)
      .waitFor();
    if (analysis !== undefined)
      await page.getByRole('combobox', { name: 'Analysis' }).selectOption({ label: analysis });
    await page.getByRole('button', { name: /^(?:Analyse|Compare) .*for €/u }).click();
    await page
      .locator('#result-title')
      .filter({ hasText: files[0]?.name ?? '' })
      .waitFor();
    const frame = page.frameLocator('iframe.report');
    await frame.getByRole('heading', { level: 1 }).waitFor();
    await keepScreenshots(page, `report-${name}`);
    expect(await overflowOnPhone(page)).toBe(0);
    return frame;
  }

  const outcome = () => page.locator('#result .outcome').textContent();

  it('of an invoice whose sum was covered: both sums, and the comparison open', async () => {
    const words = (text: string) => `BT /F1 12 Tf 20 100 Td (${text}) Tj ET `;
    const invoice = appendRevision(pdfOf(onePage('Total EUR 480.00')), {
      4: stream(`${words('Total EUR 480.00')}1 g 15 95 300 20 re f 0 g ${words('Total EUR 4,480.00')}`),
    });
    const frame = await report('invoice', [
      { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: invoice },
    ]);
    expect(await outcome()).toMatch(/Inconclusive.*“Total EUR 480\.00” and wrote “Total EUR 4,480\.00”/u);
    expect(await outcome()).toMatch(/\d+ % probable that the file was changed/u);
    const text = (await frame.locator('main').textContent()) ?? '';
    expect(text).toContain('What speaks against the file');
    expect(
      await frame
        .getByAltText(/before save 2/u)
        .first()
        .isVisible(),
    ).toBe(true);
  });

  it('of a sunset beside its preview: no change', async () => {
    const developed = await sharp(develop(sunset(), 1.2), raw).jpeg({ quality: 95 }).toBuffer();
    const buffer = Buffer.from(await storePreview(sunset(), developed));
    await report('sunset', [{ name: 'sunset.jpg', mimeType: 'image/jpeg', buffer }]);
    expect(await outcome()).toMatch(/^Unverified/u);
  });

  it('of an original and its doctored copy: the same image, except here', async () => {
    const { width, height } = await sharp(samplePhotograph()).metadata();
    const across = Math.round(width * 0.22);
    const down = Math.round(height * 0.22);
    const area = {
      left: Math.round(width * 0.1),
      top: Math.round(height * 0.1),
      width: across,
      height: down,
    };
    const patch = await sharp(samplePhotograph())
      .extract(area)
      .flop()
      .modulate({ brightness: 0.7 })
      .toBuffer();
    const place = { input: patch, left: Math.round(width * 0.55), top: Math.round(height * 0.5) };
    const copy = await sharp(samplePhotograph()).composite([place]).jpeg({ quality: 90 }).toBuffer();
    const original = await sharp(samplePhotograph()).keepMetadata().jpeg({ quality: 95 }).toBuffer();
    const frame = await report(
      'doctored-copy',
      [
        { name: 'original.jpg', mimeType: 'image/jpeg', buffer: original },
        { name: 'copy.jpg', mimeType: 'image/jpeg', buffer: copy },
      ],
      'Consistency of several files',
    );
    expect(await outcome()).toMatch(/^Files compared/u);
    expect(await frame.locator('main').textContent()).toContain('show the same image, except here');
  });

  it('of a signed video of which three bytes were changed: the hash that does not match', async () => {
    const identity = createSigningIdentity('A maker');
    const digitalSourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture';
    const claim = { action: 'c2pa.created', digitalSourceType, mimeType: 'video/x-msvideo' };
    const signed = Buffer.from(await signImage(await aviOf(1), identity, claim));
    const intact = { name: 'signed.avi', mimeType: 'video/x-msvideo', buffer: Buffer.from(signed) };
    await report('signed-video', [intact]);
    expect(await outcome()).toContain('The Content Credentials are intact since A maker signed them');
    const mark = signed.lastIndexOf('00dc') + 4;
    for (const at of [mark, mark + 1, mark + 2]) signed[at] = (signed[at] ?? 0) ^ 1;
    await report('changed-video', [{ ...intact, name: 'changed.avi', buffer: signed }]);
    expect(await outcome()).toMatch(/^Inconclusive.*no longer match its signed Content Credentials/u);
  });
});
