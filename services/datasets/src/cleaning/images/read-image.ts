import { findMissingParts } from './reading/find-missing-parts.ts';
import type { PromisedKind } from '@assay/media/embedded/xmp-promises';
import { decodeImage } from '@assay/media/decode/decode-image';
import { decodeWhole, findOpenable } from '@assay/media/decode/image-source';
import { openSharpForDisplay } from '@assay/media/decode/open-sharp';
import { assertDecodableSize, limitPixels } from '@assay/media/limits/image-limits';
import { describeImage } from '@assay/media/decode/read-image-header';
import type { ImageHeader } from '@assay/media/decode/read-image-header';
import { undecodable, UndecodableError } from '@assay/media/limits/undecodable-error';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { hasOneColour } from './blank-image.ts';
import { decodesBySharp, measureUpright } from './reading/decoders.ts';
import { isDecompressionBomb } from './decompression-bomb.ts';
import type { ImageFeatures } from './similar/image-features.ts';
import { measureImage } from './measure-image.ts';
import { shownSide } from './reading/shown-image.ts';
import type { ShownImage } from './reading/shown-image.ts';
import { readDeepSamples } from './reading/deep-samples.ts';
import { readOrigin } from './reading/read-origin.ts';
import { isSrgbProfile } from './srgb-profile.ts';

/** The result of reading an image once. */
export interface ImageReading {
  readonly mimeType: string;
  readonly isBlank: boolean;
  /** True when the pixels as stored are not upright. */
  readonly isRotated: boolean;
  /** True when the embedded colour profile is another than sRGB. */
  readonly hasOtherProfile: boolean;
  readonly features: ImageFeatures;
  /** The parts that its XMP promises and the file does not have. */
  readonly missingParts: readonly PromisedKind[];
}

/** An image that may well be whole, but has more pixels than are decoded. */
export interface OversizedImage {
  readonly mimeType: string;
  /** The figures, for people. */
  readonly oversized: string;
}

/**
 * Decodes an image file to its last row, once and at reduced size, and measures it.
 * @throws UndecodableError
 */
export async function readImage(path: string): Promise<ImageReading | OversizedImage> {
  const header = await describeImage(path);
  const { mimeType, orientation } = header;
  const oversized = findExcess(header);
  if (oversized !== undefined) {
    if (await isDecompressionBomb(path))
      throw new UndecodableError(`${oversized}, and the file has no content`);
    return { mimeType, oversized };
  }
  const shown = await showImage(path, header);
  const isFlat = hasOneColour(shown);
  const deep = isFlat ? await readDeepSamples(path, header) : undefined;
  const isBlank = isFlat && (deep === undefined ? await isBlankAtFullSize(path, header) : deep.isBlank);
  const features = await measureImage(deep?.stretched ?? shown, measureUpright(header));
  return {
    mimeType,
    isBlank,
    isRotated: orientation > 1,
    hasOtherProfile: hasOtherProfile(header),
    features: { ...features, origin: await readOrigin(path, header) },
    missingParts: await findMissingParts(path, mimeType),
  };
}

function findExcess({ mimeType, width, height }: ImageHeader): string | undefined {
  try {
    assertDecodableSize(width, height, limitPixels(mimeType));
    return undefined;
  } catch (error) {
    // A size of zero is a damaged header.
    if (error instanceof UndecodableError && width > 0 && height > 0) return error.reason;
    throw error;
  }
}

async function showImage(path: string, header: ImageHeader): Promise<ShownImage> {
  if (!decodesBySharp(header)) {
    const { width, height, data } = await decodeImage(path);
    return readPixels(reduce(sharp(data, { raw: { width, height, channels: 3 } }))).catch(rethrowUndecodable);
  }
  const openable = await findOpenable(path, header.mimeType);
  return decodeWhole(openable, (source, tolerated) =>
    readPixels(reduce(openSharpForDisplay(source, tolerated).autoOrient())),
  );
}

function rethrowUndecodable(cause: unknown): never {
  throw undecodable(cause);
}

function reduce(image: Sharp): Sharp {
  return image.resize(shownSide, shownSide, { fit: 'inside', withoutEnlargement: true });
}

async function readPixels(image: Sharp): Promise<ShownImage> {
  const raw = image.toColourspace('srgb').raw({ depth: 'uchar' });
  const { data, info } = await raw.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/** Reducing averages noise out, so an image that has one colour at 512 px is looked at in full: a dark photograph has noise. */
async function isBlankAtFullSize(path: string, header: ImageHeader): Promise<boolean> {
  if (!decodesBySharp(header)) {
    const { data } = await decodeImage(path);
    return hasOneColour({ data, channels: 3 });
  }
  const openable = await findOpenable(path, header.mimeType);
  return decodeWhole(openable, async (source, tolerated) =>
    hasOneColour(await readPixels(openSharpForDisplay(source, tolerated))),
  );
}

const profiledTypes = ['image/jpeg', 'image/png', 'image/webp'];
/** The colour spaces of a header without a profile. A profile with the bare name sRGB is one of that space. */
const spacesWithoutProfile = ['sRGB', 'Gray', 'CMYK'];

function hasOtherProfile({ mimeType, colorSpace, icc }: ImageHeader): boolean {
  if (!profiledTypes.includes(mimeType) || spacesWithoutProfile.includes(colorSpace)) return false;
  return icc !== undefined && !isSrgbProfile(icc);
}
