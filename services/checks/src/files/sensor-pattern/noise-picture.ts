import type { PixelImage } from '../../check/check.ts';
import type { Plane } from '../../pixels/planes/plane.ts';
import { noiseResidual } from './noise-residual.ts';
import { subtractLineMeans } from './line-means.ts';

/** What is kept of a picture to compare its noise with that of others: two bytes a pixel of the part that is looked at. */
export interface NoisePicture {
  readonly width: number;
  readonly height: number;
  /** Grey levels; 0 where the sensor was saturated, which hides its pattern. */
  readonly levels: Uint8Array;
  /** The noise in `noiseStep` grey levels, cut at 127 of them. */
  readonly noise: Int8Array;
  /** Means of squares of the picture, `sketchSide` to a side, to tell pictures that show the same. */
  readonly sketch: Float32Array;
}

export const noisePictureParameters = {
  maxSide: 1024,
  minSide: 256,
  saturatedFrom: 250,
  sketchSide: 32,
} as const;
export const noiseStep = 1 / 8;

/**
 * The noise of the middle of a picture: the largest powers of two that fit, at most `maxSide` a side. Null where the picture is smaller than
 * `minSide`.
 */
export function toNoisePicture(image: PixelImage): NoisePicture | null {
  const width = sideWithin(image.width);
  const height = sideWithin(image.height);
  if (Math.min(width, height) < noisePictureParameters.minSide) return null;
  const plane = middleOf(image, width, height);
  const residual = noiseResidual(plane);
  subtractLineMeans(residual);
  const noise = new Int8Array(width * height);
  for (let i = 0; i < noise.length; i++)
    noise[i] = Math.max(-127, Math.min(127, Math.round((residual.values[i] ?? 0) / noiseStep)));
  const levels = new Uint8Array(width * height);
  for (let i = 0; i < levels.length; i++) {
    const level = plane.values[i] ?? 0;
    levels[i] = level < noisePictureParameters.saturatedFrom ? Math.round(level) : 0;
  }
  return { width, height, levels, noise, sketch: sketchOf(plane) };
}

function sideWithin(side: number): number {
  return Math.min(noisePictureParameters.maxSide, 2 ** Math.floor(Math.log2(side)));
}

/** Rec. 601 luminance; the part starts at even places, so that the colour filters of the sensor keep theirs. */
function middleOf(image: PixelImage, width: number, height: number): Plane {
  const left = evenly((image.width - width) / 2);
  const top = evenly((image.height - height) / 2);
  const values = new Float32Array(width * height);
  for (let y = 0, to = 0; y < height; y++) {
    let at = ((top + y) * image.width + left) * 3;
    for (let x = 0; x < width; x++, to++, at += 3)
      values[to] =
        0.299 * (image.data[at] ?? 0) + 0.587 * (image.data[at + 1] ?? 0) + 0.114 * (image.data[at + 2] ?? 0);
  }
  return { width, height, values };
}

function evenly(place: number): number {
  return 2 * Math.floor(place / 2);
}

function sketchOf({ width, height, values }: Plane): Float32Array {
  const side = noisePictureParameters.sketchSide;
  const sketch = new Float32Array(side * side);
  const share = (side * side) / values.length;
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor((y * side) / height) * side;
    for (let x = 0; x < width; x++, at++) {
      const place = row + Math.floor((x * side) / width);
      sketch[place] = (sketch[place] ?? 0) + share * (values[at] ?? 0);
    }
  }
  return sketch;
}
