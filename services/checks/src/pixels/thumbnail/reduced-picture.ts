import type { PixelImage } from '../../check/check.ts';
import type { Orientation } from '../planes/orientation.ts';
import { displayOrder, orientedSize } from '../planes/orientation.ts';
import type { Plane } from '../planes/plane.ts';

/** A picture reduced by area averaging, with what the average hides: how much of each place is clipped. */
export interface ReducedPicture {
  /** Red, green and blue, grey levels 0..255. */
  readonly channels: readonly [Plane, Plane, Plane];
  /** Share of pixels with a channel at its upper end, 0..1. */
  readonly clippedHigh: Plane;
  /** Share of pixels with a channel at its lower end, 0..1. */
  readonly clippedLow: Plane;
}

/** Levels that JPEG noise leaves of a channel that was cut off at 255 or 0. */
const highLevel = 250;
const lowLevel = 5;
const planeCount = 5;

/** Reduces to at most `maxPixels`; never enlarges. One pass over the pixels. */
export function reducePicture(image: PixelImage, maxPixels: number): ReducedPicture {
  const factor = Math.max(1, Math.sqrt((image.width * image.height) / maxPixels));
  const width = Math.max(1, Math.floor(image.width / factor));
  const height = Math.max(1, Math.floor(image.height / factor));
  const columns = binsOf(image.width, width);
  const rows = binsOf(image.height, height);
  const sums = new Float32Array((height + 1) * width * planeCount);
  const line = new Float32Array((width + 1) * planeCount);
  for (let y = 0; y < image.height; y++) {
    line.fill(0);
    sumRow(image, y, { columns, line });
    const at = (rows.bin[y] ?? 0) * width * planeCount;
    const share = rows.share[y] ?? 0;
    addLine(line, sums.subarray(at, at + width * planeCount), share);
    if (share < rows.weight)
      addLine(line, sums.subarray(at + width * planeCount, at + 2 * width * planeCount), rows.weight - share);
  }
  const plane = (which: number): Plane => planeOf(sums, { width, height, which });
  return { channels: [plane(0), plane(1), plane(2)], clippedHigh: plane(3), clippedLow: plane(4) };
}

/** Rec. 601 luminance. */
export function luminanceOf({ channels: [red, green, blue] }: ReducedPicture): Plane {
  const values = new Float32Array(red.values.length);
  for (let i = 0; i < values.length; i++) {
    values[i] = 0.299 * (red.values[i] ?? 0) + 0.587 * (green.values[i] ?? 0) + 0.114 * (blue.values[i] ?? 0);
  }
  return { width: red.width, height: red.height, values };
}

export function mapPlanes(picture: ReducedPicture, map: (plane: Plane) => Plane): ReducedPicture {
  const [red, green, blue] = picture.channels;
  return {
    channels: [map(red), map(green), map(blue)],
    clippedHigh: map(picture.clippedHigh),
    clippedLow: map(picture.clippedLow),
  };
}

/** @param order where each pixel comes from, for who orients several planes of one size */
export function orientPlane(
  plane: Plane,
  orientation: Orientation,
  order: ReturnType<typeof displayOrder> = displayOrder(plane, orientation),
): Plane {
  const values = new Float32Array(order.length);
  for (let i = 0; i < values.length; i++) values[i] = plane.values[order[i] ?? 0] ?? 0;
  return { ...orientedSize(plane, orientation), values };
}

/** To which place each source pixel belongs, and with how much; the rest up to `weight` belongs to the next one. */
interface Bins {
  readonly bin: Uint32Array;
  /** By place: the pixel behind the last one that begins in it. */
  readonly ends: Uint32Array;
  readonly share: Float32Array;
  readonly weight: number;
}

function binsOf(length: number, count: number): Bins {
  const bin = new Uint32Array(length);
  const ends = new Uint32Array(count);
  const share = new Float32Array(length);
  const weight = count / length;
  for (let i = 0; i < length; i++) {
    const place = Math.min(count - 1, Math.floor(i * weight + 1e-9));
    bin[i] = place;
    ends[place] = i + 1;
    const end = (place + 1) / weight;
    share[i] = weight * Math.max(0, Math.min(1, end - i));
  }
  return { bin, ends, share, weight: Math.fround(weight) };
}

interface RowSums {
  readonly columns: Bins;
  readonly line: Float32Array;
}

/**
 * Adds a row of pixels to a line of sums, one place after the other; a pixel on the border of two places counts for both. Ten million
 * pixels go through it: no array, no object, no function in the inner loop.
 */
function sumRow({ data, width }: PixelImage, y: number, { columns, line }: RowSums): void {
  const { ends, share, weight } = columns;
  const whole = new Float64Array(planeCount);
  const last = new Float64Array(planeCount);
  for (let place = 0, x = 0, at = y * width * 3; place < ends.length; place++) {
    let red = 0;
    let green = 0;
    let blue = 0;
    let high = 0;
    let low = 0;
    for (const end = ends[place] ?? 0; x < end; x++, at += 3) {
      const r = data[at] ?? 0;
      const g = data[at + 1] ?? 0;
      const b = data[at + 2] ?? 0;
      red += r;
      green += g;
      blue += b;
      if (r >= highLevel || g >= highLevel || b >= highLevel) high++;
      if (r <= lowLevel || g <= lowLevel || b <= lowLevel) low++;
    }
    whole[0] = red;
    whole[1] = green;
    whole[2] = blue;
    whole[3] = high;
    whole[4] = low;
    writePixel(last, data, at - 3);
    const moved = weight - (share[x - 1] ?? weight);
    for (let plane = 0, out = place * planeCount; plane < planeCount; plane++, out++) {
      const next = moved * (last[plane] ?? 0);
      line[out] = (line[out] ?? 0) + weight * (whole[plane] ?? 0) - next;
      line[out + planeCount] = (line[out + planeCount] ?? 0) + next;
    }
  }
}

function writePixel(out: Float64Array, data: Uint8Array, at: number): void {
  const r = data[at] ?? 0;
  const g = data[at + 1] ?? 0;
  const b = data[at + 2] ?? 0;
  out[0] = r;
  out[1] = g;
  out[2] = b;
  out[3] = Math.max(r, g, b) >= highLevel ? 1 : 0;
  out[4] = Math.min(r, g, b) <= lowLevel ? 1 : 0;
}

function addLine(line: Float32Array, out: Float32Array, share: number): void {
  for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) + share * (line[i] ?? 0);
}

function planeOf(
  sums: Float32Array,
  { width, height, which }: { width: number; height: number; which: number },
): Plane {
  const values = new Float32Array(width * height);
  for (let i = 0; i < values.length; i++) values[i] = sums[i * planeCount + which] ?? 0;
  return { width, height, values };
}
