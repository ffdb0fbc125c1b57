import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEnrichmentPool } from '../src/enrich/enrichment-pool.ts';
import type { EnrichmentPool } from '../src/enrich/enrichment-pool.ts';
import { hasSharedMedia, sharedMedia } from './shared-media.ts';

let folder: string;
let pool: EnrichmentPool;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'thumbnails-'));
  pool = createEnrichmentPool();
});
afterAll(async () => {
  await pool.close();
  await rm(folder, { recursive: true });
});

const red = { r: 255, g: 0, b: 0 };
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: red } });

async function thumbnailOf(bytes: Uint8Array) {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  const result = await pool.run('makePreview', { path });
  if (!result.ok) throw new Error(result.reason);
  return result.value.thumbnail;
}

describe('a thumbnail', () => {
  it('is a WebP of 512 pixels on its longest side, with a placeholder of 16', async () => {
    const thumbnail = await thumbnailOf(await picture(2_000, 1_000).jpeg().toBuffer());
    expect(thumbnail).toMatchObject({ mimeType: 'image/webp', width: 512, height: 256 });
    expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({
      format: 'webp',
      width: 512,
      height: 256,
    });
    const [start, data = ''] = thumbnail.placeholder.split(',');
    expect(start).toBe('data:image/webp;base64');
    expect(thumbnail.placeholder.length).toBeLessThan(1_000);
    expect(await sharp(Buffer.from(data, 'base64')).metadata()).toMatchObject({ width: 16, height: 8 });
  });

  it('is upright and says nothing of the original', async () => {
    const turned = picture(600, 300)
      .jpeg()
      .withMetadata({ orientation: 6, exif: { IFD0: { Make: 'ACME' } } });
    const thumbnail = await thumbnailOf(await turned.toBuffer());
    expect(thumbnail).toMatchObject({ width: 256, height: 512 });
    const { exif, icc, xmp, orientation } = await sharp(thumbnail.bytes).metadata();
    expect({ exif, icc, xmp, orientation }).toEqual({});
  });

  it('is never larger than the image, and of an animation its first frame', async () => {
    expect(await thumbnailOf(await picture(40, 30).png().toBuffer())).toMatchObject({
      width: 40,
      height: 30,
    });
    const frames = [picture(60, 40), picture(60, 40).negate()].map((frame) => frame.png().toBuffer());
    const animated = sharp(await Promise.all(frames), { join: { animated: true } });
    const { width, height, bytes } = await thumbnailOf(await animated.gif().toBuffer());
    expect([width, height]).toEqual([60, 40]);
    const { channels } = await sharp(bytes).stats();
    expect(channels[0]?.mean).toBeGreaterThan(240);
  });

  it.skipIf(!hasSharedMedia)('is made of HEIC (needs the media collection)', async () => {
    const result = await pool.run('makePreview', { path: sharedMedia('photos/IMG_1034.heic') });
    expect(result).toMatchObject({ ok: true, value: { thumbnail: { mimeType: 'image/webp' } } });
  });

  it('is not made of what cannot be decoded', async () => {
    const path = join(folder, 'cut');
    await writeFile(path, (await picture(400, 300).jpeg().toBuffer()).subarray(0, 300));
    expect(await pool.run('makePreview', { path })).toMatchObject({ ok: false, code: 'undecodable' });
  });
});
