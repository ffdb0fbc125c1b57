import type { Keypoint } from './keypoints.ts';
import { vertexOf } from './keypoints.ts';
import type { Plane } from '../../plane.ts';
import type { Octave } from './scale-space.ts';

export const descriptorLength = 128;

/** A keypoint with its dominant gradient direction in radians. */
export interface OrientedKeypoint extends Keypoint {
  readonly angle: number;
}

/** Row `i` of `descriptors`, `descriptorLength` long and of norm 1, describes `points[i]`. */
export interface DescribedKeypoints {
  readonly points: readonly OrientedKeypoint[];
  readonly descriptors: Float32Array;
}

interface GradientField {
  readonly width: number;
  readonly height: number;
  readonly magnitude: Float32Array;
  /** 0..2π. */
  readonly direction: Float32Array;
}

const orientationBins = 36;
const secondPeak = 0.8;
const cellsPerSide = 4;
const directionBins = 8;
const cellWidthInSigmas = 3;
const maxComponent = 0.2;
const fullTurn = 2 * Math.PI;

/** Gradient histograms of 4×4 cells and 8 directions around each keypoint (Lowe 2004, sections 5 and 6). */
export function describeKeypoints(
  octaves: readonly Octave[],
  keypoints: readonly Keypoint[],
): DescribedKeypoints {
  const points: OrientedKeypoint[] = [];
  const rows: Float32Array[] = [];
  for (const [key, group] of groupByLevel(keypoints)) {
    const octave = octaves[key >> 8];
    const level = octave?.levels[key & 255];
    if (octave === undefined || level === undefined) continue;
    const field = gradientField(level);
    for (const keypoint of group) {
      for (const angle of dominantAngles(field, keypoint, keypoint.sigma / octave.step)) {
        points.push({ ...keypoint, angle });
        rows.push(describe(field, { ...keypoint, angle }, keypoint.sigma / octave.step));
      }
    }
  }
  const descriptors = new Float32Array(rows.length * descriptorLength);
  rows.forEach((row, i) => {
    descriptors.set(row, i * descriptorLength);
  });
  return { points, descriptors };
}

function groupByLevel(keypoints: readonly Keypoint[]): Map<number, Keypoint[]> {
  return Map.groupBy(keypoints, ({ octave, level }) => octave * 256 + level);
}

function gradientField({ width, height, values }: Plane): GradientField {
  const magnitude = new Float32Array(values.length);
  const direction = new Float32Array(values.length);
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      const dx = (values[at + 1] ?? 0) - (values[at - 1] ?? 0);
      const dy = (values[at + width] ?? 0) - (values[at - width] ?? 0);
      magnitude[at] = Math.sqrt(dx * dx + dy * dy);
      const angle = Math.atan2(dy, dx);
      direction[at] = angle < 0 ? angle + fullTurn : angle;
    }
  }
  return { width, height, magnitude, direction };
}

function dominantAngles(field: GradientField, point: Keypoint, sigma: number): number[] {
  const histogram = smoothCircular(orientationHistogram(field, point, 1.5 * sigma));
  const highest = Math.max(...histogram);
  const angles: number[] = [];
  for (let bin = 0; bin < orientationBins; bin++) {
    const before = histogram[(bin + orientationBins - 1) % orientationBins] ?? 0;
    const value = histogram[bin] ?? 0;
    const after = histogram[(bin + 1) % orientationBins] ?? 0;
    if (value < secondPeak * highest || value <= before || value < after) continue;
    angles.push(((bin + 0.5 + vertexOf(before, value, after)) / orientationBins) * fullTurn);
  }
  return angles.slice(0, 2);
}

