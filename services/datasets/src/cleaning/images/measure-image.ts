import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { hashSide, perceptualHash } from '@assay/media/hash/perceptual-hash';
import { hashVariants } from './changed/hash-windows.ts';
import { measureBlur } from './reading/measure-blur.ts';
import type { ShownImage } from './reading/shown-image.ts';
import { colourSide, encodeFingerprint, greySide } from './similar/fingerprint.ts';
import type { Planes } from './similar/fingerprint.ts';
import type { ImageFeatures } from './similar/image-features.ts';

/** Measures an image that was decoded to at most 512 pixels a side. Transparent pixels are laid on white. */
export async function measureImage(
  shown: ShownImage,
  { width, height }: Pick<ImageFeatures, 'width' | 'height'>,
): Promise<ImageFeatures> {
  const opaque = await layOnWhite(shown);
  const reduced = await toRgb(opaque);
  const planes = separatePlanes(reduced);
  const { bytes, informationBits } = encodeFingerprint(planes);
  return {
    kind: 'image',
    hash: hashPlane(planes.grey),
    variants: hashVariants(planes.grey, greySide),
    fingerprint: bytes,
    width,
    height,
    informationBits,
    blur: measureBlur(opaque),
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

/** Reduces the grey plane to means, of which the hash is made. */
function hashPlane(grey: Uint8Array): string {
  const sums = sumSquares(grey, greySide / hashSide);
  return perceptualHash(Uint8Array.from(sums, (sum) => Math.round(sum / (greySide / hashSide) ** 2)));
}

/** Returns the sums of the squares of a number of values a side that a plane of 128 × 128 consists of. */
function sumSquares(plane: Uint8Array, side: number): Uint32Array {
  const count = greySide / side;
  const sums = new Uint32Array(count * count);
  let at = 0;
  for (let y = 0; y < greySide; y += 1) {
    const row = Math.floor(y / side) * count;
    for (let column = 0; column < count; column += 1) {
      let sum = 0;
      for (const end = at + side; at < end; at += 1) sum += plane[at] ?? 0;
      sums[row + column] = (sums[row + column] ?? 0) + sum;
    }
  }
  return sums;
}

/** Returns 128 × 128 RGB values. */
async function toRgb(opaque: ShownImage): Promise<Uint8Array> {
  return open(opaque)
    .resize(greySide, greySide, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer();
}

/** Luma and chroma of ITU-R BT.601, as JPEG has them. */
function separatePlanes(rgb: Uint8Array): Planes {
  return {
    grey: weighPlane(rgb, [0.299, 0.587, 0.114, 0]),
    blue: averageColour(weighPlane(rgb, [-0.1687, -0.3313, 0.5, 128])),
    red: averageColour(weighPlane(rgb, [0.5, -0.4187, -0.0813, 128])),
  };
}

function weighPlane(rgb: Uint8Array, [r, g, b, zero]: readonly [number, number, number, number]): Uint8Array {
  const plane = new Uint8ClampedArray(rgb.length / 3);
  for (let at = 0; at < plane.length; at += 1)
    plane[at] = zero + r * (rgb[at * 3] ?? 0) + g * (rgb[at * 3 + 1] ?? 0) + b * (rgb[at * 3 + 2] ?? 0);
  return new Uint8Array(plane.buffer);
}

/** Reduces 128 × 128 values to 16 × 16 means. */
function averageColour(plane: Uint8Array): Uint8Array {
  const share = greySide / colourSide;
  return Uint8Array.from(sumSquares(plane, share), (sum) => Math.round(sum / share ** 2));
}

/** Brightness and contrast from 0 to 1, and the mean saturation. */
function measureTone(grey: Uint8Array, rgb: Uint8Array): [number, number, number] {
  let sum = 0;
  let squares = 0;
  let saturation = 0;
  for (const value of grey) {
    sum += value;
    squares += value * value;
  }
  for (let at = 0; at < rgb.length; at += 3) {
    const r = rgb[at] ?? 0;
    const g = rgb[at + 1] ?? 0;
    const b = rgb[at + 2] ?? 0;
    saturation += Math.max(r, g, b) - Math.min(r, g, b);
  }
  const mean = sum / grey.length;
  const deviation = Math.sqrt(Math.max(0, squares / grey.length - mean * mean));
  return [mean / 255, deviation / 255, (saturation * 3) / rgb.length / 255];
}

const edgeThreshold = 24;

/** Sharpness is the logarithm of the mean Laplacian at 512 px; edge density the share of pixels with a steep gradient. */
function measureDetail({ data, width, height, channels }: ShownImage): [number, number] {
  const stride = width * channels;
  // The green channel is close to the luma.
  const first = channels >= 3 ? 1 : 0;
  let laplacian = 0;
  let edges = 0;
  let count = 0;
  // Every fourth row says as much as all.
  for (let y = 1; y < height - 1; y += 4) {
    const end = (y + 1) * stride - channels;
    for (let at = y * stride + channels + first; at < end; at += channels) {
      const left = data[at - channels] ?? 0;
      const right = data[at + channels] ?? 0;
      const above = data[at - stride] ?? 0;
      const below = data[at + stride] ?? 0;
      laplacian += Math.abs(4 * (data[at] ?? 0) - left - right - above - below);
      if (Math.abs(right - left) + Math.abs(below - above) > edgeThreshold) edges += 1;
      count += 1;
    }
  }
  return [Math.log2(1 + laplacian / Math.max(1, count)), edges / Math.max(1, count)];
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
