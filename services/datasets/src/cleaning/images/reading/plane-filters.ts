/** Smooths a square plane with the binomial kernel 1 2 1 in both directions. The edge pixels are repeated outside. */
export function smoothPlane(plane: Float32Array, side: number): Float32Array {
  const rows = new Float32Array(plane.length);
  for (let y = 0; y < side; y += 1) {
    const start = y * side;
    let before = plane[start] ?? 0;
    let value = plane[start] ?? 0;
    for (let x = 0; x < side; x += 1) {
      const after = x < side - 1 ? (plane[start + x + 1] ?? 0) : value;
      rows[start + x] = (before + 2 * value + after) / 4;
      before = value;
      value = after;
    }
  }
  const smooth = new Float32Array(plane.length);
  for (let at = 0; at < plane.length; at += 1) {
    const value = rows[at] ?? 0;
    const above = at >= side ? (rows[at - side] ?? 0) : value;
    const below = at < plane.length - side ? (rows[at + side] ?? 0) : value;
    smooth[at] = (above + 2 * value + below) / 4;
  }
  return smooth;
}

/** Returns for each pixel the mean of the square around it, of `2 * radius + 1` pixels a side where the plane has them. */
export function averageBoxes(plane: Float32Array, side: number, radius: number): Float32Array {
  const sums = sumPrefixes(plane, side);
  const row = side + 1;
  const means = new Float32Array(plane.length);
  for (let y = 0; y < side; y += 1) {
    const top = Math.max(0, y - radius) * row;
    const bottom = Math.min(side, y + radius + 1) * row;
    const height = (bottom - top) / row;
    for (let x = 0; x < side; x += 1) {
      const left = Math.max(0, x - radius);
      const right = Math.min(side, x + radius + 1);
      const upper = (sums[top + right] ?? 0) - (sums[top + left] ?? 0);
      const lower = (sums[bottom + right] ?? 0) - (sums[bottom + left] ?? 0);
      means[y * side + x] = (lower - upper) / ((right - left) * height);
    }
  }
  return means;
}

/** Sums of all pixels above and to the left, with a first row and column of zeros. */
function sumPrefixes(plane: Float32Array, side: number): Float64Array {
  const row = side + 1;
  const sums = new Float64Array(row * row);
  for (let y = 0; y < side; y += 1) {
    let sum = 0;
    for (let x = 0; x < side; x += 1) {
      sum += plane[y * side + x] ?? 0;
      sums[(y + 1) * row + x + 1] = (sums[y * row + x + 1] ?? 0) + sum;
    }
  }
  return sums;
}

/** Returns the mean product of two planes. */
export function multiplyPlanes(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum / one.length;
}

/** Returns the mean of a plane. */
export function averagePlane(plane: Float32Array): number {
  let sum = 0;
  for (const value of plane) sum += value;
  return sum / plane.length;
}
