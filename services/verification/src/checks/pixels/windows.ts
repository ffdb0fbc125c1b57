/** A rectangle of values, row-major. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

/** Sum over the square window of side `2*radius+1` around each value; windows are cut at the edges. */
export function windowSums({ width, height, values }: Grid, radius: number): Grid {
  const across = new Float32Array(values.length);
  for (let y = 0; y < height; y++) {
    const row = values.subarray(y * width, (y + 1) * width);
    slideRow(row, radius, across.subarray(y * width, (y + 1) * width));
  }
  return { width, height, values: slideColumns({ width, height, values: across }, radius) };
}

function slideRow(row: Float32Array, radius: number, out: Float32Array): void {
  let sum = 0;
  for (let x = 0; x < Math.min(radius, row.length); x++) sum += row[x] ?? 0;
  for (let x = 0; x < row.length; x++) {
    if (x + radius < row.length) sum += row[x + radius] ?? 0;
    if (x > radius) sum -= row[x - radius - 1] ?? 0;
    out[x] = sum;
  }
}

function slideColumns({ width, height, values }: Grid, radius: number): Float32Array {
  const out = new Float32Array(values.length);
  const sums = new Float64Array(width);
  for (let y = -radius; y < height; y++) {
    const entering = y + radius;
    const leaving = y - radius - 1;
    for (let x = 0; x < width; x++) {
      const enters = entering < height ? (values[entering * width + x] ?? 0) : 0;
      const leaves = leaving >= 0 ? (values[leaving * width + x] ?? 0) : 0;
      sums[x] = (sums[x] ?? 0) + enters - leaves;
    }
    if (y >= 0) out.set(sums, y * width);
  }
  return out;
}

/** 8-connected pieces of the ones: a label from 1 per pixel (0 outside) and the sizes by label. */
export function connectedPieces(mask: Uint8Array, width: number): { labels: Int32Array; sizes: number[] } {
  const labels = new Int32Array(mask.length);
  const sizes = [0];
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] !== 1 || labels[start] !== 0) continue;
    sizes.push(flood(mask, labels, { start, width, label: sizes.length }));
  }
  return { labels, sizes };
}

interface Flood {
  readonly start: number;
  readonly width: number;
  readonly label: number;
}

function flood(mask: Uint8Array, labels: Int32Array, { start, width, label }: Flood): number {
  const stack = [start];
  labels[start] = label;
  let size = 0;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    size++;
    const first = at % width === 0 ? 1 : 0;
    const last = at % width === width - 1 ? 1 : 2;
    for (let offset = 0; offset < 9; offset++) {
      const column = offset % 3;
      if (column < first || column > last) continue;
      const next = at + ((offset / 3) | 0) * width - width + column - 1;
      if (mask[next] !== 1 || labels[next] !== 0) continue;
      labels[next] = label;
      stack.push(next);
    }
  }
  return size;
}

/** Values for which `holds`, as 1 and 0. */
export function indicator(values: Float32Array, holds: (value: number) => boolean): Float32Array {
  const out = new Float32Array(values.length);
  for (let i = 0; i < out.length; i++) out[i] = holds(values[i] ?? Number.NaN) ? 1 : 0;
  return out;
}
