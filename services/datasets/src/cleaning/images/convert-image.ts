import { readFile } from 'node:fs/promises';
import { maxImagePixels } from '@assay/media/limits/image-limits';
import { decodeWhole } from '@assay/media/decode/image-source';
import { openSharpForDisplay, openSharpHeader } from '@assay/media/decode/open-sharp';
import { undecodable, UndecodableError } from '@assay/media/limits/undecodable-error';
import { estimateQuality } from '@assay/media/jpeg/estimate-quality';
import { readJpegParts } from '@assay/media/embedded/jpeg-parts';
import { rewriteJpeg } from '@assay/media/embedded/rewrite-jpeg';
import type { RewrittenJpeg } from '@assay/media/embedded/rewrite-jpeg';
import { promisedKinds, removePromises } from '@assay/media/embedded/xmp-promises';
import { parseJpeg } from '@assay/media/jpeg/parse-jpeg';
import { listFrameChunks, listWebpChunks } from '@assay/media/strip/list-webp-chunks';
import sharp from 'sharp';
import type { JpegOptions, Metadata, Sharp, WebpOptions } from 'sharp';

const minQuality = 90;
const webpQuality = 92;

/**
 * Writes an image again, upright and in sRGB, in its own container and codec: a JPEG at its estimated quality, at least 90, with its
 * chroma subsampling; a lossless WebP without loss; all frames of an animation. EXIF, with the orientation upright, and XMP stay, and so do
 * the gain map and the video of a phone. A gain map of one channel scales all colours alike, so that it holds in sRGB too.
 * @throws UndecodableError
 */
export async function convertImage(path: string, mimeType: string): Promise<RewrittenJpeg> {
  const bytes = await readFile(path);
  const metadata = await openSharpHeader(bytes).metadata().catch(rethrowUndecodable);
  if ((metadata.pages ?? 1) > 1)
    return { parts: [await convertAnimation(bytes, metadata).catch(rethrowUndecodable)], removed: [] };
  const isJpeg = mimeType === 'image/jpeg';
  const image = await decodeWhole(bytes, (source, tolerated) => {
    const upright = openSharpForDisplay(source, tolerated).autoOrient().keepExif();
    const described = isJpeg ? upright : keepXmp(upright, metadata);
    return encode(keepDepth(described, metadata), { bytes, mimeType, metadata }).toBuffer();
  });
  if (!isJpeg) return { parts: [image], removed: [] };
  const { orientation = 1 } = metadata;
  return rewriteJpeg({ bytes, image, orientation, old: readJpegParts(bytes) });
}

/** Formats other than JPEG hold neither gain maps nor videos, so that their XMP cannot promise them. */
function keepXmp(image: Sharp, { xmpAsString, xmp }: Metadata): Sharp {
  if (xmp === undefined) return image;
  return image.withXmp(removePromises(xmpAsString ?? xmp.toString(), new Set(promisedKinds)));
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
