/** Every file of the media collection is read by the public API, and compared with ExifTool, ffprobe and pdfinfo. */
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { newProject } from '@assay/test-kit/organizations';
import { createRest } from '@assay/test-kit/rest';
import { createRandom } from '@assay/test-kit/seeded-random';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { caseFiles, declaredType, isHostile, locate, mediaFiles } from './collection.ts';
import type { MediaFile } from './collection.ts';
import { compareImages, comparePdfs, compareRecordings } from './compare-tools.ts';
import type { ReadFile } from './compare-tools.ts';
import { hasExiftool } from './exiftool.ts';
import { hasFfprobe } from './ffprobe.ts';
import { departuresOf } from './labelled.ts';
import { hasPdfinfo } from './pdfinfo.ts';
import { send, sendAll, summaryOf, unlawfulEnd } from './send.ts';
import type { Sent } from './send.ts';

const isWhole = process.env['FAULTS'] === 'whole';
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const collection = mediaFiles();
const all = collection.length === 0 ? [] : [...collection, ...caseFiles()];
const lanes = 4;
/** Of each kind, where not all are sent. */
const sampleOfKind: Readonly<Record<string, number>> = { 'camera-original': 12, innocent: 8, case: 100 };
const sampleOfOthers = 4;

/** All files, or some of every kind. */
function chosen(): readonly MediaFile[] {
  if (isWhole) return all;
  const random = createRandom(seed);
  return Object.entries(Object.groupBy(all, ({ kind }) => kind)).flatMap(([kind, files = []]) =>
    random.shuffled(files).slice(0, sampleOfKind[kind] ?? sampleOfOthers),
  );
}

describe.skipIf(all.length === 0)('the media collection (needs it beside the project)', () => {
  const sent = new Map<MediaFile, Sent>();
  let platform: LaunchedPlatform;

  beforeAll(async () => {
    const variables = { RATE_LIMIT_AUTHENTICATED: '100000000', RATE_LIMIT_ORGANIZATION: '100000000' };
    platform = await launchPlatform({ servers: inject('servers'), variables });
  });
  afterAll(() => platform.stop());

  it(
    'is read: each file ends with what is in it, a reason, or a documented refusal',
    { timeout: 3_600_000 },
    async () => {
      const rest = createRest(platform.baseUrl, platform.apiKey);
      const { id: projectId } = await newProject(rest);
      const files = chosen();
      await sendAll(files, lanes, async (file) => {
        const bytes = await readFile(locate(file));
        const content = { name: file.path.replace('/', ' '), bytes, type: declaredType(file) };
        const one = await send(rest, projectId, content);
        sent.set(file, one);
        return one;
      });
      process.stdout.write(
        `seed ${seed.toString()}, ${files.length.toString()} of ${all.length.toString()} files: ${summaryOf([...sent.values()])}\n`,
      );
      const wrong = [...sent].flatMap(([file, one]) => {
        const departures = [unlawfulEnd(one), ...departuresOf(file, one)].filter(
          (each) => each !== undefined,
        );
        return departures.map((each) => `${file.path}: ${each}`);
      });
      expect(wrong).toEqual([]);
    },
  );

  const completed = (): readonly ReadFile[] =>
    [...sent].flatMap(([file, { ended, body }]) =>
      // Tools read damaged files each in their own way.
      ended === 'completed' && !isHostile(file) ? [{ path: file.path, body, localPath: locate(file) }] : [],
    );
  const ofType = (...types: readonly string[]): readonly ReadFile[] =>
    completed().filter(({ body }) => types.some((type) => String(body.mimeType).startsWith(type)));

  it.skipIf(!hasExiftool)(
    'has the size, camera, time and place of images as ExifTool reads them (needs libimage-exiftool-perl)',
    () => {
      const images = ofType('image/');
      expect(images.length).toBeGreaterThan(isWhole ? 400 : 20);
      expect(compareImages(images)).toEqual([]);
    },
  );

  it.skipIf(!hasFfprobe)(
    'has the duration and codecs of recordings as ffprobe reads them (needs ffmpeg)',
    () => {
      const recordings = ofType('audio/', 'video/');
      expect(recordings.length).toBeGreaterThan(isWhole ? 20 : 3);
      expect(compareRecordings(recordings)).toEqual([]);
    },
  );

  it.skipIf(!hasPdfinfo)(
    'has the pages, properties and dates of PDFs as pdfinfo reads them (needs poppler-utils)',
    () => {
      const pdfs = ofType('application/pdf');
      expect(pdfs.length).toBeGreaterThan(0);
      expect(comparePdfs(pdfs)).toEqual([]);
    },
  );
});
