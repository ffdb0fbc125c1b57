import { readExif } from '@assay/media/exif/read-exif';
import type { Case, CaseFile } from '../../check/check.ts';
import { describeKeypoints } from '../../pixels/copy-move/features/descriptors.ts';
import type { DescribedKeypoints } from '../../pixels/copy-move/features/descriptors.ts';
import { detectKeypoints } from '../../pixels/copy-move/features/keypoints.ts';
import { buildScaleSpace } from '../../pixels/copy-move/features/scale-space.ts';
import { toOrientation } from '../../pixels/planes/orientation.ts';
import type { Orientation, Size } from '../../pixels/planes/orientation.ts';
import { toWorkingImage } from '../../pixels/planes/plane.ts';
import type { Plane } from '../../pixels/planes/plane.ts';
import { readCompressionHistory } from '../../structure/compression-history.ts';
import { readNoise } from './noise-patches.ts';
import type { NoisePatch } from './noise-patches.ts';

/** The fingerprint of an image, to compare it with the others: about 1.2 megabytes, whatever its size. */
export interface FingerprintedImage {
  readonly id: string;
  readonly name: string;
  /** Pixels of the file, as stored. */
  readonly size: Size;
  readonly orientation: Orientation;
  readonly plane: Plane;
  /** Pixels of the file per pixel of the plane and axis. */
  readonly filePixels: number;
  readonly described: DescribedKeypoints;
  readonly noise: readonly NoisePatch[];
  /** IJG quality of the last JPEG save; null for other formats. */
  readonly lastQuality: number | null;
  /** True where the metadata still name a camera. */
  readonly namesCamera: boolean;
}

export const fingerprintParameters = { workingPixels: 120_000, octaves: 4, maxKeypoints: 300 } as const;

/** The pictures of a case, one in memory at a time; a file that cannot be decoded is left out. */
export async function fingerprintImages({ files }: Case, signal: AbortSignal): Promise<FingerprintedImage[]> {
  const sketched: FingerprintedImage[] = [];
  for (const file of files) {
    signal.throwIfAborted();
    const fingerprint = await fingerprintImage(file);
    if (fingerprint !== null) sketched.push(fingerprint);
  }
  return sketched;
}

async function fingerprintImage({ id, name, mimeType, open }: CaseFile): Promise<FingerprintedImage | null> {
  if (!mimeType.startsWith('image/')) return null;
  const subject = await open();
  const pixels = await subject?.pixels().catch(() => null);
  if (subject === null || pixels === null || pixels === undefined) return null;
  const { plane, filePixels } = toWorkingImage(pixels, fingerprintParameters.workingPixels);
  const octaves = buildScaleSpace(plane, { octaves: fingerprintParameters.octaves, enlarged: false });
  const { keypoints } = detectKeypoints(octaves, fingerprintParameters.maxKeypoints);
  const described = describeKeypoints(octaves, keypoints);
  const { lastQuality } = await readCompressionHistory(subject);
  const exif = await readExif(subject.bytes, mimeType);
  const namesCamera = exif?.make != null && exif.model != null;
  const size = { width: pixels.width, height: pixels.height };
  const orientation = toOrientation(exif?.orientation);
  const noise = readNoise(pixels);
  return { id, name, size, orientation, plane, filePixels, described, noise, lastQuality, namesCamera };
}
