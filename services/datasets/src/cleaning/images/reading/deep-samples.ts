import { decodeWhole, findOpenable } from '@assay/media/decode/image-source';
import { openSharpForDisplay, openSharpHeader } from '@assay/media/decode/open-sharp';
import type { ImageHeader } from '@assay/media/decode/read-image-header';
import type { Sharp } from 'sharp';
import { decodesBySharp } from './decoders.ts';
import { shownSide } from './shown-image.ts';
import type { ShownImage } from './shown-image.ts';

/** Steps of one sample that lossy coding may add to an area of one colour. */
const maxRange = 2;
const maxSample = 65_535;

/** An image with more than 8 bits for each sample. */
export interface DeepSamples {
  /** True if the samples of the file have one colour, as good as. */
  readonly isBlank: boolean;
  /** The image with its darkest sample as black and its brightest one as white. */
  readonly stretched: ShownImage;
}

/** Reads the samples of an image as the file has them; undefined for an image of 8 bits. */
export async function readDeepSamples(path: string, header: ImageHeader): Promise<DeepSamples | undefined> {
  if (!decodesBySharp(header)) return undefined;
  const openable = await findOpenable(path, header.mimeType);
  const { depth, bitsPerSample = 16 } = await openSharpHeader(openable).metadata();
  if (depth !== 'ushort') return undefined;
  return decodeWhole(openable, async (source, tolerated) => {
    // The statistics are counted row by row: all samples of a large image do not fit the memory of a child.
    const { channels: ranges } = await openSharpForDisplay(source, tolerated).stats();
    const lowest = Math.min(...ranges.map(({ min }) => min));
    const highest = Math.max(...ranges.map(({ max }) => max));
    const largest = Math.max(...ranges.map(({ min, max }) => max - min));
    const step = maxSample / (2 ** Math.min(16, bitsPerSample) - 1);
    const stretched = await stretch(openSharpForDisplay(source, tolerated).autoOrient(), { lowest, highest });
    return { isBlank: largest <= maxRange * step, stretched };
  });
}

async function stretch(
  image: Sharp,
  { lowest, highest }: { readonly lowest: number; readonly highest: number },
): Promise<ShownImage> {
  const { data: bytes, info } = await image
    .flatten({ background: '#ffffff' })
    .resize(shownSide, shownSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true });
  const samples = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2);
  const factor = 255 / Math.max(1, highest - lowest);
  const data = Uint8ClampedArray.from(samples, (sample) => (sample - lowest) * factor);
  const { width, height, channels } = info;
  return { data: new Uint8Array(data.buffer), width, height, channels };
}
