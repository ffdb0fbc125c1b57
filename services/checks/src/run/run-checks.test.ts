import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { onePage, pdfOf } from '../../../media/test/build-pdf.ts';
import { wavOf } from '../../../media/test/build-sound.ts';
import { examineFiles } from './examine-files.fixture.ts';
import { checkSlugs, loadChecks } from '../registry.ts';
import { createSubject, runChecks } from './run-checks.ts';

it('checks of pixels are not applicable to an image that was cut off, and the others are made', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-cut-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const canvas = sharp({ create: { width: 640, height: 480, channels: 3, background: '#888', noise } });
  const whole = await canvas
    .withExif({ IFD0: { Make: 'Acme' } })
    .jpeg()
    .toBuffer();
  const bytes = whole.subarray(0, whole.length >> 1);
  const path = join(folder, 'cut.jpg');
  await writeFile(path, bytes);
  const subject = createSubject({
    bytes,
    path,
    mimeType: 'image/jpeg',
    claims: {},
    enrichment: { perceptualHash: null },
  });
  const checks = (await loadChecks(checkSlugs)).filter(({ examines }) => examines !== 'case');
  const results = await runChecks(checks, subject);
  const ofPixels = results.filter(({ criterion }) =>
    ['pixel_consistency', 'compression_history'].includes(criterion),
  );
  expect(ofPixels.length).toBeGreaterThan(3);
  expect(ofPixels.filter(({ applicability }) => applicability.applicable)).toEqual([]);
  expect(results.some(({ applicability }) => applicability.applicable)).toBe(true);
  expect(results.filter(({ facts }) => 'problem' in facts)).toEqual([]);
});

it.each([
  ['audio-bandwidth', 'audio/wav', 'Above 2.0 kHz the recording holds nothing'],
  ['document-pictures', 'application/pdf', 'the document holds no picture'],
])('%s, which has no pixels of its own file to decode, is made', async (slug, mimeType, words) => {
  const bytes = mimeType === 'audio/wav' ? wavOf({ seconds: 1 }) : pdfOf(onePage('100 EUR'));
  const [check] = await loadChecks([slug]);
  if (check === undefined || check.examines === 'case') throw new Error('no check of one file');
  const result = await examineFiles(check, { file: bytes }, ({ file = '' }) => ({
    bytes,
    path: file,
    mimeType,
    claims: {},
    enrichment: { perceptualHash: null },
  }));
  expect(result.statement).toContain(words);
});
