import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WorkAudience, WorkLinkState } from '@assay/proto/files/v1/work_files_service';
import { findSharedMedia } from '@assay/test-kit/fixtures';
import { download, hasExiftool, listTags, readShared, startWork } from './work-platform.ts';
import type { StartedWork } from './work-platform.ts';

let started: StartedWork;
let folder: string;
beforeAll(async () => {
  started = await startWork();
  folder = await mkdtemp(join(tmpdir(), 'assay-renditions-'));
});
afterAll(async () => {
  await started.running.stop();
  await rm(folder, { recursive: true, force: true });
});

const { READY } = WorkLinkState;
const { MEMBERS } = WorkAudience;

/** A red and a blue half, side by side as displayed. */
async function turnedImage(): Promise<Buffer> {
  const half = { width: 32, height: 32, channels: 3, background: 'blue' } as const;
  const stored = sharp({ create: { ...half, height: 64, background: 'red' } })
    .composite([{ input: { create: half }, top: 0, left: 0 }])
    .withExif({ IFD0: { Artist: 'A Person' }, IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLatitudeRef: 'N' } });
  return stored.withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer();
}

describe('the rendition of an image', () => {
  it('is upright, for an image that is stored turned', async () => {
    const fileId = await started.upload(await turnedImage(), 'A Person in Berlin.jpg');
    const link = await started.settle(fileId);
    expect(link).toMatchObject({ state: READY, mimeType: 'image/jpeg', width: 64, height: 32 });
    const bytes = await download(link);
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 64, height: 32 });
    expect([data[0], data[2]]).toEqual([
      expect.toSatisfy((red: number) => red > 200),
      expect.toSatisfy((blue: number) => blue < 50),
    ]);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(link.presignedUrl?.url).not.toContain('Berlin');
    expect(link.presignedUrl?.url).toContain(`${fileId}.jpg`);
  });

  it('is not used for members, who get the original under its name', async () => {
    const original = await turnedImage();
    const fileId = await started.upload(original, 'Berlin.jpg');
    const link = await started.settle(fileId, MEMBERS);
    expect(link).toMatchObject({ state: READY, isRendition: false, mimeType: 'image/jpeg' });
    expect(link.presignedUrl?.url).toContain('Berlin.jpg');
    expect(await download(link)).toEqual(original);
  });

  it('keeps the pixels of an upright image as they are coded', async () => {
    const png = await sharp({ create: { width: 9, height: 7, channels: 4, background: '#12345678' } })
      .withExif({ IFD0: { Artist: 'A Person' } })
      .png()
      .toBuffer();
    const link = await started.settle(await started.upload(png));
    expect(link).toMatchObject({ state: READY, mimeType: 'image/png', width: 9, height: 7 });
    const bytes = await download(link);
    expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(png).raw().toBuffer());
    expect(bytes.includes('A Person')).toBe(false);
  });
});

const photographs = [
  ...['photos/gps_DSCN0010.jpg', 'photos/IMG_1034.heic', 'photos/cheers_1440x960.heic'],
  'photos/Issue 263 dotnet.heic',
];

describe.skipIf(findSharedMedia('photos') === undefined || !hasExiftool)(
  'renditions of real photographs (needs the media collection and exiftool)',
  () => {
    it.each(photographs)('have no metadata and are shown by browsers: %s', async (path) => {
      const original = await readShared(path);
      const before = await listTags(original, join(folder, 'before'));
      expect(Object.keys(before).length).toBeGreaterThan(0);
      const link = await started.settle(await started.upload(original));
      expect(link).toMatchObject({ state: READY, isRendition: true, mimeType: 'image/jpeg' });
      const bytes = await download(link);
      expect(await listTags(bytes, join(folder, 'after'))).toEqual({});
      const { width, height, format } = await sharp(bytes).metadata();
      expect({ width, height, format }).toEqual({ width: link.width, height: link.height, format: 'jpeg' });
    });

    it('are made for members of what browsers do not show', async () => {
      const fileId = await started.upload(await readShared('photos/IMG_1034.heic'), 'summer.heic');
      const link = await started.settle(fileId, MEMBERS);
      expect(link).toMatchObject({ state: READY, isRendition: true, mimeType: 'image/jpeg' });
      expect(link.presignedUrl?.url).toContain('summer.jpg');
    });
  },
);
