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

/**
 * 8-connected pieces of the ones: a label from 1 per pixel (0 outside), in the order of their first pixels, and the sizes by label. Two
 * passes with a forest of labels that turned out to be one piece (Wu, Otoo and Suzuki, Pattern Analysis and Applications 2009).
 */
export function connectedPieces(mask: Uint8Array, width: number): { labels: Int32Array; sizes: number[] } {
  const { labels, parents } = labelRuns(mask, width);
  const pieces = new Int32Array(parents.length);
  const sizes = [0];
  for (let label = 1; label < parents.length; label++) {
    const parent = parents[label] ?? 0;
    // A parent is the smaller of the two, and has its piece already.
    pieces[label] = parent === label ? sizes.push(0) - 1 : (pieces[parent] ?? 0);
  }
  for (let at = 0; at < labels.length; at++) {
    const label = labels[at] ?? 0;
    if (label === 0) continue;
    const piece = pieces[label] ?? 0;
    labels[at] = piece;
    sizes[piece] = (sizes[piece] ?? 0) + 1;
  }
  return { labels, sizes };
}

/** Labels from pixels above and to the left; the parent of a label is itself or a smaller one of the same piece. */
function labelRuns(mask: Uint8Array, width: number): { labels: Int32Array; parents: number[] } {
  const labels = new Int32Array(mask.length);
  const parents = [0];
  for (let at = 0, x = 0; at < mask.length; at++, x = x + 1 === width ? 0 : x + 1) {
    if (mask[at] !== 1) continue;
    const above = at < width ? 0 : (labels[at - width] ?? 0);
    if (above !== 0) {
      labels[at] = above;
      continue;
    }
    // Those to the left touch each other, and only the one to the right above can belong to another piece so far.
    const before = x === 0 ? 0 : (labels[at - 1] ?? 0) || (at < width ? 0 : (labels[at - width - 1] ?? 0));
    const beyond = at < width || x === width - 1 ? 0 : (labels[at - width + 1] ?? 0);
    if (before !== 0 && beyond !== 0) labels[at] = unite(parents, before, beyond);
    else labels[at] = before || beyond || parents.push(parents.length) - 1;
  }
  return { labels, parents };
}

function unite(parents: number[], one: number, other: number): number {
  const first = rootOf(parents, one);
  const second = rootOf(parents, other);
  const smaller = Math.min(first, second);
  parents[first] = parents[second] = smaller;
  return smaller;
}

function rootOf(parents: number[], label: number): number {
  let at = label;
  for (let parent = parents[at] ?? 0; parent !== at; parent = parents[at] ?? 0) {
    parents[at] = parents[parent] ?? 0;
    at = parent;
  }
  return at;
}

/** Values for which `holds`, as 1 and 0. */
export function indicator(values: Float32Array, holds: (value: number) => boolean): Float32Array {
  const out = new Float32Array(values.length);
  for (let i = 0; i < out.length; i++) out[i] = holds(values[i] ?? Number.NaN) ? 1 : 0;
  return out;
}
