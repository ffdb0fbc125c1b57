import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hashSide, perceptualHash } from '@assay/media/hash/perceptual-hash';
import sharp from 'sharp';

/** The work of a bare loop, to compare with the service. */
export interface BareResult {
  readonly files: number;
  readonly sizeBytes: number;
  readonly converted: number;
  /** User and system time, in milliseconds. */
  readonly cpuMs: number;
}

const shownSide = 512;
const fingerprintSide = 128;
/** The quality of most JPEGs that are written again. */
const quality = 92;

/**
 * Makes the calls of sharp and of the hashes that image-standard makes, on the same files, without children, service and storage: the
 * header, one decode to 512 pixels, the reductions to the hash and the fingerprint, and a second decode for a file that has a rotation or
 * a profile.
 * @param convert true for a file that image-standard changes
 */
export async function standardizeBare(
  paths: readonly string[],
  convert: (path: string) => boolean,
): Promise<BareResult> {
  sharp.cache(false);
  sharp.concurrency(1);
  const before = process.cpuUsage();
  let sizeBytes = 0;
  let converted = 0;
  for (const path of paths) {
    const bytes = await readFile(path);
    sizeBytes += bytes.length;
    await readBare(bytes);
    if (!convert(path)) continue;
    await convertBare(bytes);
    converted += 1;
  }
  const { user, system } = process.cpuUsage(before);
  return { files: paths.length, sizeBytes, converted, cpuMs: (user + system) / 1_000 };
}

async function readBare(bytes: Uint8Array): Promise<string> {
  const { hasAlpha } = await sharp(bytes).metadata();
  const image = sharp(bytes, { sequentialRead: true, failOn: 'error' }).autoOrient();
  const reduced = image.resize(shownSide, shownSide, { fit: 'inside', withoutEnlargement: true });
  const flat = hasAlpha ? reduced.flatten({ background: '#ffffff' }) : reduced;
  const { data, info } = await flat.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const side = fingerprintSide;
  await sharp(data, { raw }).resize(side, side, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer();
  const small = sharp(data, { raw }).resize(hashSide, hashSide, { fit: 'fill', kernel: 'lanczos3' });
  return perceptualHash(await small.toColourspace('b-w').raw().toBuffer());
}

async function convertBare(bytes: Uint8Array): Promise<string> {
  const upright = sharp(bytes, { sequentialRead: true, failOn: 'error' }).autoOrient().keepExif().keepXmp();
  const output = await upright.jpeg({ quality }).toBuffer();
  return createHash('sha256').update(output).digest('hex');
}
