import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildHeif } from '../build-heif.ts';
import { encodeHevc } from '../encode-hevc.ts';
import { findDecoder } from '../../src/decoder/find-decoder.ts';
import { createWasmDecoder } from '../../src/decoder/wasm-decoder.ts';
import { createEnrichmentPool } from '../../src/enrich/enrichment-pool.ts';
import { createImageReader } from '../../src/enrich/image-reader.ts';
import type { ImageReader } from '../../src/enrich/image-reader.ts';
import { hammingDistance } from '../../src/hash/perceptual-hash.ts';
import { detectConfinement, isConfined } from '../../src/isolate/confinement.ts';

const { ffmpegPath = '' } = inject('servers');
const confinement = await detectConfinement();
const hasFfmpeg = ffmpegPath !== '' && isConfined(confinement);
const signal = new AbortController().signal;
const limits = { timeoutMs: 120_000, maxRssBytes: 2 ** 29 };

describe.skipIf(!hasFfmpeg)('an image that is too large for a child (needs FFmpeg)', () => {
  const pool = createEnrichmentPool({ size: 1, timeoutMs: 60_000 });
  let folder: string;
  let path: string;
  let hash: string | null;
  let read: ImageReader;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-large-'));
    path = join(folder, 'large.avif');
    const shapes =
      '<svg width="640" height="490"><rect width="300" height="200" fill="#fff"/><circle cx="500" cy="300" r="90" fill="#a40"/></svg>';
    const small = await sharp(Buffer.from(shapes)).flatten({ background: '#234' }).png().toBuffer();
    await sharp(small).resize(6400, 4900).withMetadata({ orientation: 6 }).avif({ effort: 0 }).toFile(path);
    const smallPath = join(folder, 'small.jpg');
    await writeFile(smallPath, await sharp(small).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    const places = { configuredPath: ffmpegPath, searchPath: '', mayRunUnconfined: false };
    const { decoder } = await findDecoder(pool, confinement, places);
    read = createImageReader({ pool, decoder, ...limits });
    const reading = await read({ path: smallPath, mimeType: 'image/jpeg' }, signal);
    hash = reading.ok ? reading.value.enrichment.perceptualHash : null;
  });
  afterAll(async () => {
    await pool.close();
    await rm(folder, { recursive: true });
  });

  it('in AVIF has the thumbnail and the perceptual hash of a small copy, turned', async () => {
    const result = await read({ path, mimeType: 'image/avif' }, signal);
    if (!result.ok) throw new Error(result.reason);
    const { enrichment, thumbnail } = result.value;
    expect(enrichment).toMatchObject({ width: 4900, height: 6400 });
    expect(enrichment.notes).toEqual([expect.stringContaining('reduced size')]);
    expect([thumbnail?.width, thumbnail?.height]).toEqual([392, 512]);
    expect(hammingDistance(enrichment.perceptualHash ?? '', hash ?? '')).toBeLessThan(5);
  });

  it.each([8, 10] as const)(
    'in HEIC of one piece and %i bits has a thumbnail and a hash, too',
    async (bits) => {
      const size = bits === 8 ? ([8000, 6000] as const) : ([6400, 4800] as const);
      const heicPath = join(folder, `${String(bits)}.heic`);
      await writeFile(
        heicPath,
        buildHeif({ brand: 'heic', items: [{ id: 1, ...(await encodeHevc(ffmpegPath, size, bits)) }] }),
      );
      const result = await read({ path: heicPath, mimeType: 'image/heic' }, signal);
      expect(result).toMatchObject({
        ok: true,
        value: {
          enrichment: { width: size[0], perceptualHash: expect.stringMatching(/^[0-9a-f]{16}$/) as string },
          thumbnail: { width: 512, height: 384 },
        },
      });
    },
    120_000,
  );

  it('has neither where no FFmpeg is', async () => {
    const result = await createImageReader({ pool, decoder: createWasmDecoder(pool), ...limits })(
      { path, mimeType: 'image/avif' },
      signal,
    );
    expect(result).toMatchObject({
      ok: true,
      value: { enrichment: { perceptualHash: null }, thumbnail: undefined },
    });
  });
});
