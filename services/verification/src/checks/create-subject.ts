import { decodeImage } from '@assay/media/decode/decode-image';
import type { PixelImage, Subject } from './check.ts';

/** A subject whose pixels are decoded on first use, from its path unless told otherwise, and then remembered. */
export function createSubject(
  file: Omit<Subject, 'pixels'>,
  decode: () => Promise<PixelImage> = () => decodeImage(file.path),
): Subject {
  let decoded: Promise<PixelImage> | undefined;
  return { ...file, pixels: () => (decoded ??= decode()) };
}
