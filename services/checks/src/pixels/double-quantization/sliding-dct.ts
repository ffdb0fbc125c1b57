import type { PixelImage } from '../../check/check.ts';

/** Where blocks begin that are looked at: of large images only some, evenly spread. */
export interface Sampling {
  /** Every so many rows of blocks, and of each every so many blocks. */
  readonly rowStride: number;
  readonly columnStride: number;
  /** Which of the eight places of a block per axis; all unless given. */
  readonly isSampled?: (place: number) => boolean;
}

/** Left edges of the blocks looked at in a row, rising. */
export function sampledColumns(
  { width }: PixelImage,
  { columnStride, isSampled = everywhere }: Sampling,
): Int32Array {
  const starts = Array.from({ length: Math.max(0, width - 7) }, (_, x) => x);
  return Int32Array.from(starts.filter((x) => (x >> 3) % columnStride === 0 && isSampled(x & 7)));
}

function everywhere(): boolean {
  return true;
}

/** The lowest four by four coefficients at `v*4+u`, for each sampled column of one row of origins. */
export type CoefficientRows = readonly Float32Array[];

const kept = 4;
const basis = Array.from({ length: kept }, (_, u) =>
  Array.from(
    { length: 4 },
    (_, i) => Math.sqrt(u === 0 ? 1 / 8 : 1 / 4) * Math.cos(((2 * i + 1) * u * Math.PI) / 16),
  ),
);

/**
 * The orthonormal 8 by 8 DCT of the luminance (Rec. 601) at every sampled origin; `visit` is called with each row of origins
 * from the top, and the arrays are used again afterwards.
 */
export function slideDct(
  image: PixelImage,
  sampling: Sampling,
  visit: (y: number, rows: CoefficientRows) => void,
): void {
  const columns = sampledColumns(image, sampling);
  const { rowStride, isSampled = everywhere } = sampling;
  const across = createRowTransform(image, columns);
  const coefficients = Array.from({ length: kept * kept }, () => new Float32Array(columns.length));
  for (let y = 0; y + 8 <= image.height; y++) {
    if ((y >> 3) % rowStride !== 0 || !isSampled(y & 7)) continue;
    const rows = Array.from({ length: 8 }, (_, j) => across(y + j));
    for (let u = 0; u < kept; u++) {
      transformDown(
        rows.map((row) => row[u] ?? none),
        Array.from({ length: kept }, (_, v) => coefficients[v * kept + u] ?? none),
      );
    }
    visit(y, coefficients);
  }
}

/** Horizontal transforms of a row by frequency; the last 16 rows are remembered. */
function createRowTransform(image: PixelImage, columns: Int32Array): (y: number) => readonly Float32Array[] {
  const ring = Array.from({ length: 16 }, () => ({
    row: -1,
    values: Array.from({ length: kept }, () => new Float32Array(columns.length)),
  }));
  const luminance = new Float32Array(image.width);
  return (y) => {
    const place = ring[y & 15];
    if (place === undefined) return [];
    if (place.row !== y) {
      readLuminance(image, y, luminance);
      transformAcross(luminance, columns, place.values);
      place.row = y;
    }
    return place.values;
  };
}

function readLuminance({ data, width }: PixelImage, y: number, out: Float32Array): void {
  for (let x = 0, at = y * width * 3; x < width; x++, at += 3) {
    out[x] = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  }
}

const [[mean = 0] = [], first = [], second = [], third = []] = basis;
const [a0 = 0, a1 = 0, a2 = 0, a3 = 0] = first;
const [b0 = 0, b1 = 0, b2 = 0, b3 = 0] = second;
const [c0 = 0, c1 = 0, c2 = 0, c3 = 0] = third;
const none = new Float32Array(0);

// No destructuring in the two loops: V8 walks an iterator for it, which costs more than the transform.
function transformAcross(row: Float32Array, columns: Int32Array, out: readonly Float32Array[]): void {
  const [out0 = none, out1 = none, out2 = none, out3 = none] = out;
  for (let i = 0; i < columns.length; i++) {
    const x = columns[i] ?? 0;
    const s0 = (row[x] ?? 0) + (row[x + 7] ?? 0);
    const d0 = (row[x] ?? 0) - (row[x + 7] ?? 0);
    const s1 = (row[x + 1] ?? 0) + (row[x + 6] ?? 0);
    const d1 = (row[x + 1] ?? 0) - (row[x + 6] ?? 0);
    const s2 = (row[x + 2] ?? 0) + (row[x + 5] ?? 0);
    const d2 = (row[x + 2] ?? 0) - (row[x + 5] ?? 0);
    const s3 = (row[x + 3] ?? 0) + (row[x + 4] ?? 0);
    const d3 = (row[x + 3] ?? 0) - (row[x + 4] ?? 0);
    out0[i] = mean * (s0 + s1 + s2 + s3);
    out1[i] = a0 * d0 + a1 * d1 + a2 * d2 + a3 * d3;
    out2[i] = b0 * s0 + b1 * s1 + b2 * s2 + b3 * s3;
    out3[i] = c0 * d0 + c1 * d1 + c2 * d2 + c3 * d3;
  }
}

function transformDown(rows: readonly Float32Array[], out: readonly Float32Array[]): void {
  const [r0 = none, r1 = none, r2 = none, r3 = none, r4 = none, r5 = none, r6 = none, r7 = none] = rows;
  const [out0 = none, out1 = none, out2 = none, out3 = none] = out;
  for (let i = 0; i < out0.length; i++) {
    const s0 = (r0[i] ?? 0) + (r7[i] ?? 0);
    const d0 = (r0[i] ?? 0) - (r7[i] ?? 0);
    const s1 = (r1[i] ?? 0) + (r6[i] ?? 0);
    const d1 = (r1[i] ?? 0) - (r6[i] ?? 0);
    const s2 = (r2[i] ?? 0) + (r5[i] ?? 0);
    const d2 = (r2[i] ?? 0) - (r5[i] ?? 0);
    const s3 = (r3[i] ?? 0) + (r4[i] ?? 0);
    const d3 = (r3[i] ?? 0) - (r4[i] ?? 0);
    out0[i] = mean * (s0 + s1 + s2 + s3);
    out1[i] = a0 * d0 + a1 * d1 + a2 * d2 + a3 * d3;
    out2[i] = b0 * s0 + b1 * s1 + b2 * s2 + b3 * s3;
    out3[i] = c0 * d0 + c1 * d1 + c2 * d2 + c3 * d3;
  }
}