function orientationHistogram(field: GradientField, point: Keypoint, spread: number): Float32Array {
  const histogram = new Float32Array(orientationBins);
  const radius = Math.round(3 * spread);
  const fromX = Math.max(1, Math.round(point.column) - radius);
  const toX = Math.min(field.width - 2, Math.round(point.column) + radius);
  const fromY = Math.max(1, Math.round(point.row) - radius);
  const toY = Math.min(field.height - 2, Math.round(point.row) + radius);
  for (let y = fromY; y <= toY; y++) {
    for (let x = fromX; x <= toX; x++) {
      const at = y * field.width + x;
      const distance = (x - point.column) ** 2 + (y - point.row) ** 2;
      const weight = Math.exp(-distance / (2 * spread * spread)) * (field.magnitude[at] ?? 0);
      const bin = Math.floor(((field.direction[at] ?? 0) / fullTurn) * orientationBins) % orientationBins;
      histogram[bin] = (histogram[bin] ?? 0) + weight;
    }
  }
  return histogram;
}

function smoothCircular(histogram: Float32Array): Float32Array {
  let current = histogram;
  for (let pass = 0; pass < 2; pass++) {
    const from = current;
    current = from.map((value, i) => {
      const before = from[(i + from.length - 1) % from.length] ?? 0;
      return (before + value + (from[(i + 1) % from.length] ?? 0)) / 3;
    });
  }
  return current;
}

function describe(field: GradientField, point: OrientedKeypoint, sigma: number): Float32Array {
  const histogram = new Float32Array(descriptorLength);
  const cell = cellWidthInSigmas * sigma;
  const radius = Math.ceil((cell * Math.SQRT2 * (cellsPerSide + 1)) / 2);
  const cosine = Math.cos(point.angle) / cell;
  const sine = Math.sin(point.angle) / cell;
  const fromY = Math.max(1, Math.round(point.row) - radius);
  const toY = Math.min(field.height - 2, Math.round(point.row) + radius);
  const fromX = Math.max(1, Math.round(point.column) - radius);
  const toX = Math.min(field.width - 2, Math.round(point.column) + radius);
  for (let y = fromY; y <= toY; y++) {
    for (let x = fromX; x <= toX; x++) {
      const dx = x - point.column;
      const dy = y - point.row;
      const u = dx * cosine + dy * sine;
      const v = dy * cosine - dx * sine;
      if (u <= -2.5 || u >= 2.5 || v <= -2.5 || v >= 2.5) continue;
      const at = y * field.width + x;
      const weight = Math.exp(-(u * u + v * v) / 8) * (field.magnitude[at] ?? 0);
      const turned = (field.direction[at] ?? 0) - point.angle;
      spread(histogram, { u: u + 1.5, v: v + 1.5, turned }, weight);
    }
  }
  return normalise(histogram);
}

interface CellPosition {
  readonly u: number;
  readonly v: number;
  readonly turned: number;
}

/** Trilinear: a sample counts for the two nearest cells per axis and the two nearest directions. */
function spread(histogram: Float32Array, { u, v, turned }: CellPosition, weight: number): void {
  const direction = (((turned / fullTurn) % 1) + 1) * directionBins;
  const column = Math.floor(u);
  const row = Math.floor(v);
  const bin = Math.floor(direction);
  const right = u - column;
  const down = v - row;
  const onward = direction - bin;
  for (let r = 0; r < 2; r++) {
    if (row + r < 0 || row + r >= cellsPerSide) continue;
    const ofRow = weight * (r === 0 ? 1 - down : down);
    for (let c = 0; c < 2; c++) {
      if (column + c < 0 || column + c >= cellsPerSide) continue;
      const share = ofRow * (c === 0 ? 1 - right : right);
      const base = ((row + r) * cellsPerSide + column + c) * directionBins;
      const first = base + (bin % directionBins);
      const second = base + ((bin + 1) % directionBins);
      histogram[first] = (histogram[first] ?? 0) + share * (1 - onward);
      histogram[second] = (histogram[second] ?? 0) + share * onward;
    }
  }
}

function normalise(histogram: Float32Array): Float32Array {
  const clipped = toUnitLength(histogram).map((value) => Math.min(value, maxComponent));
  return toUnitLength(clipped);
}

function toUnitLength(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? vector : vector.map((value) => value / length);
}
