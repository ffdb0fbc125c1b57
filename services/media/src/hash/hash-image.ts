import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { decodeImage } from '../decode/decode-image.ts';
import { openSharp } from '../decode/open-sharp.ts';
import type { ImageHeader } from '../decode/read-image-header.ts';
import { undecodable } from '../decode/undecodable-error.ts';
import { orient } from './orient.ts';
import { hashSide, perceptualHash } from './perceptual-hash.ts';

/**
 * The perceptual hash of an image file, upright. The whole file is read to its last row, so a hash also proves the file
 * decodable: JPEG and WebP may be shrunk while loading, which scales the inverse transform but still decodes every coded
 * block, and rows stream, so that a large picture is never held as a whole. BMP and HEIC are decoded in full.
 * @param header what `readImageHeader` answered for this file
 * @throws UndecodableError
 */
export async function hashImage(path: string, header: ImageHeader): Promise<string> {
  const source = await open(path, header);
  try {
    const flat = header.hasAlpha ? source.flatten({ background: '#ffffff' }) : source;
    const grey = await flat
      .resize(hashSide, hashSide, { fit: 'fill', kernel: 'lanczos3' })
      .toColourspace('b-w')
      .raw({ depth: 'uchar' })
      .toBuffer();
    return perceptualHash(orient(grey, hashSide, header.orientation));
  } catch (cause) {
    throw undecodable(cause);
  }
}

async function open(path: string, header: ImageHeader): Promise<Sharp> {
  if (header.mimeType !== 'image/bmp' && header.mimeType !== 'image/heic') return openSharp(path);
  const { width, height, data } = await decodeImage(path);
  return sharp(data, { raw: { width, height, channels: 3 } });
}
