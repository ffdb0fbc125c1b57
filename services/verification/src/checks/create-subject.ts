import { decodeImage } from '@assay/media/decode/decode-image';
import type { PixelImage, Subject } from './check.ts';

/** A subject whose pixels are decoded from its path on first use and then remembered. */
export function createSubject(file: Omit<Subject, 'pixels'>): Subject {
  let decoded: Promise<PixelImage> | undefined;
  return { ...file, pixels: () => (decoded ??= decodeImage(file.path)) };
}
