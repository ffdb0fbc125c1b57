import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { hashSide, perceptualHash } from '@assay/media/hash/perceptual-hash';
import { colourSide, encodeFingerprint, greySide } from './fingerprint.ts';
import type { Planes } from './fingerprint.ts';
import type { ImageFeatures } from './image-features.ts';

/** An upright image in sRGB, small enough to hold: 1 to 4 channels of 8 bits, row by row. */
export interface ShownImage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
}

/** Side in pixels that images are decoded to before they are measured. */
export const shownSide = 512;

/** Measures an image that was decoded to at most 512 pixels a side. Transparent pixels are laid on white. */
export async function measureImage(
  shown: ShownImage,
  { width, height }: Pick<ImageFeatures, 'width' | 'height'>,
): Promise<ImageFeatures> {
  const opaque = await layOnWhite(shown);
  const reduced = await toRgb(opaque, greySide);
  const planes = separatePlanes(reduced, await toRgb(opaque, colourSide));
  const { bytes, informationBits } = encodeFingerprint(planes);
  return {
    kind: 'image',
    hash: await hashImage(opaque),
    fingerprint: bytes,
    ...{ width, height, informationBits },
    vector: [
      ...measureTone(planes.grey, reduced),
      ...measureDetail(opaque),
      measureEntropy(planes.grey),
      measureWarmth(reduced),
      Math.log2(width / height),
      Math.log2((width * height) / 1e6),
    ],
  };
}

async function layOnWhite(shown: ShownImage): Promise<ShownImage> {
  if (shown.channels === 1 || shown.channels === 3) return shown;
  const flat = open(shown).flatten({ background: '#ffffff' }).raw({ depth: 'uchar' });
  const { data, info } = await flat.toBuffer({ resolveWithObject: true });
  return { ...shown, data, channels: info.channels === 1 ? 1 : 3 };
}

function open({ data, width, height, channels }: ShownImage): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

async function hashImage(opaque: ShownImage): Promise<string> {
  const grey = await open(opaque)
    .resize(hashSide, hashSide, { fit: 'fill', kernel: 'lanczos3' })
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer();
  return perceptualHash(grey);
}

/** Returns `side` × `side` RGB values. */
async function toRgb(opaque: ShownImage, side: number): Promise<Uint8Array> {
  return open(opaque)
    .resize(side, side, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer();
}

/** Luma and chroma of ITU-R BT.601, as JPEG has them. */
function separatePlanes(large: Uint8Array, small: Uint8Array): Planes {
  const weigh = (rgb: Uint8Array, [r, g, b, zero]: readonly [number, number, number, number]): Uint8Array =>
    Uint8Array.from({ length: rgb.length / 3 }, (_, at) => {
      const value = r * (rgb[at * 3] ?? 0) + g * (rgb[at * 3 + 1] ?? 0) + b * (rgb[at * 3 + 2] ?? 0);
      return Math.min(255, Math.max(0, Math.round(value + zero)));
    });
  return {
    grey: weigh(large, [0.299, 0.587, 0.114, 0]),
    blue: weigh(small, [-0.1687, -0.3313, 0.5, 128]),
    red: weigh(small, [0.5, -0.4187, -0.0813, 128]),
  };
}

/** Brightness and contrast from 0 to 1, and the mean saturation. */
function measureTone(grey: Uint8Array, rgb: Uint8Array): [number, number, number] {
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length;
  const variance = grey.reduce((sum, value) => sum + (value - mean) ** 2, 0) / grey.length;
  let saturation = 0;
  for (let at = 0; at < rgb.length; at += 3) {
    const [r, g, b] = [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0];
    saturation += Math.max(r, g, b) - Math.min(r, g, b);
  }
  return [mean / 255, Math.sqrt(variance) / 255, (saturation * 3) / rgb.length / 255];
}

const edgeThreshold = 24;

/** Sharpness is the logarithm of the mean Laplacian at 512 px; edge density the share of pixels with a steep gradient. */
function measureDetail({ data, width, height, channels }: ShownImage): [number, number] {
  const stride = width * channels;
  // The green channel is close to the luma.
  const first = channels >= 3 ? 1 : 0;
  let [laplacian, edges] = [0, 0];
  for (let y = 1; y < height - 1; y += 1) {
    for (let at = y * stride + channels + first; at < (y + 1) * stride - channels; at += channels) {
      const [left, right] = [data[at - channels] ?? 0, data[at + channels] ?? 0];
      const [above, below] = [data[at - stride] ?? 0, data[at + stride] ?? 0];
      laplacian += Math.abs(4 * (data[at] ?? 0) - left - right - above - below);
      if (Math.abs(right - left) + Math.abs(below - above) > edgeThreshold) edges += 1;
    }
  }
  const count = Math.max(1, (width - 2) * (height - 2));
  return [Math.log2(1 + laplacian / count), edges / count];
}

/** Bits of a grey value. */
function measureEntropy(grey: Uint8Array): number {
  const counts = new Float64Array(256);
  for (const value of grey) counts[value] = (counts[value] ?? 0) + 1;
  return counts.reduce((sum, count) => {
    const share = count / grey.length;
    return share === 0 ? sum : sum - share * Math.log2(share);
  }, 0);
}

/** Mean difference of red and blue, from -1 to 1. */
function measureWarmth(rgb: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < rgb.length; at += 3) sum += (rgb[at] ?? 0) - (rgb[at + 2] ?? 0);
  return (sum * 3) / rgb.length / 255;
}
