import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPhonePhotograph, buildPhoneVideo } from '@assay/test-kit/media/phone-photographs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrichImage } from '../../src/enrich/enrich-image.ts';
import { auxiliaryProperty, buildHeif, takeImage } from '../build-heif.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-parts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function enrich(bytes: Uint8Array) {
  const path = join(folder, 'image');
  await writeFile(path, bytes);
  return (await enrichImage(path)).enrichment;
}

const makeImage = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#a08060' } });

describe('the enrichment of an image', () => {
  it('names the gain map and the video of a photograph, with size and duration', async () => {
    const video = buildPhoneVideo(3);
    const image = await makeImage().jpeg().toBuffer();
    const photograph = buildPhonePhotograph('Samsung', { image, gainMap: image, video });
    const { embedded } = await enrich(photograph);
    expect(embedded).toEqual([
      { kind: 'gain_map', mimeType: 'image/jpeg', size: expect.any(Number) as number },
      { kind: 'motion_video', mimeType: 'video/mp4', size: video.length, durationSeconds: 3 },
    ]);
    expect(embedded?.[0]?.size).toBeGreaterThan(image.length);
  });

  it('names the gain map, the depth map and the thumbnail of an AVIF', async () => {
    const image = takeImage(await makeImage().avif({ effort: 0 }).toBuffer());
    const auxiliary = (id: number, type: string) => ({
      id,
      ...image,
      properties: [...(image.properties ?? []), auxiliaryProperty(type)],
      references: [{ type: 'auxl', to: [1] }],
    });
    const { embedded } = await enrich(
      buildHeif({
        brand: 'avif',
        items: [
          { id: 1, ...image },
          auxiliary(2, 'urn:com:apple:photo:2020:aux:hdrgainmap'),
          auxiliary(3, 'urn:mpeg:mpegB:cicp:systems:auxiliary:depth'),
          auxiliary(4, 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha'),
          { id: 5, ...image, references: [{ type: 'thmb', to: [1] }] },
          { id: 6, type: 'tmap', references: [{ type: 'dimg', to: [1, 7] }] },
          { id: 7, ...image },
        ],
      }),
    );
    expect(embedded?.map(({ kind, mimeType }) => `${kind} ${mimeType}`)).toEqual([
      'gain_map image/avif',
      'depth_map image/avif',
      'preview image/avif',
      'gain_map image/avif',
    ]);
  });

  it('has no such key for an image alone', async () => {
    expect(await enrich(await makeImage().jpeg().toBuffer())).not.toHaveProperty('embedded');
  });
});
