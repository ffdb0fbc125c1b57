import type { PixelImage } from '../check.ts';

/** One channel, row-major, `width*height` values; luminance planes are in grey levels 0..255. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

/** The luminance everything here works on, and how many pixels of the file one of its pixels covers per axis. */
export interface WorkingImage {
  readonly plane: Plane;
  readonly filePixels: number;
}

/** Rec. 601 luminance, reduced by area averaging to at most `maxPixels`; never enlarged. */
export function toWorkingImage(image: PixelImage, maxPixels: number): WorkingImage {
  const filePixels = Math.max(1, Math.sqrt((image.width * image.height) / maxPixels));
  const width = Math.max(1, Math.floor(image.width / filePixels));
  const height = Math.max(1, Math.floor(image.height / filePixels));
  const narrow = narrowRows(image, width);
  return { plane: shorten(narrow, height), filePixels };
}

function narrowRows(image: PixelImage, width: number): Plane {
  const values = new Float32Array(width * image.height);
  const row = new Float32Array(image.width);
  const step = image.width / width;
  for (let y = 0; y < image.height; y++) {
    luminanceRow(image, y, row);
    if (step === 1) values.set(row, y * width);
    else averageRow(row, step, values.subarray(y * width, (y + 1) * width));
  }
  return { width, height: image.height, values };
}

function luminanceRow(image: PixelImage, y: number, row: Float32Array): void {
  const { data, width } = image;
  for (let x = 0, at = y * width * 3; x < width; x++, at += 3) {
    row[x] = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  }
}

function averageRow(row: Float32Array, step: number, out: Float32Array): void {
  for (let x = 0; x < out.length; x++) {
    const from = x * step;
    const to = Math.min(from + step, row.length);
    let sum = 0;
    for (let source = Math.floor(from); source < to; source++) {
      sum += (row[source] ?? 0) * (Math.min(source + 1, to) - Math.max(source, from));
    }
    out[x] = sum / (to - from);
  }
}

function shorten(plane: Plane, height: number): Plane {
  const { width } = plane;
  const step = plane.height / height;
  if (step === 1) return plane;
  const values = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = y * step;
    const to = Math.min(from + step, plane.height);
    for (let source = Math.floor(from); source < to; source++) {
      const share = (Math.min(source + 1, to) - Math.max(source, from)) / (to - from);
      addRow(plane.values, source * width, values.subarray(y * width, (y + 1) * width), share);
    }
  }
  return { width, height, values };
}

function addRow(from: Float32Array, offset: number, out: Float32Array, share: number): void {
  for (let x = 0; x < out.length; x++) out[x] = (out[x] ?? 0) + share * (from[offset + x] ?? 0);
}
