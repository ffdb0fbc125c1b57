import { stat } from 'node:fs/promises';
import { openSharpHeader } from '@assay/media/decode/open-sharp';

/**
 * Deflate packs one repeated byte 1,024 to 1,032 times. A page with one line of text is below that, and a JPEG of one colour is packed 200
 * times.
 */
const maxRatio = 1_020;

/**
 * Returns true if the decoded pixels of an image take at least 1,020 times the bytes of its file. Such a file has no content, or its
 * header states a size that its bytes cannot have. Call it for images that have more pixels than are decoded.
 */
export async function isDecompressionBomb(path: string): Promise<boolean> {
  const header = await openSharpHeader(path).metadata();
  const { width, height, channels, bitsPerSample = 8, isPalette } = header;
  const decodedBytes = (width * height * (isPalette ? 1 : channels) * bitsPerSample) / 8;
  return decodedBytes >= maxRatio * (await stat(path)).size;
}
