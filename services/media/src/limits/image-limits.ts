import { OversizedError, UndecodableError } from './undecodable-error.ts';

/** Most pixels decoded; RGB of that many is 300 MB, which still fits a worker's 512 MB. */
export const maxImagePixels = 100_000_000;
/** Most pixels of an AVIF. Its decoder and its conversions hold 15 to 20 bytes a pixel. */
const maxAvifPixels = 30_000_000;
/**
 * Most pixels of a HEIC that are decoded at once. Its decoder is wasm: with the decoded pixels it holds 10 bytes a pixel, beside the 140 MB of a loaded
 * worker. An image of tiles is decoded tile by tile, whatever its size.
 */
export const maxWholePixels = 34_000_000;
/** Longest side; also the longest a JPEG or GIF header can state. */
export const maxImageSide = 65_535;

/** Returns the most pixels that are decoded of a type. */
export function limitPixels(mimeType: string): number {
  return mimeType === 'image/avif' ? maxAvifPixels : maxImagePixels;
}

/** Refuses dimensions before anything is allocated for them. */
export function assertDecodableSize(width: number, height: number, maxPixels: number): void {
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1) {
    throw new UndecodableError('the file could not be decoded: it states no valid width and height');
  }
  if (width > maxImageSide || height > maxImageSide) {
    throw new UndecodableError(
      `the image is ${width} × ${height} pixels; no side may exceed ${maxImageSide}`,
    );
  }
  if (width * height > maxPixels) {
    const megapixels = (pixels: number): string => (pixels / 1e6).toFixed(1).replace(/\.0$/, '');
    throw new OversizedError(
      `the image has ${megapixels(width * height)} megapixels; at most ${megapixels(maxPixels)} are decoded`,
    );
  }
}
