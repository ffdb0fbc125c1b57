import type { PixelImage } from '../../check/check.ts';

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
  const across = sharesOf(image.width, width);
  const down = sharesOf(image.height, height);
  const values = new Float32Array(width * height);
  const row = new Float32Array(width + 1);
  for (let y = 0; y < image.height; y++) {
    row.fill(0);
    addLuminance(image, y, { across, row });
    const place = down.places[y] ?? 0;
    addRow(row, values.subarray(place * width, (place + 1) * width), down.first[y] ?? 0);
    addRow(row, values.subarray((place + 1) * width, (place + 2) * width), down.second[y] ?? 0);
  }
  return { plane: { width, height, values }, filePixels };
}

/** How one axis is reduced: source sample `i` goes to `places[i]` and the place after it, weighted by the share of each. */
interface Shares {
  readonly places: Int32Array;
  readonly first: Float32Array;
  readonly second: Float32Array;
}

function sharesOf(from: number, to: number): Shares {
  const scale = to / from;
  const places = new Int32Array(from);
  const first = new Float32Array(from);
  const second = new Float32Array(from);
  for (let i = 0; i < from; i++) {
    const place = Math.min(to - 1, Math.floor(i * scale));
    const beyond = place + 1 < to ? Math.max(0, (i + 1) * scale - place - 1) : 0;
    places[i] = place;
    first[i] = scale - beyond;
    second[i] = beyond;
  }
  return { places, first, second };
}

/** A place after the other: what a pixel gives to the next place waits until that begins. */
function addLuminance(
  { data, width }: PixelImage,
  y: number,
  { across, row }: { readonly across: Shares; readonly row: Float32Array },
): void {
  const { places, first, second } = across;
  let place = 0;
  let here = 0;
  let next = 0;
  for (let x = 0, at = y * width * 3; x < width; x++, at += 3) {
    const grey = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
    if (places[x] !== place) {
      row[place] = here;
      place = places[x] ?? 0;
      here = next;
      next = 0;
    }
    here = Math.fround(here + grey * (first[x] ?? 0));
    const beyond = second[x] ?? 0;
    if (beyond !== 0) next = Math.fround(next + grey * beyond);
  }
  row[place] = here;
  row[place + 1] = next;
}

function addRow(from: Float32Array, out: Float32Array, share: number): void {
  if (share === 0) return;
  for (let x = 0; x < out.length; x++) out[x] = (out[x] ?? 0) + share * (from[x] ?? 0);
}
