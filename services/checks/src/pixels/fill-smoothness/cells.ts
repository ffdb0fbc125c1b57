import type { PixelImage } from '../../check/check.ts';

/** Pixels of a cell per axis. */
const cellSize = 8;
const cellPixels = cellSize * cellSize;

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
/** Rec. 601 luminance in units, so many to a grey level. */
const levelUnit = 256;
const redShare = 77;
const greenShare = 150;
const blueShare = 29;

/** What is added up by cell before it is divided. */
interface CellSums {
  /** Cells in a row, and rows. */
  readonly width: number;
  readonly height: number;
  readonly colours: Int32Array;
  readonly clipped: Uint8Array;
  readonly activity: Int32Array;
}

export function measureCells(image: PixelImage): Cells {
  const { width, height, ...sums } = addUp(image);
  const cells = {
    width,
    height,
    colours: new Float32Array(sums.colours.length),
    brightness: new Float64Array(width * height),
    activity: new Float32Array(width * height),
    clipped: new Uint8Array(width * height),
  };
  for (let cell = 0; cell < cells.activity.length; cell++) divide(sums, cell, cells);
  return cells;
}

function divide(
  sums: Pick<CellSums, 'colours' | 'activity' | 'clipped'>,
  cell: number,
  { colours, brightness, activity, clipped }: Cells,
): void {
  for (let at = cell * 3; at < cell * 3 + 3; at++) colours[at] = (sums.colours[at] ?? 0) / cellPixels;
  brightness[cell] =
    0.299 * (colours[cell * 3] ?? 0) +
    0.587 * (colours[cell * 3 + 1] ?? 0) +
    0.114 * (colours[cell * 3 + 2] ?? 0);
  activity[cell] = (sums.activity[cell] ?? 0) / (cellPixels * 4 * levelUnit);
  clipped[cell] = (sums.clipped[cell] ?? 0) > mayBeClipped ? 1 : 0;
}

/** Reads each row of pixels once, and keeps the luminance of three. */
function addUp(image: PixelImage): CellSums {
  const width = Math.floor(image.width / cellSize);
  const height = Math.floor(image.height / cellSize);
  const cells = width * height;
  const sums = {
    width,
    height,
    colours: new Int32Array(cells * 3),
    clipped: new Uint8Array(cells),
    activity: new Int32Array(cells),
  };
  const line = (): Int32Array => new Int32Array(image.width + 2);
  let above = line();
  let here = line();
  let below = line();
  readRow(image, 0, { line: here, sums });
  // Beyond the picture lies the nearest row again.
  above.set(here);
  for (let y = 0; y < height * cellSize; y++) {
    if (y + 1 < image.height) readRow(image, y + 1, { line: below, sums });
    else below.set(here);
    addActivity({ above, here, below }, y, sums);
    [above, here, below] = [here, below, above];
  }
  return sums;
}

/**
 * Writes the Rec. 601 luminance of a row of pixels from `line[1]` on, its ends repeated, and adds their colours and how many are clipped
 * to their cells.
 */
function readRow(
  { data, width }: PixelImage,
  y: number,
  { line, sums }: { readonly line: Int32Array; readonly sums: CellSums },
): void {
  const { colours, clipped } = sums;
  const row = Math.floor(y / cellSize);
  const from = y * width * 3;
  const columns = row < sums.height ? sums.width : 0;
  for (let column = 0, at = from, x = 1; column < columns; column++) {
    let red = 0;
    let green = 0;
    let blue = 0;
    let count = 0;
    for (const end = x + cellSize; x < end; x++, at += 3) {
      const r = data[at] ?? 0;
      const g = data[at + 1] ?? 0;
      const b = data[at + 2] ?? 0;
      line[x] = redShare * r + greenShare * g + blueShare * b;
      red += r;
      green += g;
      blue += b;
      // Any channel up to white, or all down to black, without a branch.
      const high = (white - 1 - r) | (white - 1 - g) | (white - 1 - b);
      const low = (r - black - 1) & (g - black - 1) & (b - black - 1);
      count += (high | low) >>> 31;
    }
    const cell = row * sums.width + column;
    colours[cell * 3] = (colours[cell * 3] ?? 0) + red;
    colours[cell * 3 + 1] = (colours[cell * 3 + 1] ?? 0) + green;
    colours[cell * 3 + 2] = (colours[cell * 3 + 2] ?? 0) + blue;
    clipped[cell] = (clipped[cell] ?? 0) + count;
  }
  for (let x = columns * cellSize; x < width; x++) {
    const at = from + x * 3;
    line[x + 1] =
      redShare * (data[at] ?? 0) + greenShare * (data[at + 1] ?? 0) + blueShare * (data[at + 2] ?? 0);
  }
  line[0] = line[1] ?? 0;
  line[width + 1] = line[width] ?? 0;
}

/** Luminance of three rows of pixels, as `readRow` writes it. */
interface Lines {
  readonly above: Int32Array;
  readonly here: Int32Array;
  readonly below: Int32Array;
}

function addActivity({ above, here, below }: Lines, y: number, { width, activity }: CellSums): void {
  const first = Math.floor(y / cellSize) * width;
  for (let column = 0, x = 1; column < width; column++) {
    let sum = 0;
    for (const end = x + cellSize; x < end; x++) {
      const beside = (here[x - 1] ?? 0) + (here[x + 1] ?? 0) + (above[x] ?? 0) + (below[x] ?? 0);
      sum += Math.abs(4 * (here[x] ?? 0) - beside);
    }
    activity[first + column] = (activity[first + column] ?? 0) + sum;
  }
}
