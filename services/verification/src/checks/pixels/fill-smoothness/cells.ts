import type { PixelImage } from '../../check.ts';

/** Pixels of a cell per axis. */
const cellSize = 8;

/** What squares of eight by eight pixels look like, row-major; what does not fill a square at the edges is left out. */
export interface Cells {
  readonly width: number;
  readonly height: number;
  /** Mean red, green and blue, 0 to 255: three values a cell. */
  readonly colours: Float32Array;
  /** Rec. 601 luminance of the mean colour, in grey levels. */
  readonly brightness: Float64Array;
  /** By how many grey levels a pixel differs from the mean of its four neighbours, on average: grain, texture and edges. */
  readonly activity: Float32Array;
  /** 1 where the picture is clipped to white or black: no grain is to be expected there. */
  readonly clipped: Uint8Array;
}

const black = 6;
const white = 249;
/** Of 64 pixels. */
const mayBeClipped = 6;

export function measureCells(image: PixelImage): Cells {
  const width = Math.floor(image.width / cellSize);
  const height = Math.floor(image.height / cellSize);
  const colours = new Float32Array(width * height * 3);
  const brightness = new Float64Array(width * height);
  const activity = new Float32Array(width * height);
  const clipped = new Uint8Array(width * height);
  const luminance = new Int32Array((cellSize + 2) * image.width);
  for (let row = 0; row < height; row++) {
    readLuminance(image, row * cellSize - 1, luminance);
    for (let column = 0; column < width; column++) {
      const cell = row * width + column;
      activity[cell] = activityOf(luminance, image.width, column * cellSize);
      const first = (row * cellSize * image.width + column * cellSize) * 3;
      const mean = colours.subarray(cell * 3, cell * 3 + 3);
      const clippedPixels = addColours(image, first, mean);
      brightness[cell] = 0.299 * (mean[0] ?? 0) + 0.587 * (mean[1] ?? 0) + 0.114 * (mean[2] ?? 0);
      clipped[cell] = clippedPixels > mayBeClipped ? 1 : 0;
    }
  }
  return { width, height, colours, brightness, activity, clipped };
}

/** Rec. 601 luminance, 256 to a grey level, of ten rows from `top` on; beyond the picture that of the nearest row. */
function readLuminance({ data, width, height }: PixelImage, top: number, out: Int32Array): void {
  for (let i = 0; i < cellSize + 2; i++) {
    const y = Math.max(0, Math.min(height - 1, top + i));
    let from = y * width * 3;
    for (let to = i * width; to < (i + 1) * width; to++, from += 3) {
      out[to] = 77 * (data[from] ?? 0) + 150 * (data[from + 1] ?? 0) + 29 * (data[from + 2] ?? 0);
    }
  }
}

function activityOf(luminance: Int32Array, width: number, left: number): number {
  let sum = 0;
  for (let y = 1; y <= cellSize; y++) {
    for (let x = left; x < left + cellSize; x++) {
      const at = y * width + x;
      const centre = luminance[at] ?? 0;
      const before = x === 0 ? centre : (luminance[at - 1] ?? 0);
      const after = x === width - 1 ? centre : (luminance[at + 1] ?? 0);
      const across = (luminance[at - width] ?? 0) + (luminance[at + width] ?? 0);
      sum += Math.abs(4 * centre - before - after - across);
    }
  }
  return sum / (cellSize * cellSize * 4 * 256);
}

/** Writes the mean colour of the cell whose first value is at `first`, and counts its clipped pixels. */
function addColours({ data, width }: PixelImage, first: number, mean: Float32Array): number {
  let [red, green, blue, clipped] = [0, 0, 0, 0];
  for (let y = 0; y < cellSize; y++) {
    let at = first + y * width * 3;
    for (const end = at + cellSize * 3; at < end; at += 3) {
      const r = data[at] ?? 0;
      const g = data[at + 1] ?? 0;
      const b = data[at + 2] ?? 0;
      red += r;
      green += g;
      blue += b;
      if (r >= white || g >= white || b >= white || (r <= black && g <= black && b <= black)) clipped++;
    }
  }
  const pixels = cellSize * cellSize;
  mean.set([red / pixels, green / pixels, blue / pixels]);
  return clipped;
}
