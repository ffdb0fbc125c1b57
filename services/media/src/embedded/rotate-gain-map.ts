import type { Sharp } from 'sharp';
import { assertDecodableSize, maxImagePixels } from '../limits/image-limits.ts';
import { openSharp } from '../decode/open-sharp.ts';
import { undecodable } from '../limits/undecodable-error.ts';
import { estimateQuality } from '../jpeg/estimate-quality.ts';
import { parseJpeg } from '../jpeg/parse-jpeg.ts';
import { readJpegSegments } from './jpeg-segments.ts';

const minQuality = 90;

/**
 * Turns a gain map like its image, whose orientation it follows, and returns it as a JPEG with its own metadata: its XMP and its ISO 21496-1 block, which say how
 * values are applied. An upright one is returned as it is.
 * @param orientation the EXIF orientation of the image, 1 to 8
 * @throws UndecodableError
 */
export async function rotateGainMap(jpeg: Uint8Array, orientation: number): Promise<Uint8Array> {
  const parsed = parseJpeg(jpeg);
  if (!parsed.ok) throw undecodable(parsed.reason);
  const { frame, quantizationTables, trailing } = parsed.jpeg;
  assertDecodableSize(frame.width, frame.height, maxImagePixels);
  if (orientation === 1) {
    // A damaged one is not carried along.
    await openSharp(jpeg).raw().toBuffer().catch(rethrowUndecodable);
    return trailing === null ? jpeg : jpeg.subarray(0, trailing.offset);
  }
  const rotated = rotate(openSharp(jpeg), orientation);
  // The values are no colours: a conversion of the profile would change them.
  const isGrey = frame.components.length === 1;
  const encoded = await rotated
    .toColourspace(isGrey ? 'b-w' : 'srgb')
    .jpeg({
      quality: Math.max(minQuality, estimateQuality(quantizationTables)?.quality ?? minQuality),
      chromaSubsampling: '4:4:4',
    })
    .toBuffer()
    .catch(rethrowUndecodable);
  const { start, metadata } = readJpegSegments(jpeg);
  const { rest } = readJpegSegments(encoded);
  return Buffer.concat([start, ...metadata, rest]);
}

function rethrowUndecodable(cause: unknown): never {
  throw undecodable(cause);
}

/** Sharp mirrors before it rotates. */
function rotate(image: Sharp, orientation: number): Sharp {
  const isMirrored = [2, 4, 5, 7].includes(orientation);
  const angles = [0, 0, 0, 180, 180, 270, 90, 90, 270];
  const mirrored = isMirrored ? image.flop() : image;
  return mirrored.rotate(angles[orientation] ?? 0);
}
