import { readFile } from 'node:fs/promises';
import { maxImagePixels } from '@assay/media/decode/image-limits';
import { decodeWhole } from '@assay/media/decode/image-source';
import { openSharpForDisplay, openSharpHeader } from '@assay/media/decode/open-sharp';
import { undecodable, UndecodableError } from '@assay/media/decode/undecodable-error';
import { estimateQuality } from '@assay/media/jpeg/estimate-quality';
import { findMotionVideo } from '@assay/media/jpeg/find-motion-video';
import { parseJpeg } from '@assay/media/jpeg/parse-jpeg';
import type { FilePart } from '@assay/media/strip/file-part';
import { listFrameChunks, listWebpChunks } from '@assay/media/strip/list-webp-chunks';
import sharp from 'sharp';
import type { JpegOptions, Metadata, Sharp, WebpOptions } from 'sharp';

const minQuality = 90;
const webpQuality = 92;

/**
 * Writes an image again, upright and in sRGB, in its own container and codec: a JPEG at its estimated quality, at least 90, with its
 * chroma subsampling; a lossless WebP without loss; all frames of an animation. EXIF, with the orientation upright, and XMP stay, and so does
 * the video behind a motion photo, whose place the XMP counts from the end of the file. Returns the parts of the new file.
 * @throws UndecodableError
 */
export async function convertImage(path: string, mimeType: string): Promise<readonly FilePart[]> {
  const bytes = await readFile(path);
  const metadata = await openSharpHeader(bytes).metadata().catch(rethrowUndecodable);
  if ((metadata.pages ?? 1) > 1) return [await convertAnimation(bytes, metadata).catch(rethrowUndecodable)];
  const converted = await decodeWhole(bytes, (source, tolerated) => {
    const upright = openSharpForDisplay(source, tolerated).autoOrient().keepExif().keepXmp();
    return encode(keepDepth(upright, metadata), { bytes, mimeType, metadata }).toBuffer();
  });
  const video = mimeType === 'image/jpeg' ? findMotionVideo(bytes) : null;
  return video === null ? [converted] : [converted, video];
}

function rethrowUndecodable(cause: unknown): never {
  throw undecodable(cause);
}

/** One channel stays one channel, and 16 bits stay 16 bits. */
function keepDepth(image: Sharp, { space, depth }: Metadata): Sharp {
  const isGrey = space === 'b-w' || space === 'grey16';
  if (depth === 'ushort') return image.toColourspace(isGrey ? 'grey16' : 'rgb16');
  return image.toColourspace(isGrey ? 'b-w' : 'srgb');
}

interface SourceImage {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly metadata: Metadata;
}

function encode(image: Sharp, { bytes, mimeType, metadata }: SourceImage): Sharp {
  switch (mimeType) {
    case 'image/jpeg':
      return image.jpeg(chooseJpegOptions(bytes));
    case 'image/png':
      return image.png({ progressive: metadata.isProgressive });
    case 'image/webp':
      return image.webp(chooseWebpOptions(bytes));
    default:
      throw new UndecodableError(`files of the type ${mimeType} are not written`);
  }
}

function chooseJpegOptions(bytes: Uint8Array): JpegOptions {
  const parsed = parseJpeg(bytes);
  if (!parsed.ok) return { quality: minQuality };
  const { quantizationTables, frame } = parsed.jpeg;
  return {
    quality: Math.max(minQuality, estimateQuality(quantizationTables)?.quality ?? minQuality),
    chromaSubsampling: frame.sampling === '4:2:0' ? '4:2:0' : '4:4:4',
    progressive: frame.progressive,
  };
}

function chooseWebpOptions(bytes: Uint8Array): WebpOptions {
  const chunks = listWebpChunks(bytes).flatMap((chunk) =>
    chunk.name === 'ANMF' ? listFrameChunks(bytes, chunk) : [chunk],
  );
  const isLossless =
    chunks.some(({ name }) => name === 'VP8L') && !chunks.some(({ name }) => name === 'VP8 ');
  return isLossless ? { lossless: true } : { quality: webpQuality };
}

/** Turns each frame of an animated WebP by itself, since sharp turns no animation. Only WebP has animations with a profile or an orientation. */
async function convertAnimation(bytes: Uint8Array, metadata: Metadata): Promise<Uint8Array> {
  const { pages = 1, width, height, loop = 0, delay = [] } = metadata;
  // The header was read for the first page alone, so the height is that of one frame.
  if (pages * width * height > maxImagePixels) {
    throw new UndecodableError('the animation has too many pixels to be written again');
  }
  const frames: Buffer[] = [];
  for (let page = 0; page < pages; page += 1) {
    const frame = sharp(bytes, { page, limitInputPixels: maxImagePixels }).autoOrient();
    frames.push(await frame.toColourspace('srgb').png({ compressionLevel: 1 }).toBuffer());
  }
  const options = { ...chooseWebpOptions(bytes), loop, delay };
  return sharp(frames, { join: { animated: true } })
    .webp(options)
    .toBuffer();
}
