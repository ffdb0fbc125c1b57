import type { FileFeatures } from '../../../cleaning/treatment.ts';

/** The values by which the better one of two copies is chosen: the first one that differs decides, and more is better. */
export type FileWorth = readonly [content: number, provenance: number, quality: number, sizeBytes: number];

/**
 * Rates a file among its copies: by its pixels, or its duration and rate; then by Content Credentials and the metadata of the capture; then
 * by the quality of its coding; then by its bytes.
 */
export function rateFile(features: FileFeatures | undefined, sizeBytes: number): FileWorth {
  switch (features?.kind) {
    case 'image': {
      const { width, height, origin } = features;
      const provenance =
        (origin?.hasCredentials === true ? 2 : 0) + (origin?.hasCaptureMetadata === true ? 1 : 0);
      return [width * height, provenance, origin?.quality ?? 0, sizeBytes];
    }
    case 'video': {
      const { width, height, durationSeconds, vector } = features;
      // The vector has half the binary logarithm of the frame rate.
      const frames = durationSeconds * 2 ** (2 * (vector[2] ?? 0));
      return [width * height * Math.round(frames), 0, 0, sizeBytes];
    }
    case 'audio':
      return [features.durationSeconds, 0, 0, sizeBytes];
    case 'text':
    case undefined:
      return [0, 0, 0, sizeBytes];
  }
}

/** Compares two files; negative if the first one is better. */
export function compareWorth(a: FileWorth, b: FileWorth): number {
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? 0;
    if (value !== other) return other - value;
  }
  return 0;
}
